import RongCloud
import Testing
import WireFormat
import WireJSON

/// A frame object as it is published, and the frame's bytes.
struct FrameObjectVector: Sendable, CustomTestStringConvertible {
    var name: String
    var sender: FrameSender
    var form = FrameForm.websocket
    var object: JSONValue
    var hex: String

    var testDescription: String { name }

    static let all: [FrameObjectVector] = [
        .init(name: "PINGREQ", sender: .client, object: ["type": "PINGREQ"], hex: "c0"),
        .init(
            name: "PINGRESP with every bit",
            sender: .server,
            object: ["type": "PINGRESP", "qos": 3, "dup": true, "retain": true],
            hex: "df"
        ),
        .init(
            name: "PUBLISH of a client",
            sender: .client,
            object: [
                "type": "PUBLISH", "qos": 1, "dup": false, "retain": false, "topic": "ppMsgP", "targetId": "bob",
                "messageId": 4660, "data": "010203",
            ],
            hex: "32 0006 70704d736750 0003 626f62 1234 010203"
        ),
        .init(
            name: "PUBLISH of a server over TCP",
            sender: .server,
            form: .tcp,
            object: [
                "type": "PUBLISH", "qos": 1, "signature": "00000000000000ff", "topic": "s_msg", "targetId": "u1",
                "messageId": 7, "date": 1_601_306_624, "data": "aabb",
            ],
            hex: "32 00000000000000ff 5f720000 0005 735f6d7367 0002 7531 0007 aabb"
        ),
        .init(
            name: "QUERY with a text that our writer would write otherwise",
            sender: .client,
            object: [
                "type": "QUERY", "qos": 1, "topic": "a\0", "targetId": "😀", "messageId": 1,
                "raw": ["topic": "61c080", "targetId": "f09f9880"], "data": "",
            ],
            hex: "52 0003 61c080 0004 f09f9880 0001"
        ),
        .init(
            name: "QUERY in the documented form for want of raw",
            sender: .client,
            object: ["type": "QUERY", "qos": 1, "topic": "a\0", "targetId": "😀", "messageId": 1, "data": ""],
            hex: "52 0002 6100 0006 eda0bdedb880 0001"
        ),
        .init(
            name: "QUERY with a payload to encode",
            sender: .client,
            object: [
                "type": "QUERY", "qos": 1, "topic": "pullMsg", "targetId": "me", "messageId": 1,
                "payload": ["message": "SyncRequestMsg", "value": ["syncTime": "300", "ispolling": false]],
            ],
            hex: "52 0007 70756c6c4d7367 0002 6d65 0001 08ac02 1000"
        ),
        .init(
            name: "QUERY whose data wins over its payload",
            sender: .client,
            object: [
                "type": "QUERY", "topic": "pullMsg", "targetId": "me", "messageId": 1, "data": "ff",
                "payload": ["message": "NoSuchMessage", "value": 5], "messages": [["objectName": "RC:TxtMsg"]],
            ],
            hex: "50 0007 70756c6c4d7367 0002 6d65 0001 ff"
        ),
        .init(
            name: "PUBACK of a client",
            sender: .client,
            object: ["type": "PUBACK", "messageId": 258],
            hex: "40 0102"
        ),
        .init(
            name: "PUBACK of a server",
            sender: .server,
            object: [
                "type": "PUBACK", "messageId": 258, "date": 1_601_306_624, "status": 0, "millisecond": 418,
                "messageUId": "BKR5-28P4-JT85-SK8H",
            ],
            hex: "40 0102 5f720000 0000 01a2 0013 424b52352d323850342d4a5438352d534b3848"
        ),
        .init(
            name: "PUBACK of a server that ends after the status",
            sender: .server,
            object: ["type": "PUBACK", "messageId": 1, "date": -1, "status": 65_535],
            hex: "40 0001 ffffffff ffff"
        ),
        .init(
            name: "QUERYACK",
            sender: .server,
            object: ["type": "QUERYACK", "qos": 1, "messageId": 1, "date": 1_601_306_624, "status": 0, "data": "0a00"],
            hex: "62 0001 5f720000 0000 0a00"
        ),
        .init(
            name: "QUERYCON with bytes behind it",
            sender: .client,
            object: ["type": "QUERYCON", "messageId": 258, "trailing": "00ff"],
            hex: "70 0102 00ff"
        ),
        .init(
            name: "CONNACK of protocol version 3",
            sender: .server,
            object: [
                "type": "CONNACK", "flag": 128, "status": 0, "userId": "u1", "sessionId": "sid",
                "timestamp": 1_700_000_000_000,
            ],
            hex: "20 80 00 0002 7531 0003 736964 0000018bcfe56800"
        ),
        .init(
            name: "CONNACK of protocol version 4",
            sender: .server,
            object: [
                "type": "CONNACK", "flag": 0, "status": 0, "flags": 13, "userId": "u1", "timestamp": 1_700_000_000_000,
                "messageId": 4660,
            ],
            hex: "20 00 00 0d 0002 7531 0000018bcfe56800 1234"
        ),
        .init(
            name: "CONNACK that refuses",
            sender: .server,
            object: ["type": "CONNACK", "status": 4],
            hex: "20 00 04"
        ),
        .init(
            name: "DISCONNECT",
            sender: .server,
            object: ["type": "DISCONNECT", "flag": 1, "status": 5],
            hex: "e0 01 05"
        ),
        .init(
            name: "CONNECT",
            sender: .client,
            form: .tcp,
            object: [
                "type": "CONNECT", "protocolId": "BossFriday", "protocolVersion": 1, "flags": 214, "keepAlive": 60,
                "clientId": "dev", "clientIp": "1.2.3.4", "willTopic": "clientInfo", "will": "w", "appId": "k",
                "token": "t",
            ],
            hex: """
                10 000a 426f7373467269646179 01 d6 003c 0003 646576 0007 312e322e332e34 000a 636c69656e74496e666f
                0001 77 0001 6b 0001 74
                """
        ),
        .init(
            name: "SUBSCRIBE, which is RECONNECT over TCP",
            sender: .client,
            object: ["type": "RECONNECT", "qos": 1, "data": "0102"],
            hex: "82 0102"
        ),
        .init(name: "RESERVED", sender: .client, object: ["type": "RESERVED", "data": "00"], hex: "f0 00"),
        .init(name: "SYMMETRIC without a body", sender: .client, object: ["type": "SYMMETRIC"], hex: "00"),
    ]
}
