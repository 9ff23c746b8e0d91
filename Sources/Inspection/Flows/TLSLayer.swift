import Transport
import WireFormat

/// The TLS of a connection: encrypted bytes that wait, and the state that decrypts them.
struct TLSLayer {
    var stream = TLSStream()
    var client = StreamBuffer()
    var server = StreamBuffer()

    /// One step of a direction.
    struct Step {
        var event: TLSStream.Event
        /// The packets that carried what was taken.
        var packets: [Int]
        /// When the last of them passed.
        var time: Int64
    }

    /// Adds encrypted bytes of a direction.
    mutating func append(_ bytes: Span<UInt8>, fromClient: Bool, packet: Int, time: Int64) {
        if fromClient {
            client.append(bytes, packet: packet, time: time)
        } else {
            server.append(bytes, packet: packet, time: time)
        }
    }

    /// Takes the next record of a direction; application data goes to `plaintext`.
    mutating func next(fromClient: Bool, _ secrets: TLSSecrets, into plaintext: inout ByteWriter) -> Step? {
        fromClient
            ? Self.next(&client, &stream, fromClient: true, secrets, &plaintext)
            : Self.next(&server, &stream, fromClient: false, secrets, &plaintext)
    }

    private static func next(
        _ buffer: inout StreamBuffer,
        _ stream: inout TLSStream,
        fromClient: Bool,
        _ secrets: TLSSecrets,
        _ plaintext: inout ByteWriter
    ) -> Step? {
        plaintext.removeAll()
        let waiting = buffer.takeBytes()
        var position = 0
        let event = stream.next(
            waiting.span,
            at: &position,
            fromClient: fromClient,
            secrets: secrets,
            into: &plaintext
        )
        buffer.restore(waiting)
        guard let event else {
            buffer.consume(position)
            return nil
        }
        var packets: [Int] = []
        let time = buffer.packets(of: buffer.start..<buffer.start + position, into: &packets)
        buffer.consume(position)
        return Step(event: event, packets: packets, time: time)
    }

    /// A hole in a direction's encrypted bytes.
    mutating func gap(length: Int, fromClient: Bool) {
        let waiting = fromClient ? client.bytes : server.bytes
        stream.gap(waiting.span, length: length, fromClient: fromClient)
        if fromClient {
            client.consume(client.bytes.count)
            client.pass(length)
        } else {
            server.consume(server.bytes.count)
            server.pass(length)
        }
    }
}
