import Testing
import WireFormat

@testable import RongCloud

/// A frame in hex with what it says and how it is laid out, all written down by hand.
struct FrameVector: Sendable, CustomTestStringConvertible {
    var name: String
    var sender: FrameSender
    var form = FrameForm.websocket
    /// White space stands between the fields.
    var hex: String
    var frame: Frame
    /// The fields behind the header: `name:width`, `name:text` after a length, `name:rest` to the end.
    var layout: String
    /// How many bytes of the frame, from its start, are a whole frame as well; bytes of `rest` aside.
    var wholeAt: [Int] = []

    var testDescription: String { name }

    var bytes: [UInt8] {
        get throws { try Hex.decode(hex) }
    }

    /// The fields of ``layout`` with the header.
    var fields: [(name: String, width: String)] {
        [("header", "1")]
            + layout.split(separator: " ").map { field in
                let parts = field.split(separator: ":").map(String.init)
                return (parts[0], parts[1])
            }
    }

    /// What reading must say of the first `count` bytes by the layout; `nil` when they are a whole frame.
    func errorWhenCut(at count: Int) throws -> WireError? {
        let bytes = try bytes
        if wholeAt.contains(count) { return nil }
        let type = frame.body.type.name(in: form).description
        var start = 0
        for field in fields {
            let path = start == 0 ? [field.name] : [type, field.name]
            func missing(_ offset: Int, _ width: Int) -> WireError {
                WireError(.truncated, at: offset, path: path, needed: width, available: count - offset)
            }
            if field.width == "rest" { return nil }
            if field.width == "text" {
                if count < start + 2 { return missing(start, 2) }
                let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
                if count < start + 2 + length { return missing(start + 2, length) }
                start += 2 + length
            } else {
                let width = try #require(Int(field.width))
                if count < start + width { return missing(start, width) }
                start += width
            }
        }
        return nil
    }
}

extension FrameVector {
    private static let time: Int64 = 1_700_000_000_000

    /// The published frames of the WebSocket form: made by running the web SDKs, or by hand and read back by them.
    static let published: [FrameVector] = [
        .init(name: "PINGREQ", sender: .client, hex: "c0", frame: Frame(.pingreq), layout: ""),
        .init(
            name: "PUBLISH of a client, QoS 1",
            sender: .client,
            hex: "32 0006 70704d736750 0003 626f62 1234 010203",
            frame: Frame(
                .publish(Publish(topic: "ppMsgP", targetId: "bob", messageId: 0x1234, data: [1, 2, 3])),
                qos: 1
            ),
            layout: "topic:text targetId:text messageId:2 data:rest"
        ),
        .init(
            name: "QUERY, QoS 1",
            sender: .client,
            hex: "52 0007 70756c6c4d7367 0002 6d65 0001 0800",
            frame: Frame(.query(Query(topic: "pullMsg", targetId: "me", messageId: 1, data: [8, 0])), qos: 1),
            layout: "topic:text targetId:text messageId:2 data:rest"
        ),
        .init(
            name: "QUERY, QoS 0",
            sender: .client,
            hex: "50 0007 70756c6c4d7367 0002 6d65 0003 0800",
            frame: Frame(.query(Query(topic: "pullMsg", targetId: "me", messageId: 3, data: [8, 0]))),
            layout: "topic:text targetId:text messageId:2 data:rest"
        ),
        .init(
            name: "PUBLISH to an ultra group",
            sender: .client,
            hex: "32 0005 75674d7367 0002 7631 0102 0102",
            frame: Frame(.publish(Publish(topic: "ugMsg", targetId: "v1", messageId: 0x0102, data: [1, 2])), qos: 1),
            layout: "topic:text targetId:text messageId:2 data:rest"
        ),
        .init(
            name: "PUBACK of a client",
            sender: .client,
            hex: "40 0102",
            frame: Frame(.puback(PubAck(messageId: 258))),
            layout: "messageId:2"
        ),
        .init(
            name: "QUERYCON",
            sender: .client,
            hex: "70 0102",
            frame: Frame(.querycon(messageId: 258)),
            layout: "messageId:2"
        ),
        .init(
            name: "CONNACK of protocol version 3",
            sender: .server,
            hex: "20 00 00 0002 7531 0003 736964 0000018bcfe56800",
            frame: Frame(.connack(ConnAck(status: 0, userId: "u1", sessionId: "sid", timestamp: time))),
            layout: "flag:1 status:1 userId:text sessionId:text timestamp:8",
            // After the status, after the user id; and a zero byte alone is the flags of version 4.
            wholeAt: [3, 4, 7]
        ),
        .init(
            name: "CONNACK of protocol version 4, flags 0f",
            sender: .server,
            hex: "20 00 00 0f 0002 7531 0003 736964 0000018bcfe56800 1234",
            frame: Frame(
                .connack(
                    ConnAck(status: 0, userId: "u1", sessionId: "sid", timestamp: time, messageId: 0x1234, flags: 0x0F)
                )
            ),
            layout: "flag:1 status:1 flags:1 userId:text sessionId:text timestamp:8 messageId:2",
            wholeAt: [3]
        ),
        .init(
            name: "CONNACK of protocol version 4, flags 0d",
            sender: .server,
            hex: "20 00 00 0d 0002 7531 0000018bcfe56800 1234",
            frame: Frame(.connack(ConnAck(status: 0, userId: "u1", timestamp: time, messageId: 0x1234, flags: 0x0D))),
            layout: "flag:1 status:1 flags:1 userId:text timestamp:8 messageId:2",
            wholeAt: [3]
        ),
        .init(
            name: "CONNACK that refuses",
            sender: .server,
            hex: "20 00 04",
            frame: Frame(.connack(ConnAck(status: 4))),
            layout: "flag:1 status:1"
        ),
        .init(
            name: "PUBACK of a server",
            sender: .server,
            hex: "40 0102 5f720000 0000 01a2 0013 424b52352d323850342d4a5438352d534b3848",
            frame: Frame(
                .puback(
                    PubAck(
                        messageId: 258,
                        receipt: .init(
                            date: 1_601_306_624,
                            status: 0,
                            millisecond: 418,
                            messageUId: "BKR5-28P4-JT85-SK8H"
                        )
                    )
                )
            ),
            layout: "messageId:2 date:4 status:2 millisecond:2 messageUId:text",
            wholeAt: [9, 11]
        ),
        .init(
            name: "PUBLISH of a server",
            sender: .server,
            hex: "32 5f720000 0005 735f6d7367 0002 7531 0007 aabb",
            frame: Frame(
                .publish(
                    Publish(topic: "s_msg", targetId: "u1", messageId: 7, data: [0xAA, 0xBB], date: 1_601_306_624)
                ),
                qos: 1
            ),
            layout: "date:4 topic:text targetId:text messageId:2 data:rest"
        ),
        .init(
            name: "DISCONNECT",
            sender: .server,
            hex: "e0 00 05",
            frame: Frame(.disconnect(Disconnect(status: 5))),
            layout: "flag:1 status:1"
        ),
    ]
}

@Suite("Published frames")
struct FrameVectorTests {
    @Test("decode to their fields and encode to their bytes", arguments: FrameVector.published)
    func published(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        #expect(try Frame(decoding: bytes.span, sender: vector.sender) == vector.frame)
        #expect(try vector.frame.encoded(sender: vector.sender) == bytes)
    }

    @Test("have the milliseconds of a PUBACK added to its seconds")
    func pubackTime() throws {
        let bytes = try Hex.decode("4001025f720000000001a20013424b52352d323850342d4a5438352d534b3848")
        let frame = try Frame(decoding: bytes.span, sender: .server)
        guard case .puback(let puback) = frame.body, let receipt = puback.receipt else {
            Issue.record("not a PUBACK of a server: \(frame)")
            return
        }
        #expect(Int64(receipt.date) * 1000 + Int64(receipt.millisecond ?? 0) == 1_601_306_624_418)
    }

    @Test("have headers of four, one, two and one bits")
    func headers() {
        for rawValue in UInt8.min...UInt8.max {
            let header = FrameHeader(rawValue: rawValue)
            let parts = (Int(header.type.rawValue), header.dup ? 1 : 0, Int(header.qos), header.retain ? 1 : 0)
            #expect(parts.0 * 16 + parts.1 * 8 + parts.2 * 2 + parts.3 == Int(rawValue))
            #expect(parts.0 < 16 && parts.2 < 4)
            let again = FrameHeader(header.type, qos: header.qos, dup: header.dup, retain: header.retain)
            #expect(again.rawValue == rawValue)
        }
    }

    @Test(
        "are told by the header bytes in use",
        arguments: [
            (0x32, .publish, 1, false, false), (0x30, .publish, 0, false, false), (0x33, .publish, 1, false, true),
            (0x38, .publish, 0, true, false), (0x3A, .publish, 1, true, false), (0x52, .query, 1, false, false),
            (0x50, .query, 0, false, false), (0x40, .puback, 0, false, false), (0x60, .queryack, 0, false, false),
            (0x62, .queryack, 1, false, false), (0x70, .querycon, 0, false, false), (0x20, .connack, 0, false, false),
            (0xC0, .pingreq, 0, false, false), (0xD0, .pingresp, 0, false, false), (0xE0, .disconnect, 0, false, false),
        ] as [(UInt8, FrameType, UInt8, Bool, Bool)]
    )
    func headerBytes(_ byte: UInt8, _ type: FrameType, _ qos: UInt8, _ dup: Bool, _ retain: Bool) {
        let header = FrameHeader(rawValue: byte)
        #expect(header.type == type)
        #expect(header.qos == qos)
        #expect(header.dup == dup)
        #expect(header.retain == retain)
    }

    @Test("have sixteen types, found again by either form's name")
    func typeNames() {
        let names = [
            "SYMMETRIC", "CONNECT", "CONNACK", "PUBLISH", "PUBACK", "QUERY", "QUERYACK", "QUERYCON", "SUBSCRIBE",
            "SUBACK",
            "UNSUBSCRIBE", "UNSUBACK", "PINGREQ", "PINGRESP", "DISCONNECT", "RESERVED",
        ]
        for (rawValue, name) in names.enumerated() {
            let type = FrameType(rawValue: UInt8(rawValue))
            #expect(type.name(in: .websocket).description == name)
            #expect(type.name(in: .polling).description == name)
            let inTCP = [8: "RECONNECT", 9: "RECONNECTACK"][rawValue] ?? name
            #expect(type.name(in: .tcp).description == inTCP)
            #expect(FrameType(name: name) == type)
            #expect(FrameType(name: inTCP) == type)
        }
        for name in ["", "publish", "PUBLISH ", "PUB", "GAP", "16"] { #expect(FrameType(name: name) == nil) }
    }
}
