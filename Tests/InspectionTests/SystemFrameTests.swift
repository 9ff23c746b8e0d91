import Inspection
import Testing
import WireFormat
import WireJSON

@Suite("Frame objects of every system")
struct SystemFrameTests {
    private func system(_ name: String) throws -> MessagingSystem { try #require(MessagingSystem(name: name)) }

    private func object(_ bytes: [UInt8], _ system: MessagingSystem, from sender: FrameSender? = nil) throws
        -> JSONValue
    {
        try JSONValue(parsing: system.frameObject(of: bytes, FrameObjectOptions(sender: sender)))
    }

    private func bytes(_ object: JSONValue, _ system: MessagingSystem) throws -> [UInt8] {
        try system.frameBytes(of: object.minified, FrameObjectOptions())
    }

    @Test("each recorded unit becomes an object that says what its event says, and comes back byte for byte")
    func recorded() async throws {
        for (name, capture) in [("leancloud", OtherCapture.leanCloud), ("nim", .nim)] {
            let system = try system(name)
            let events = try await capture.events().filter { $0["transport"] == "websocket" }
            #expect(events.count > 10)
            for event in events {
                let unit = try Hex.decode(try #require(event["hex"]?.string))
                let object = try object(unit, system)
                #expect(try bytes(object, system) == unit)
                for member in event["frame"]?.members ?? [] {
                    #expect(object[member.key.text] == member.value, "\(name): \(member.key.text)")
                }
                // An event shows contents among its messages and not a second time in the payload.
                if event["messages"] == nil { #expect(object["payload"] == event["payload"]) }
                #expect((object["payload"] == nil) == (event["payload"] == nil))
            }
        }
    }

    @Test(
        "units of every form come back byte for byte",
        arguments: [
            ("leancloud", "CAIoAsIGCAoCaGlaAmMx"), ("leancloud", #"{ "cmd":"direct", "msg":"hi" }"#),
            ("leancloud", "{}"),
            ("nim", "2::"), ("nim", #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"19":"me"}}]}"#),
            ("nim", "5:1+:/a:{\"name\":\"x\"}"), ("yc", #"{"ret_code": 200, "result": []}"#),
            ("yc", #"{"ret_code":"no"}"#),
        ]
    )
    func forms(name: String, text: String) throws {
        let system = try system(name)
        #expect(try bytes(object(Array(text.utf8), system), system) == Array(text.utf8))
    }

    @Test(
        "what is no unit is refused with its place",
        arguments: [("leancloud", "0802c206"), ("leancloud", "7b22"), ("nim", "6161"), ("nim", ""), ("yc", "5b5d")]
    )
    func refused(name: String, hex: String) throws {
        let bytes = try Hex.decode(hex)
        let system = try system(name)
        let error = try #require(throws: WireError.self) { try object(bytes, system) }
        #expect(error.offset >= 0 && error.offset <= bytes.count)
    }

    @Test("RongCloud's are those of the WebSocket form, and a poll of YC is kept as it is")
    func others() throws {
        let (rongCloud, yc) = (try system("rongcloud"), try system("yc"))
        let ping = try object([0xC0], rongCloud)
        #expect(ping["type"] == "PINGREQ")
        #expect(try bytes(ping, rongCloud) == [0xC0])
        let poll = try object([0xFF, 1], yc, from: .client)
        #expect(poll == ["type": "REQUEST", "data": "ff01"])
        #expect(try bytes(poll, yc) == [0xFF, 1])
        #expect(MessagingSystem(name: "mqtt") == nil)
    }

    @Test("LeanCloud's form and schema are those of the sub-protocol, also where the bytes look otherwise")
    func subprotocols() throws {
        let leanCloud = try system("leancloud")
        func read(_ text: String, _ name: String?) throws -> JSONValue {
            let options = FrameObjectOptions(subprotocol: name)
            return try JSONValue(parsing: leanCloud.frameObject(of: Array(text.utf8), options))
        }
        #expect(try read("CA4oAQ==", "lc.proto2base64.3")["raw"] == nil)
        #expect(try read("CA4oAQ==", nil)["raw"] != nil)
        #expect(try read("CA4oAQ==", "lc.msgpack.1")["cmd"] == nil)
        #expect(throws: WireError.self) { try read("CA4oAQ==", "lc.json.3") }
        #expect(throws: WireError.self) { try read("CA4oAQ==", "lc.carrier-pigeon.1") }
        let login: JSONValue = ["cmd": "login", "payload": ["value": ["loginMessage": ["extendCmd": "logout"]]]]
        let options = FrameObjectOptions(subprotocol: "lc.protobuf.3")
        let bytes = try leanCloud.frameBytes(of: login.minified, options)
        #expect(Hex.encode(bytes) == "0808a206020802")
        #expect(throws: WireError.self) { try leanCloud.frameBytes(of: login.minified, FrameObjectOptions()) }
        let base64 = FrameObjectOptions(subprotocol: "lc.proto2base64.3")
        #expect(try leanCloud.frameBytes(of: Array(#"{"cmd":"echo","i":1}"#.utf8), base64) == Array("CA4oAQ==".utf8))
    }

    @Test("chat messages in a unit are shown as an event shows them")
    func messages() async throws {
        var seen = 0
        for (name, capture) in [("leancloud", OtherCapture.leanCloud), ("nim", .nim)] {
            let system = try system(name)
            for event in try await capture.events().filter({ $0["transport"] == "websocket" }) {
                let unit = try Hex.decode(try #require(event["hex"]?.string))
                let sender = FrameSender(rawValue: event["sender"]?.string ?? "")
                let options = FrameObjectOptions(sender: sender, scope: name == "nim" ? "chatroom" : nil)
                let object = try JSONValue(parsing: system.frameObject(of: unit, options))
                let shown = object["messages"]?.elements ?? []
                let expected = event["messages"]?.elements ?? []
                #expect(shown.count == expected.count)
                for (message, wanted) in zip(shown, expected) {
                    for member in wanted.members ?? [] {
                        // Who is logged in stands in an earlier unit.
                        if member.key == "sender", message["sender"] == nil, sender == .client { continue }
                        #expect(message[member.key.text] == member.value, "\(name): \(member.key.text)")
                    }
                    seen += 1
                }
            }
        }
        #expect(seen > 15)
    }
}
