import Transport
import WireFormat

/// The TLS of a connection: encrypted bytes that wait, and the state that decrypts them.
final class TLSLayer {
    var stream: TLSStream
    var client = StreamBuffer()
    var server = StreamBuffer()
    /// Bytes at the front of both buffers whose records were taken; they go when no whole record is left.
    private var clientTaken = 0
    private var serverTaken = 0

    init(limits: Limits) {
        stream = TLSStream(limits: limits)
    }

    /// One step of a direction.
    struct Step {
        var event: TLSStream.Event
        /// The packets that carried what was taken.
        var packets: [Int]
        /// When the last of them passed.
        var time: Int64
    }

    /// Adds encrypted bytes of a direction.
    func append(_ bytes: Span<UInt8>, fromClient: Bool, packet: Int, time: Int64) {
        if fromClient {
            client.append(bytes, packet: packet, time: time)
        } else {
            server.append(bytes, packet: packet, time: time)
        }
    }

    /// Takes the next record of a direction; application data goes to `plaintext`.
    ///
    /// After `nil` the buffer holds only what no record was taken of; until then, taking a record moves no bytes.
    func next(fromClient: Bool, _ secrets: TLSSecrets, into plaintext: inout ByteWriter) -> Step? {
        fromClient
            ? Self.next(&client, &clientTaken, &stream, fromClient: true, secrets, &plaintext)
            : Self.next(&server, &serverTaken, &stream, fromClient: false, secrets, &plaintext)
    }

    private static func next(
        _ buffer: inout StreamBuffer,
        _ taken: inout Int,
        _ stream: inout TLSStream,
        fromClient: Bool,
        _ secrets: TLSSecrets,
        _ plaintext: inout ByteWriter
    ) -> Step? {
        plaintext.removeAll()
        let waiting = buffer.takeBytes()
        let begin = taken
        let event = stream.next(
            waiting.span,
            at: &taken,
            fromClient: fromClient,
            secrets: secrets,
            into: &plaintext
        )
        buffer.restore(waiting)
        guard let event else {
            buffer.consume(taken)
            taken = 0
            return nil
        }
        var packets: [Int] = []
        let time = buffer.packets(of: buffer.start + begin..<buffer.start + taken, into: &packets)
        return Step(event: event, packets: packets, time: time)
    }

    /// A hole in a direction's encrypted bytes.
    ///
    /// - Returns: how many bytes before it are lost too.
    func gap(length: Int, fromClient: Bool) -> Int {
        let waiting = fromClient ? client.bytes : server.bytes
        stream.gap(waiting.span, length: length, fromClient: fromClient)
        if fromClient {
            client.consume(waiting.count)
            client.pass(length)
        } else {
            server.consume(waiting.count)
            server.pass(length)
        }
        return waiting.count
    }

    /// Drops what is left of a direction that has ended, and answers how many bytes that is.
    func drop(fromClient: Bool) -> Int {
        let count = fromClient ? client.bytes.count : server.bytes.count
        if fromClient { client.consume(count) } else { server.consume(count) }
        return count
    }
}
