import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Frame objects")
struct FrameObjectTests {
    @Test("become the frames that they describe, straight or by way of text", arguments: FrameObjectVector.all)
    func encoding(_ vector: FrameObjectVector) throws {
        let frame = try Frame(object: vector.object)
        let bytes = try frame.encoded(form: vector.form, sender: vector.sender)
        #expect(bytes == (try Hex.decode(vector.hex)))
        let again = try Frame(object: try JSONValue(parsing: vector.object.minified))
        #expect(again == frame)
    }

    @Test("take numbers as strings, null as absent, and pass over members that they do not know")
    func tolerance() throws {
        let object: JSONValue = [
            "type": "PUBLISH", "qos": .null, "dup": .null, "topic": "t", "targetId": "u", "messageId": "7",
            "date": "-1", "signature": .null, "trailing": .null, "data": "0x0A 0b", "payload": .null, "raw": .null,
            "system": "rongcloud", "n": 5,
        ]
        let expected = Publish(topic: "t", targetId: "u", messageId: 7, data: [10, 11], date: -1)
        #expect(try Frame(object: object) == Frame(.publish(expected)))
    }

    @Test(
        "that lack a member or hold a wrong one fail with its name",
        arguments: [
            ([:], .required, "type"), ([], .required, "type"), (["type": 3], .value, "type"),
            (["type": "GAP"], .value, "type"), (["type": "PINGREQ", "qos": 4], .value, "qos"),
            (["type": "PINGREQ", "qos": -1], .value, "qos"), (["type": "PINGREQ", "qos": "x"], .value, "qos"),
            (["type": "PINGREQ", "dup": 1], .value, "dup"), (["type": "PINGREQ", "retain": "true"], .value, "retain"),
            (["type": "PINGREQ", "trailing": 0], .value, "trailing"),
            (["type": "PINGREQ", "trailing": "0"], .truncated, "trailing"),
            (["type": "PINGREQ", "trailing": "zz"], .value, "trailing"),
            (["type": "QUERYCON"], .required, "messageId"),
            (["type": "QUERYCON", "messageId": .null], .required, "messageId"),
            (["type": "QUERYCON", "messageId": 65_536], .value, "messageId"),
            (["type": "QUERYCON", "messageId": -1], .value, "messageId"),
            (["type": "QUERYCON", "messageId": 1.5], .value, "messageId"),
            (["type": "QUERYCON", "messageId": true], .value, "messageId"),
            (["type": "PUBLISH", "targetId": "u", "messageId": 1], .required, "topic"),
            (["type": "PUBLISH", "topic": "t", "messageId": 1], .required, "targetId"),
            (["type": "PUBLISH", "topic": "t", "targetId": "u"], .required, "messageId"),
            (["type": "PUBLISH", "topic": 5, "targetId": "u", "messageId": 1], .value, "topic"),
            (["type": "QUERY", "topic": "t", "targetId": [], "messageId": 1], .value, "targetId"),
            (
                ["type": "QUERY", "topic": "t", "targetId": "u", "messageId": 1, "raw": ["topic": "6"]], .truncated,
                "raw.topic"
            ),
            (
                ["type": "QUERY", "topic": "t", "targetId": "u", "messageId": 1, "raw": ["topic": 6]], .value,
                "raw.topic"
            ),
            (["type": "QUERY", "topic": "t", "targetId": "u", "messageId": 1, "data": "6g"], .value, "data"),
            (["type": "QUERY", "topic": "t", "targetId": "u", "messageId": 1, "data": ["6"]], .value, "data"),
            (
                ["type": "QUERY", "topic": "t", "targetId": "u", "messageId": 1, "signature": "ff"], .value, "signature"
            ),
            (
                ["type": "PUBLISH", "topic": "t", "targetId": "u", "messageId": 1, "date": 2_147_483_648], .value,
                "date"
            ),
            (["type": "PUBACK", "messageId": 1, "date": 5], .required, "status"),
            (["type": "PUBACK", "messageId": 1, "status": 5], .required, "date"),
            (["type": "PUBACK", "messageId": 1, "date": 5, "status": 65_536], .value, "status"),
            (
                ["type": "PUBACK", "messageId": 1, "date": 5, "status": 0, "millisecond": 65_536], .value, "millisecond"
            ),
            (
                ["type": "PUBACK", "messageId": 1, "date": 5, "status": 0, "messageUId": 5], .value, "messageUId"
            ),
            (["type": "QUERYACK", "messageId": 1, "date": 5], .required, "status"),
            (["type": "QUERYACK", "messageId": 1, "status": 0], .required, "date"),
            (["type": "CONNACK"], .required, "status"), (["type": "CONNACK", "status": 256], .value, "status"),
            (["type": "CONNACK", "status": 0, "flags": 256], .value, "flags"),
            (["type": "CONNACK", "status": 0, "timestamp": "later"], .value, "timestamp"),
            (["type": "DISCONNECT", "flag": 0], .required, "status"),
            (["type": "DISCONNECT", "status": 0, "flag": 256], .value, "flag"),
            (["type": "CONNECT"], .required, "protocolId"),
            (["type": "CONNECT", "protocolId": "RCloud"], .required, "protocolVersion"),
            (["type": "CONNECT", "protocolId": "RCloud", "protocolVersion": 3], .required, "flags"),
            (["type": "CONNECT", "protocolId": "RCloud", "protocolVersion": 3, "flags": 0], .required, "keepAlive"),
            (
                ["type": "CONNECT", "protocolId": "RCloud", "protocolVersion": 3, "flags": 0, "keepAlive": 0],
                .required,
                "clientId"
            ),
            (
                ["type": "QUERYACK", "messageId": 1, "date": 5, "status": 0, "payload": ["message": "NotifyMsg"]],
                .required, "payload.value"
            ),
            (
                [
                    "type": "QUERYACK", "messageId": 1, "date": 5, "status": 0,
                    "payload": ["message": "X", "value": [:]],
                ],
                .value, "payload.message"
            ),
            (
                [
                    "type": "QUERYACK", "messageId": 1, "date": 5, "status": 0,
                    "payload": ["message": "NotifyMsg", "value": ["time": "5"]],
                ], .required, "payload.NotifyMsg.type"
            ),
            (
                [
                    "type": "QUERYACK", "messageId": 1, "date": 5, "status": 0,
                    "payload": ["message": "NotifyMsg", "value": ["type": "many"]],
                ], .value, "payload.NotifyMsg.type"
            ),
        ] as [(JSONValue, WireError.Code, String)]
    )
    func errors(_ object: JSONValue, _ code: WireError.Code, _ path: String) {
        do throws(WireError) {
            let frame = try Frame(object: object)
            Issue.record("became \(frame)")
        } catch {
            #expect(error.code == code)
            #expect(error.path.joined(separator: ".") == path)
            #expect(error.path.allSatisfy { !$0.contains(".") })
        }
    }

    @Test("point at the digit that is wrong in a hex text")
    func hexOffset() {
        #expect(throws: WireError(.value, at: 3, path: ["raw", "topic"], expected: "hex digits")) {
            try Frame(
                object: [
                    "type": "QUERY", "topic": "t", "targetId": "u", "messageId": 1, "raw": ["topic": "610x"],
                ]
            )
        }
    }
}
