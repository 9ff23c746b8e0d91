import Capture
import Transport
import WireFormat

/// The TLS of a connection: encrypted bytes that wait, and the state that decrypts them.
final class TLSLayer {
    /// The encrypted bytes of a direction.
    struct Direction {
        var buffer = StreamBuffer()
        /// Bytes at the front of the buffer whose records were taken; they go when no whole record is left.
        var taken = 0
    }

    var stream: TLSStream
    var directions = Sides(first: Direction(), second: Direction())

    init(limits: Limits) {
        stream = TLSStream(limits: limits.transport)
    }

    /// Memory for encrypted bytes that wait, in bytes.
    var unfinishedBytes: Int { directions.first.buffer.cost &+ directions.second.buffer.cost }

    /// One step of a direction.
    struct Step {
        var event: TLSStream.Event
        /// The packets that carried what was taken.
        var packets: [Int]
        /// When the last of them passed.
        var time: Int64
    }

    /// Takes the next record of a direction; application data goes to `plaintext`.
    ///
    /// After `nil` the buffer holds only what no record was taken of; until then, taking a record moves no bytes.
    func next(_ side: FlowSide, from sender: FrameSender, _ secrets: TLSSecrets, into plaintext: inout ByteWriter)
        -> Step?
    {
        plaintext.removeAll()
        let waiting = directions[side].buffer.takeBytes()
        let begin = directions[side].taken
        let event = stream.next(
            waiting.span,
            at: &directions[side].taken,
            from: sender,
            secrets: secrets,
            into: &plaintext
        )
        directions[side].buffer.restore(waiting)
        let taken = directions[side].taken
        guard let event else {
            directions[side].buffer.consume(taken)
            directions[side].taken = 0
            return nil
        }
        var packets: [Int] = []
        let start = directions[side].buffer.start
        let time = directions[side].buffer.packets(of: start + begin..<start + taken, into: &packets)
        return Step(event: event, packets: packets, time: time)
    }

    /// A hole in a direction's encrypted bytes.
    ///
    /// - Returns: how many bytes before it are lost too.
    func gap(length: Int, _ side: FlowSide, from sender: FrameSender) -> Int {
        let waiting = directions[side].buffer.bytes
        stream.gap(waiting.span, length: length, from: sender)
        let lost = drop(side)
        directions[side].buffer.pass(length)
        return lost
    }

    /// Drops what is left of a direction that has ended, and answers how many bytes that is.
    func drop(_ side: FlowSide) -> Int {
        let count = directions[side].buffer.bytes.count
        directions[side].buffer.consumeAll()
        return count
    }
}
