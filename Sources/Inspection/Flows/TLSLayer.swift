import Capture
import Transport
import WireFormat

/// The TLS layer of a connection: waiting encrypted bytes, and the decryption state.
final class TLSLayer {
    /// The encrypted bytes of a direction.
    struct Direction {
        var buffer = StreamBuffer()
        /// The number of bytes at the front of the buffer whose records were read; removed when no complete record is
        /// left.
        var taken = 0
    }

    var stream: TLSStream
    var directions = Sides(first: Direction(), second: Direction())

    init(limits: Limits) {
        stream = TLSStream(limits: limits.transport)
    }

    /// The memory for waiting encrypted bytes, in bytes.
    var unfinishedBytes: Int { directions.first.buffer.cost &+ directions.second.buffer.cost }

    struct Step {
        var event: TLSStream.Event
        /// The offset of the record in the direction's stream.
        var offset: Int
        /// The packets that carried the record.
        var packets: [Int]
        /// The time of the last of these packets.
        var time: Int64
    }

    /// Reads the next record of a direction; application data is written to `plaintext`.
    ///
    /// Records that were read stay in the buffer until the result is `nil`, so that reading a record moves no bytes.
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
        return Step(event: event, offset: start + begin, packets: packets, time: time)
    }

    /// Handles a hole in a direction's encrypted bytes.
    ///
    /// - Returns: the number of bytes before the hole that are lost too.
    func gap(length: Int, _ side: FlowSide, from sender: FrameSender) -> Int {
        let waiting = directions[side].buffer.bytes
        stream.gap(waiting.span, length: length, from: sender)
        let lost = drop(side)
        directions[side].buffer.pass(length)
        return lost
    }

    /// Drops the rest of a direction that has ended, and returns the number of bytes.
    func drop(_ side: FlowSide) -> Int {
        let count = directions[side].buffer.bytes.count
        directions[side].buffer.consumeAll()
        return count
    }
}
