import Testing
import WireFormat

@testable import RongCloud

extension FrameVector {
    private static let user300: WireString = .init(String(repeating: "u", count: 300))
    private static let hex300 = "012c " + String(repeating: "75", count: 300)

    /// CONNECT, CONNACK, heartbeats and DISCONNECT.
    static let sessions: [FrameVector] = [
        .init(
            name: "CONNECT with everything, as the web code lays it out",
            sender: .client,
            form: .tcp,
            hex: """
                10 0006 52436c6f7564 03 c6 003c 0003 646576 000a 636c69656e74496e666f 0003 572d31
                0003 6b6579 0005 746f6b656e
                """,
            frame: Frame(
                .connect(
                    Connect(
                        flags: 0xC6,
                        keepAlive: 60,
                        clientId: "dev",
                        willTopic: "clientInfo",
                        will: "W-1",
                        appId: "key",
                        token: "token"
                    )
                )
            ),
            layout: "protocolId:text protocolVersion:1 flags:1 keepAlive:2 clientId:text willTopic:text will:text "
                + "appId:text token:text"
        ),
        .init(
            name: "CONNECT with a token alone",
            sender: .client,
            hex: "10 0006 52436c6f7564 03 42 0078 0000 0001 74",
            frame: Frame(.connect(Connect(flags: 0x42, keepAlive: 120, clientId: "", token: "t"))),
            layout: "protocolId:text protocolVersion:1 flags:1 keepAlive:2 clientId:text token:text"
        ),
        .init(
            name: "CONNECT with nothing optional",
            sender: .client,
            form: .tcp,
            hex: "10 0000 00 00 0000 0001 61",
            frame: Frame(
                .connect(Connect(protocolId: "", protocolVersion: 0, flags: 0, keepAlive: 0, clientId: "a"))
            ),
            layout: "protocolId:text protocolVersion:1 flags:1 keepAlive:2 clientId:text"
        ),
        .init(
            name: "CONNACK of protocol version 3, the user alone",
            sender: .server,
            form: .tcp,
            hex: "20 80 00 0002 7531",
            frame: Frame(.connack(ConnAck(status: 0, userId: "u1", flag: 0x80))),
            layout: "flag:1 status:1 userId:text",
            wholeAt: [3, 4]
        ),
        .init(
            name: "CONNACK of protocol version 3, empty texts and a time before 1970",
            sender: .server,
            hex: "20 ff ff 0000 0000 ffffffffffffffff",
            frame: Frame(.connack(ConnAck(status: 255, userId: "", sessionId: "", timestamp: -1, flag: 255))),
            layout: "flag:1 status:1 userId:text sessionId:text timestamp:8",
            wholeAt: [3, 4, 5]
        ),
        .init(
            name: "CONNACK of protocol version 4 without any field",
            sender: .server,
            hex: "20 00 00 00",
            frame: Frame(.connack(ConnAck(status: 0, flags: 0))),
            layout: "flag:1 status:1 flags:1",
            wholeAt: [3]
        ),
        .init(
            name: "CONNACK of protocol version 4, the message id alone",
            sender: .server,
            hex: "20 00 00 08 ffff",
            frame: Frame(.connack(ConnAck(status: 0, messageId: 65_535, flags: 8))),
            layout: "flag:1 status:1 flags:1 messageId:2",
            wholeAt: [3]
        ),
        .init(
            name: "CONNACK of protocol version 4 with bits that nobody knows",
            sender: .server,
            hex: "20 00 00 f6 0003 736964 0000018bcfe56800",
            frame: Frame(
                .connack(ConnAck(status: 0, sessionId: "sid", timestamp: 1_700_000_000_000, flags: 0xF6))
            ),
            layout: "flag:1 status:1 flags:1 sessionId:text timestamp:8",
            wholeAt: [3]
        ),
        .init(
            name: "DISCONNECT over TCP with an unknown status",
            sender: .client,
            form: .tcp,
            hex: "e0 01 ff",
            frame: Frame(.disconnect(Disconnect(status: 255, flag: 1))),
            layout: "flag:1 status:1"
        ),
        .init(name: "PINGREQ over TCP", sender: .client, form: .tcp, hex: "c0", frame: Frame(.pingreq), layout: ""),
        .init(name: "PINGRESP", sender: .server, hex: "d0", frame: Frame(.pingresp), layout: ""),
        .init(
            name: "PINGRESP over TCP with every bit set",
            sender: .client,
            form: .tcp,
            hex: "df",
            frame: Frame(.pingresp, qos: 3, dup: true, retain: true),
            layout: ""
        ),
    ]

    /// Frames that can only be told apart by their whole length: cut off, they may be read as others.
    static let ambiguous: [FrameVector] = [
        .init(
            name: "CONNECT with an address, which no flag announces",
            sender: .client,
            form: .tcp,
            hex: """
                10 000a 426f7373467269646179 01 d6 003c 0003 646576 0007 312e322e332e34 000a 636c69656e74496e666f
                0001 77 0001 6b 0001 74
                """,
            frame: Frame(
                .connect(
                    Connect(
                        protocolId: "BossFriday",
                        protocolVersion: 1,
                        flags: 0xD6,
                        keepAlive: 60,
                        clientId: "dev",
                        clientIp: "1.2.3.4",
                        willTopic: "clientInfo",
                        will: "w",
                        appId: "k",
                        token: "t"
                    )
                )
            ),
            layout: "protocolId:text protocolVersion:1 flags:1 keepAlive:2 clientId:text clientIp:text willTopic:text "
                + "will:text appId:text token:text"
        ),
        .init(
            name: "CONNECT with an address alone",
            sender: .client,
            form: .tcp,
            hex: "10 0000 01 02 003c 0001 64 0001 69",
            frame: Frame(
                .connect(
                    Connect(
                        protocolId: "",
                        protocolVersion: 1,
                        flags: 2,
                        keepAlive: 60,
                        clientId: "d",
                        clientIp: "i"
                    )
                )
            ),
            layout: "protocolId:text protocolVersion:1 flags:1 keepAlive:2 clientId:text clientIp:text"
        ),
        .init(
            name: "CONNACK of protocol version 4 with a user id of 300 bytes",
            sender: .server,
            hex: "20 00 00 01 " + hex300,
            frame: Frame(.connack(ConnAck(status: 0, userId: user300, flags: 1))),
            layout: "flag:1 status:1 flags:1 userId:text"
        ),
        .init(
            name: "CONNACK of protocol version 3 with a user id of 300 bytes",
            sender: .server,
            hex: "20 00 00 " + hex300,
            frame: Frame(.connack(ConnAck(status: 0, userId: user300))),
            layout: "flag:1 status:1 userId:text"
        ),
        .init(
            name: "CONNACK of protocol version 3 with a user id of 300 bytes, session and time",
            sender: .server,
            hex: "20 00 00 " + hex300 + " 0001 73 0000018bcfe56800",
            frame: Frame(
                .connack(ConnAck(status: 0, userId: user300, sessionId: "s", timestamp: 1_700_000_000_000))
            ),
            layout: "flag:1 status:1 userId:text sessionId:text timestamp:8"
        ),
    ]
}

@Suite("Frames of a session")
struct FrameSessionTests {
    @Test("that only the whole length tells apart decode to their fields", arguments: FrameVector.ambiguous)
    func ambiguous(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        #expect(try Frame(decoding: bytes.span, form: vector.form, sender: vector.sender) == vector.frame)
        #expect(try vector.frame.encoded(form: vector.form, sender: vector.sender) == bytes)
    }

    @Test("accept any status, and keep the byte before it", arguments: UInt8.min...UInt8.max)
    func anyStatus(_ status: UInt8) throws {
        for type in [0x20, 0xE0] as [UInt8] {
            let bytes = [type, ~status, status]
            let frame = try Frame(decoding: bytes.span, sender: .server)
            switch frame.body {
            case .connack(let connack):
                #expect(type == 0x20)
                #expect(connack == ConnAck(status: status, flag: ~status))
            case .disconnect(let disconnect):
                #expect(type == 0xE0)
                #expect(disconnect == Disconnect(status: status, flag: ~status))
            default: Issue.record("\(frame)")
            }
            #expect(try frame.encoded(sender: .server) == bytes)
        }
    }

    @Test("keep the bytes that follow a CONNACK's fields, by its version's layout")
    func connackTrailing() throws {
        let third = try Hex.decode("20 00 00 0002 7531 0001 73 0000000000000001 aa")
        #expect(
            try Frame(decoding: third.span, sender: .server)
                == Frame(.connack(ConnAck(status: 0, userId: "u1", sessionId: "s", timestamp: 1)), trailing: [0xAA])
        )
        let fourth = try Hex.decode("20 00 00 05 0002 7531 0000000000000001 aabb")
        #expect(
            try Frame(decoding: fourth.span, sender: .server)
                == Frame(
                    .connack(ConnAck(status: 0, userId: "u1", timestamp: 1, flags: 5)),
                    trailing: [0xAA, 0xBB]
                )
        )
    }

    @Test("have the flags of CONNECT in the bits that its writers use")
    func connectFlags() {
        #expect([Connect.hasAppId, Connect.hasToken, Connect.hasWill] == [0x80, 0x40, 0x04])
        #expect(
            [ConnAck.hasUserId, ConnAck.hasSessionId, ConnAck.hasTimestamp, ConnAck.hasMessageId] == [1, 2, 4, 8]
        )
    }
}
