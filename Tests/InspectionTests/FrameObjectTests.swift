import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Frame objects")
struct FrameObjectTests {
    @Test("every recorded frame comes back byte for byte", arguments: Bundled.allCases)
    func recordedFrames(_ capture: Bundled) throws {
        for frame in try capture.frames() {
            let bytes = try frame.bytes()
            let object = try FrameObject.decode(
                bytes,
                form: .websocket,
                sender: frame.sender,
                topic: frame.answersTopic
            )
            let again = try FrameObject.encode(Array(object.utf8), form: .websocket, sender: frame.sender)
            #expect(Hex.encode(again) == frame.hex)
        }
    }

    @Test("the object of an answer holds its payload when the query's topic is given", arguments: Bundled.allCases)
    func answersWithTopic(_ capture: Bundled) throws {
        for frame in try capture.frames() where frame.type == "QUERYACK" {
            let with = try object(frame.bytes(), .server, topic: frame.answersTopic)
            #expect(with["payload"]?["message"]?.string == frame.json["payloadMessage"]?.string)
            let without = try object(frame.bytes(), .server)
            #expect(without["payload"] == nil)
            #expect(without["data"]?.string == with["data"]?.string)
        }
    }

    /// Layouts as published for the web SDKs; values by hand.
    @Test(
        "frames are laid out as the SDKs write them",
        arguments: [
            ("c0", FrameSender.client, #"{"type":"PINGREQ","qos":0,"dup":false,"retain":false}"#),
            ("400102", .client, #"{"type":"PUBACK","qos":0,"dup":false,"retain":false,"messageId":258}"#),
            ("700102", .client, #"{"type":"QUERYCON","qos":0,"dup":false,"retain":false,"messageId":258}"#),
            (
                "2000000002753100037369640000018bcfe56800", .server,
                #"{"type":"CONNACK","qos":0,"dup":false,"retain":false,"flag":0,"status":0,"userId":"u1","#
                    + #""sessionId":"sid","timestamp":1700000000000}"#
            ),
            (
                "2000000d000275310000018bcfe568001234", .server,
                #"{"type":"CONNACK","qos":0,"dup":false,"retain":false,"flag":0,"status":0,"flags":13,"#
                    + #""userId":"u1","timestamp":1700000000000,"messageId":4660}"#
            ),
            ("200004", .server, #"{"type":"CONNACK","qos":0,"dup":false,"retain":false,"flag":0,"status":4}"#),
            ("e00005", .server, #"{"type":"DISCONNECT","qos":0,"dup":false,"retain":false,"flag":0,"status":5}"#),
            (
                "4001025f720000000001a20013424b52352d323850342d4a5438352d534b3848", .server,
                #"{"type":"PUBACK","qos":0,"dup":false,"retain":false,"messageId":258,"date":1601306624,"status":0,"#
                    + #""millisecond":418,"messageUId":"BKR5-28P4-JT85-SK8H"}"#
            ),
        ]
    )
    func layouts(_ hex: String, _ sender: FrameSender, _ expected: String) throws {
        let found = try object(try Hex.decode(hex), sender)
        let wanted = try JSONValue(parsing: expected)
        let members = Dictionary(uniqueKeysWithValues: try #require(found.members).map { ($0.key.text, $0.value) })
        let others = Dictionary(uniqueKeysWithValues: try #require(wanted.members).map { ($0.key.text, $0.value) })
        #expect(members == others)
        #expect(Hex.encode(try FrameObject.encode(Array(expected.utf8), form: .websocket, sender: sender)) == hex)
    }

    @Test("odd frames come back byte for byte too")
    func oddFrames() throws {
        let frames: [(String, FrameSender)] = [
            ("c1", .client), ("cf00ff", .client), ("00", .client), ("f3010203", .server), ("8a0000", .client),
            ("3e0001ff0002c08000070801", .client), ("320006eda0bdedb8800003f09f980001", .client),
            ("4001025f720000000001a2", .server), ("4001025f7200000000", .server), ("e00005ffff", .server),
            ("20000000027531", .server), ("6f00015f7200000000", .server),
            ("60000100000007000001", .client),
        ]
        for (hex, sender) in frames {
            let found = try FrameObject.decode(try Hex.decode(hex), form: .websocket, sender: sender, topic: nil)
            let again = try FrameObject.encode(Array(found.utf8), form: .websocket, sender: sender)
            #expect(Hex.encode(again) == hex)
        }
    }

    @Test(
        "a length of the TCP form that takes more bytes than it needs comes back, too, and fits the body or is refused",
        arguments: [("40c282000102", "8200"), ("40428280000102", "828000")]
    )
    func paddedLength(_ hex: String, _ length: String) throws {
        let found = try FrameObject.decode(try Hex.decode(hex), form: .tcp, sender: .client, topic: nil)
        var object = try JSONValue(parsing: found)
        #expect(object["raw"] == ["length": JSONValue(length)])
        #expect(Hex.encode(try FrameObject.encode(object.minified, form: .tcp, sender: .client)) == hex)
        for wrong in ["", "83\(length.dropFirst(2))", "\(length.dropLast(2))", "82808000"] {
            object["raw"] = ["length": JSONValue(wrong)]
            let fault = #expect(throws: WireError.self) {
                try FrameObject.encode(object.minified, form: .tcp, sender: .client)
            }
            #expect(fault?.code == .value && fault?.path == ["raw", "length"])
        }
    }

    @Test(
        "parameters that nobody knows are written, too, and a path must be the one that waits",
        arguments: [
            ("/websocket?appId=a&sdkVer=2&pid=1&k%26=v%20", "CONNECT"), ("/websocket?sessionid=s&x=1", "CONNECT"),
            ("/pullmsg.js?sessionid=s&timestrap=1&pid=2&more=3", "POLL"),
        ]
    )
    func otherParameters(_ target: String, _ type: String) throws {
        let found = try FrameObject.decode(Array(target.utf8), form: .polling, sender: .client, topic: nil)
        var object = try JSONValue(parsing: found)
        #expect(object["type"]?.string == type)
        object["raw"] = nil
        let again = try FrameObject.encode(object.minified, form: .polling, sender: .client)
        #expect(String(decoding: again, as: UTF8.self) == target)
        let other = try FrameObject.decode(
            Array("/notpullmsg.js?pid=1".utf8),
            form: .polling,
            sender: .client,
            topic: nil
        )
        #expect(try JSONValue(parsing: other)["type"]?.string == "CONNECT")
    }

    @Test(
        "a unit of long polling that cannot be read is refused with class, path and offset of its fault",
        arguments: [
            (#"{"headerCode":1000}"#, WireError(.value, at: 14, path: ["headerCode"], expected: "a number of 8 bits")),
            (#"{"headerCode":"50"}"#, WireError(.value, at: 0, path: ["headerCode"], expected: "an integer")),
            (#"{"messageId":1}"#, WireError(.required, at: 0, path: ["headerCode"])),
            ("[]", WireError(.json, at: 0, expected: "an object")),
        ]
    )
    func refusedAnswers(_ unit: String, _ fault: WireError) {
        #expect(throws: fault) {
            try FrameObject.decode(Array(unit.utf8), form: .polling, sender: .server, topic: nil)
        }
    }

    @Test(
        "a frame object of long polling that no frame has is refused with the place of its fault",
        arguments: [
            (.client, #"{"type":"PUBLISHED","messageId":1}"#, .value, ["type"]),
            (.server, #"{"type":"POLL"}"#, .value, ["type"]),
            (.client, #"{"type":"PUBLISH","qos":4}"#, .value, ["qos"]),
            (.server, #"{"type":"PUBLISH","qos":-1}"#, .value, ["qos"]),
            (.server, #"{"type":"PUBLISH","dup":1}"#, .value, ["dup"]),
            (.client, #"{"type":"PUBACK","messageId":70000}"#, .value, ["messageId"]),
            (.server, #"{"type":"PUBACK","messageId":1,"status":[1]}"#, .value, ["status"]),
            (.server, #"{"type":"PUBLISH","topic":5}"#, .value, ["topic"]),
            (.client, #"{"type":"POLL","sessionId":["s"]}"#, .value, ["sessionId"]),
            (.server, #"{"type":"PUBLISH","data":5}"#, .value, ["data"]),
            (.server, #"{"type":"PUBLISH","data":"ff"}"#, .string, ["data"]),
            (.client, #"{"type":"PUBLISH","raw":{"unit":5}}"#, .value, ["raw", "unit"]),
            (
                .server, #"{"type":"PUBLISH","payload":{"message":"NotifyMsg","value":{}}}"#, .required,
                ["payload", "NotifyMsg", "type"]
            ),
        ] as [(FrameSender, String, WireError.Code, [String])]
    )
    func refusedPolling(_ sender: FrameSender, _ object: String, _ code: WireError.Code, _ path: [String]) {
        let fault = #expect(throws: WireError.self) {
            try FrameObject.encode(Array(object.utf8), form: .polling, sender: sender)
        }
        #expect(fault?.code == code && fault?.path == path)
    }

    @Test("a request's header holds all flags, and what is null is not written")
    func pollingHeader() throws {
        let object = #"{"type":"PUBLISH","qos":1,"dup":true,"retain":true,"messageId":1,"topic":null}"#
        let target = try FrameObject.encode(Array(object.utf8), form: .polling, sender: .client)
        #expect(String(decoding: target, as: UTF8.self) == "/websocket?messageid=1&header=59")
    }

    @Test("an answer does not depend on how its frame object is spelt")
    func pollingSpelling() throws {
        let object =
            #"{"type":"PUBLISH","topic":"s_msg","targetId":"\u4e2d\ud83d\ude00\/","messageId":"7","date":1000}"#
        let answer = try FrameObject.encode(Array(object.utf8), form: .polling, sender: .server)
        #expect(
            String(decoding: answer, as: UTF8.self)
                == #"{"headerCode":48,"topic":"s_msg","targetId":"中😀/","messageId":7,"date":1000}"#
        )
    }

    /// The first body has the form that web SDK v2 sends (`xhrpolling.ts`), and a number beyond 2^53.
    @Test(
        "a payload of long polling is encoded as the SDKs write it, and read again",
        arguments: [
            (
                .client, "ppMsgP",
                #"{"message":"UpStreamMessage","value":{"sessionId":3,"classname":"RC:TxtMsg","#
                    + #""content":"eyJjb250ZW50IjoiaGkifQ==","clientUniqueId":"9007199254740993"}}"#,
                #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}","#
                    + #""clientUniqueId":9007199254740993}"#
            ),
            (
                .client, "ppMsgP",
                #"{"message":"UpStreamMessage","value":{"sessionId":0,"classname":"A:B","content":"/wE="}}"#,
                #"{"sessionId":0,"classname":"A:B","content":[-1,1]}"#
            ),
            (
                .client, "qryRelationR",
                #"{"message":"RelationQryInput","value":{"type":"GROUP","count":2}}"#, #"{"type":3,"count":2}"#
            ),
            (
                .server, "s_ntf", #"{"message":"NotifyMsg","value":{"type":1,"time":"5"}}"#,
                #"{"headerCode":48,"topic":"s_ntf","data":"{\"type\":1,\"time\":5}"}"#
            ),
        ] as [(FrameSender, String, String, String)]
    )
    func pollingPayload(_ sender: FrameSender, _ topic: String, _ payload: String, _ unit: String) throws {
        let object = #"{"type":"PUBLISH","topic":"\#(topic)","payload":\#(payload)}"#
        let bytes = try FrameObject.encode(Array(object.utf8), form: .polling, sender: sender)
        #expect(String(decoding: bytes, as: UTF8.self) == unit)
        let again = try FrameObject.decode(bytes, form: .polling, sender: sender, topic: topic)
        // The content of a message is in `messages`.
        var expected = try #require(try JSONValue(parsing: payload)["value"])
        expected["content"] = nil
        #expect(try JSONValue(parsing: again)["payload"]?["value"] == expected)
    }

    @Test("a target with another member's name as parameter is decoded, and comes back")
    func takenParameter() throws {
        let target = "/websocket?messageid=1&header=50&sessionid=s&topic=ppMsgP&targetid=bob&data=zz&type=X"
        let found = try FrameObject.decode(Array(target.utf8), form: .polling, sender: .client, topic: nil)
        #expect(try JSONValue(parsing: found)["type"] == "PUBLISH")
        let again = try FrameObject.encode(Array(found.utf8), form: .polling, sender: .client)
        #expect(String(decoding: again, as: UTF8.self) == target)
    }

    @Test("a parameter of a target that is there more than once is one key of the object, and the target comes back")
    func doubledParameter() throws {
        let target = "/websocket?appId=k&token=t&a=1&a=2&appId=l&a="
        let found = try FrameObject.decode(Array(target.utf8), form: .polling, sender: .client, topic: nil)
        let object = try JSONValue(parsing: found)
        let keys = (object.members ?? []).map(\.key.text)
        #expect(Set(keys).count == keys.count)
        #expect(object["appId"] == "l" && object["a"] == "")
        let again = try FrameObject.encode(Array(found.utf8), form: .polling, sender: .client)
        #expect(String(decoding: again, as: UTF8.self) == target)
    }

    @Test("a frame cut at any place is refused inside it, or is whole", arguments: Bundled.allCases)
    func cutFrames(_ capture: Bundled) throws {
        for frame in try capture.frames().prefix(20) {
            let bytes = try frame.bytes()
            for length in 0..<min(bytes.count, 60) {
                let part = Array(bytes[..<length])
                do throws(WireError) {
                    let text = try FrameObject.decode(part, form: .websocket, sender: frame.sender, topic: nil)
                    let again = try FrameObject.encode(Array(text.utf8), form: .websocket, sender: frame.sender)
                    #expect(again == part)
                } catch {
                    #expect(error.code == .truncated)
                    #expect(error.offset <= length)
                }
            }
        }
    }

    private func object(_ bytes: [UInt8], _ sender: FrameSender, topic: String? = nil) throws -> JSONValue {
        try JSONValue(parsing: try FrameObject.decode(bytes, form: .websocket, sender: sender, topic: topic))
    }
}
