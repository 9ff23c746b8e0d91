import Testing
import WireFormat

@testable import RongCloud

extension FrameVector {
    private static let date: Int32 = 1_601_306_624
    private static let request = "topic:text targetId:text messageId:2 data:rest"

    /// Every type with a body, as each end writes it in each form.
    static let table: [FrameVector] = messages + sessions + opaque

    /// PUBLISH, QUERY and their answers.
    static let messages: [FrameVector] = [
        .init(
            name: "PUBLISH of a client, empty texts and payload",
            sender: .client,
            hex: "30 0000 0000 0000",
            frame: Frame(.publish(Publish(topic: "", targetId: "", messageId: 0, data: []))),
            layout: request
        ),
        .init(
            name: "PUBLISH of a client over TCP",
            sender: .client,
            form: .tcp,
            hex: "32 00000000000000ff 0006 70704d736750 0003 626f62 1234 010203",
            frame: Frame(
                .publish(
                    Publish(topic: "ppMsgP", targetId: "bob", messageId: 0x1234, data: [1, 2, 3], signature: 0xFF)
                ),
                qos: 1
            ),
            layout: "signature:8 " + request
        ),
        .init(
            name: "PUBLISH of a server, a copy of the own message, with retain",
            sender: .server,
            hex: "3b ffffffff 0001 74 0001 75 ffff",
            frame: Frame(
                .publish(Publish(topic: "t", targetId: "u", messageId: 65_535, data: [], date: -1)),
                qos: 1,
                dup: true,
                retain: true
            ),
            layout: "date:4 " + request
        ),
        .init(
            name: "PUBLISH of a server over TCP",
            sender: .server,
            form: .tcp,
            hex: "32 8000000000000001 5f720000 0005 735f6d7367 0002 7531 0007 aabb",
            frame: Frame(
                .publish(
                    Publish(
                        topic: "s_msg",
                        targetId: "u1",
                        messageId: 7,
                        data: [0xAA, 0xBB],
                        date: date,
                        signature: 0x8000_0000_0000_0001
                    )
                ),
                qos: 1
            ),
            layout: "signature:8 date:4 " + request
        ),
        .init(
            name: "QUERY of a server, which has no date either",
            sender: .server,
            hex: "56 0001 71 0002 e4b8 0009",
            frame: {
                var target: WireString = "\u{FFFD}"
                target.raw = [0xE4, 0xB8]
                return Frame(.query(Query(topic: "q", targetId: target, messageId: 9, data: [])), qos: 3)
            }(),
            layout: request
        ),
        .init(
            name: "QUERY over TCP",
            sender: .client,
            form: .tcp,
            hex: "52 0102030405060708 0007 70756c6c4d7367 0002 6d65 0001 0800",
            frame: Frame(
                .query(
                    Query(
                        topic: "pullMsg",
                        targetId: "me",
                        messageId: 1,
                        data: [8, 0],
                        signature: 0x0102_0304_0506_0708
                    )
                ),
                qos: 1
            ),
            layout: "signature:8 " + request
        ),
        .init(
            name: "QUERY over TCP of a server",
            sender: .server,
            form: .tcp,
            hex: "50 0000000000000000 0000 0000 0001",
            frame: Frame(.query(Query(topic: "", targetId: "", messageId: 1, data: [], signature: 0))),
            layout: "signature:8 " + request
        ),
        .init(
            name: "PUBACK of a client over TCP",
            sender: .client,
            form: .tcp,
            hex: "40 ffff",
            frame: Frame(.puback(PubAck(messageId: 65_535))),
            layout: "messageId:2"
        ),
        .init(
            name: "PUBACK of a server over TCP, refused and without an id",
            sender: .server,
            form: .tcp,
            hex: "40 0007 5f720000 59dd 0001",
            frame: Frame(
                .puback(PubAck(messageId: 7, receipt: .init(date: date, status: 23_005, millisecond: 1)))
            ),
            layout: "messageId:2 date:4 status:2 millisecond:2",
            wholeAt: [9]
        ),
        .init(
            name: "PUBACK of a server that ends after the status",
            sender: .server,
            hex: "40 0007 5f720000 ffff",
            frame: Frame(.puback(PubAck(messageId: 7, receipt: .init(date: date, status: 65_535)))),
            layout: "messageId:2 date:4 status:2"
        ),
        .init(
            name: "PUBACK of a server with an empty id",
            sender: .server,
            hex: "42 0007 5f720000 0000 0000 0000",
            frame: Frame(
                .puback(PubAck(messageId: 7, receipt: .init(date: date, status: 0, millisecond: 0, messageUId: ""))),
                qos: 1
            ),
            layout: "messageId:2 date:4 status:2 millisecond:2 messageUId:text",
            wholeAt: [9, 11]
        ),
        .init(
            name: "QUERYACK that wants a QUERYCON",
            sender: .server,
            hex: "62 0001 5f720000 0000 0a00",
            frame: Frame(.queryack(QueryAck(messageId: 1, date: date, status: 0, data: [0x0A, 0])), qos: 1),
            layout: "messageId:2 date:4 status:2 data:rest"
        ),
        .init(
            name: "QUERYACK over TCP, empty",
            sender: .server,
            form: .tcp,
            hex: "60 0001 80000000 5dc1",
            frame: Frame(.queryack(QueryAck(messageId: 1, date: .min, status: 24_001, data: []))),
            layout: "messageId:2 date:4 status:2 data:rest"
        ),
        .init(
            name: "QUERYACK of a client",
            sender: .client,
            hex: "60 0001 00000000 0000 ff",
            frame: Frame(.queryack(QueryAck(messageId: 1, date: 0, status: 0, data: [0xFF]))),
            layout: "messageId:2 date:4 status:2 data:rest"
        ),
        .init(
            name: "QUERYCON over TCP of a server",
            sender: .server,
            form: .tcp,
            hex: "7f 0000",
            frame: Frame(.querycon(messageId: 0), qos: 3, dup: true, retain: true),
            layout: "messageId:2"
        ),
    ]

    /// The types without a known body keep all of it, from either end and in either form.
    static let opaque: [FrameVector] = [0, 8, 9, 10, 11, 15].flatMap { (rawValue: UInt8) in
        FrameForm.allCases.flatMap { form in
            FrameSender.allCases.flatMap { sender in
                [[], [0, 1, 0xFF]].map { (data: [UInt8]) in
                    let type = FrameType(rawValue: rawValue)
                    return FrameVector(
                        name: "\(type.name(in: form)) of a \(sender) in the form \(form), \(data.count) bytes",
                        sender: sender,
                        form: form,
                        hex: String(rawValue, radix: 16) + "6" + (data.isEmpty ? "" : "0001ff"),
                        frame: Frame(.opaque(type, data: data), qos: 3),
                        layout: "data:rest"
                    )
                }
            }
        }
    }
}

@Suite("Frames of every type, sender and form")
struct FrameTableTests {
    @Test("decode to their fields and encode to their bytes", arguments: FrameVector.table)
    func table(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        #expect(try Frame(decoding: bytes.span, form: vector.form, sender: vector.sender) == vector.frame)
        #expect(try vector.frame.encoded(form: vector.form, sender: vector.sender) == bytes)
    }

    @Test("are all there: sixteen types in both forms")
    func complete() {
        let all = FrameVector.published + FrameVector.table
        for form in [FrameForm.websocket, .tcp] {
            let types = Set(all.filter { $0.form == form }.map(\.frame.body.type.rawValue))
            #expect(types == Set(0...15))
        }
    }

    @Test("of a WebSocket message, polling or TCP differ by the signature alone", arguments: FrameVector.published)
    func forms(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        #expect(try Frame(decoding: bytes.span, form: .polling, sender: vector.sender) == vector.frame)
        let inTCP = try vector.frame.encoded(form: .tcp, sender: vector.sender)
        switch vector.frame.body {
        case .publish, .query:
            var expected = bytes
            expected.insert(contentsOf: [UInt8](repeating: 0, count: 8), at: 1)
            #expect(inTCP == expected)
        default: #expect(inTCP == bytes)
        }
    }

    @Test("say different things by their sender: the same PUBLISH both ways")
    func publishBySender() throws {
        let bytes = try Hex.decode("32 0004 6162 0000 0002 7531 0007")
        let fromClient = Publish(topic: "ab\0\0", targetId: "u1", messageId: 7, data: [])
        #expect(try Frame(decoding: bytes.span, sender: .client) == Frame(.publish(fromClient), qos: 1))
        let fromServer = Publish(topic: "", targetId: "u1", messageId: 7, data: [], date: 0x0004_6162)
        #expect(try Frame(decoding: bytes.span, sender: .server) == Frame(.publish(fromServer), qos: 1))
    }

    @Test("have nothing but the id in a client's PUBACK; what a server would add is kept behind it")
    func pubackBySender() throws {
        let bytes = try Hex.decode("40 0102 5f720000 0000")
        let fromServer = try Frame(decoding: bytes.span, sender: .server)
        #expect(
            fromServer == Frame(.puback(PubAck(messageId: 258, receipt: .init(date: 1_601_306_624, status: 0))))
        )
        let fromClient = try Frame(decoding: bytes.span, sender: .client)
        #expect(fromClient == Frame(.puback(PubAck(messageId: 258)), trailing: [0x5F, 0x72, 0, 0, 0, 0]))
        #expect(try fromClient.encoded(sender: .client) == bytes)
        let short = try Hex.decode("40 0102")
        #expect(throws: WireError(.truncated, at: 3, path: ["PUBACK", "date"], needed: 4, available: 0)) {
            try Frame(decoding: short.span, sender: .server)
        }
    }
}
