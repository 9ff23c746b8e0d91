import Testing
import WireFormat

@testable import RongCloud

@Suite("Encoding a frame")
struct FrameEncodingTests {
    private static let long = WireString(String(repeating: "a", count: 65_536))
    private static let fits = WireString(String(repeating: "a", count: 65_535))

    @Test(
        "demands what the sender must write, and names it",
        arguments: [
            (.publish(Publish(topic: "t", targetId: "u", messageId: 1, data: [])), .server, "PUBLISH.date"),
            (.puback(PubAck(messageId: 1)), .server, "PUBACK.date"),
            (
                .puback(PubAck(messageId: 1, receipt: .init(date: 1, status: 0, messageUId: "BKR5"))), .server,
                "PUBACK.millisecond"
            ),
            (.connack(ConnAck(status: 0, sessionId: "s")), .server, "CONNACK.userId"),
            (.connack(ConnAck(status: 0, timestamp: 1)), .server, "CONNACK.userId"),
            (.connack(ConnAck(status: 0, messageId: 1)), .server, "CONNACK.userId"),
            (.connack(ConnAck(status: 0, flags: 0x01)), .server, "CONNACK.userId"),
            (.connack(ConnAck(status: 0, userId: "u", flags: 0x03)), .server, "CONNACK.sessionId"),
            (.connack(ConnAck(status: 0, flags: 0x04)), .server, "CONNACK.timestamp"),
            (.connack(ConnAck(status: 0, timestamp: 1, flags: 0x0C)), .server, "CONNACK.messageId"),
            (.connect(Connect(flags: 0x04, keepAlive: 0, clientId: "", will: "w")), .client, "CONNECT.willTopic"),
            (.connect(Connect(flags: 0x04, keepAlive: 0, clientId: "", willTopic: "w")), .client, "CONNECT.will"),
            (.connect(Connect(flags: 0x80, keepAlive: 0, clientId: "")), .client, "CONNECT.appId"),
            (.connect(Connect(flags: 0x02, keepAlive: 0, clientId: "", token: "t")), .client, "CONNECT.token"),
        ] as [(Frame.Body, FrameSender, String)]
    )
    func required(_ body: Frame.Body, _ sender: FrameSender, _ path: String) {
        do throws(WireError) {
            let bytes = try Frame(body).encoded(sender: sender)
            Issue.record("written as \(Hex.encode(bytes))")
        } catch {
            #expect(error.code == .required)
            #expect(error.path.joined(separator: ".") == path)
        }
    }

    @Test(
        "refuses a text beyond 65535 bytes, and names it",
        arguments: [
            (.publish(Publish(topic: long, targetId: fits, messageId: 1, data: [])), .client, "PUBLISH.topic"),
            (.publish(Publish(topic: fits, targetId: long, messageId: 1, data: [])), .client, "PUBLISH.targetId"),
            (.query(Query(topic: long, targetId: "", messageId: 1, data: [])), .client, "QUERY.topic"),
            (.query(Query(topic: "", targetId: long, messageId: 1, data: [])), .client, "QUERY.targetId"),
            (
                .puback(PubAck(messageId: 1, receipt: .init(date: 1, status: 0, millisecond: 0, messageUId: long))),
                .server, "PUBACK.messageUId"
            ),
            (.connack(ConnAck(status: 0, userId: long)), .server, "CONNACK.userId"),
            (.connack(ConnAck(status: 0, userId: "", sessionId: long)), .server, "CONNACK.sessionId"),
            (.connack(ConnAck(status: 0, sessionId: long, flags: 2)), .server, "CONNACK.sessionId"),
            (.connect(Connect(protocolId: long, flags: 0, keepAlive: 0, clientId: "")), .client, "CONNECT.protocolId"),
            (.connect(Connect(flags: 0, keepAlive: 0, clientId: long)), .client, "CONNECT.clientId"),
            (.connect(Connect(flags: 0, keepAlive: 0, clientId: "", clientIp: long)), .client, "CONNECT.clientIp"),
            (.connect(Connect(flags: 0x40, keepAlive: 0, clientId: "", token: long)), .client, "CONNECT.token"),
        ] as [(Frame.Body, FrameSender, String)]
    )
    func tooLong(_ body: Frame.Body, _ sender: FrameSender, _ path: String) {
        do throws(WireError) {
            let bytes = try Frame(body).encoded(sender: sender)
            Issue.record("written in \(bytes.count) bytes")
        } catch {
            #expect(error.code == .length)
            #expect(error.path.joined(separator: ".") == path)
            #expect(error.needed == 65_536 && error.available == 65_535)
        }
    }

    @Test("writes texts of 65535 bytes, and reads them again")
    func longest() throws {
        let frame = Frame(.publish(Publish(topic: Self.fits, targetId: Self.fits, messageId: 1, data: [7])))
        let bytes = try frame.encoded(sender: .client)
        #expect(bytes.count == 1 + 2 * 65_537 + 2 + 1)
        #expect(try Frame(decoding: bytes.span, sender: .client) == frame)
    }

    @Test("measures a text by its bytes on the wire, not by its characters")
    func measured() throws {
        // 10922 characters of six bytes are 65532.
        let wide = WireString(String(repeating: "😀", count: 10_922))
        let bytes = try Frame(.query(Query(topic: wide, targetId: "", messageId: 1, data: []))).encoded(sender: .client)
        #expect(bytes.prefix(5) == [0x50, 0xFF, 0xFC, 0xED, 0xA0])
        let wider = WireString(String(repeating: "😀", count: 10_923))
        #expect(throws: WireError.self) {
            try Frame(.query(Query(topic: wider, targetId: "", messageId: 1, data: []))).encoded(sender: .client)
        }
    }

    @Test("reads a CONNACK that fits both versions by the one that was asked for, and writes it again")
    func negotiated() throws {
        // Flags 0x03 with a user id of 126 bytes and a session id of 639, or a user id of 0x0300 bytes.
        let user = WireString(String(repeating: "u", count: 0x7E))
        let session = WireString(String(repeating: "s", count: 0x027F))
        let four = Frame(.connack(ConnAck(status: 0, userId: user, sessionId: session, flags: 3)))
        let bytes = try four.encoded(sender: .server)
        #expect(try Frame(decoding: bytes.span, sender: .server, protocolVersion: 4) == four)
        #expect(try Frame(decoding: bytes.span, sender: .server) == four, "the bytes tell no better")
        let three = try Frame(decoding: bytes.span, sender: .server, protocolVersion: 3)
        guard case .connack(let connack) = three.body else {
            Issue.record("\(three.body)")
            return
        }
        #expect(connack.flags == nil && connack.userId?.text.utf8.count == 0x0300)
        #expect(try three.encoded(sender: .server) == bytes)
    }

    @Test("keeps bytes behind a CONNACK that would be read as another version's fields")
    func behind() throws {
        let user = WireString(String(repeating: "~", count: 256))
        let connack = ConnAck(status: 0, userId: user, sessionId: "s", timestamp: 1)
        let bytes = try Frame(.connack(connack)).encoded(sender: .server) + [7]
        let frame = try Frame(decoding: bytes.span, sender: .server, protocolVersion: 3)
        #expect(frame.trailing == [7])
        #expect(try frame.encoded(sender: .server) == bytes)
    }

    @Test("takes the low two bits of a QoS, and leaves the type to the body", arguments: UInt8.min...UInt8.max)
    func qos(_ qos: UInt8) throws {
        let frame = Frame(.pingreq, qos: qos)
        #expect(frame.header.qos == qos % 4)
        #expect(try frame.encoded(sender: .client) == [0xC0 + qos % 4 * 2])
    }

    @Test("appends to what the writer holds")
    func appending() throws {
        var writer = ByteWriter()
        writer.append(0x99)
        try Frame(.querycon(messageId: 258), trailing: [1]).encode(into: &writer, sender: .client)
        try Frame(.pingreq).encode(into: &writer, sender: .client)
        #expect(writer.array == [0x99, 0x70, 1, 2, 1, 0xC0])
    }
}
