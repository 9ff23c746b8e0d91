import Inspection
import Reporting
import Testing
import WireFormat
import WireJSON

@Suite("Members of long-polling frames that do not fit, and payloads that cannot be read")
struct PollingMemberTests {
    /// The event of an object in the answer to a poll.
    private func answer(_ object: String) async throws -> TestEvent {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(PollingTests.poll, on: 50001)
        talk.answer("[\(object)]", on: 50001)
        return try #require(try await Decoded(talk.segments).events().last)
    }

    /// A session in which a request is sent.
    private static func talk(_ target: String, _ body: String) -> PollingTalk {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(target, body, on: 50001)
        return talk
    }

    @Test(
        "a value that no field has room for is an error, and the other members are read",
        arguments: [
            ("messageId", #""4""#), ("messageId", "70000"), ("messageId", "1.5"), ("status", "-1"), ("status", "{}"),
            ("date", #""1795000000""#), ("date", "4000000000"), ("millisecond", "true"), ("timestamp", #""5""#),
            ("topic", "5"), ("targetId", "[]"), ("userId", "7"), ("messageUId", "8"), ("sessionid", "9"),
        ]
    )
    func members(_ name: String, _ value: String) async throws {
        let event = try await answer(#"{"headerCode":64,"\#(name)":\#(value),"novelty":"x"}"#)
        #expect(event.type == "PUBACK" && event.hasError)
        #expect(event.codes == ["frame-value"])
        #expect(event.diagnostics.first?["path"]?.string == name)
        #expect(event.diagnostics.first?["text"]?.string?.contains("not \(value)") == true)
        #expect(event.frame[name] == nil)
        #expect(event.frame["novelty"] == "x")
    }

    @Test("the offset of a bad member is its place in the object, not in the answer")
    func offset() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(PollingTests.poll, on: 50001)
        talk.answer(#"[{"headerCode":-48}, {"headerCode":64,"messageId":70000}]"#, on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.diagnostics.first?["offset"] == 29)
        #expect(event.diagnostics.first?["text"]?.string?.hasSuffix("not 70000, at offset 29") == true)
    }

    @Test("a parameter of the URL has no offset in the unit, so none is stated")
    func noOffset() async throws {
        let target = "/websocket?messageid=7&header=300&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
        let event = try #require(try await Decoded(Self.talk(target, "{}").segments).events().last)
        #expect(event.diagnostics.first?["path"] == "header")
        #expect(event.diagnostics.first?["text"] == "header: value, expected a number of 8 bits")
    }

    @Test(
        "a value that the payload's field has too few bits for is no other number",
        arguments: ["4294967299", "2147483648", "-2147483649", #""4294967299""#, "1e10"]
    )
    func width(_ number: String) async throws {
        let event = try await answer(#"{"headerCode":50,"topic":"s_ntf","data":{"type":\#(number),"time":1}}"#)
        #expect(event.payload?["value"]?["type"] == nil && event.payload?["value"]?["time"] == "1")
        #expect(event.codes.contains("payload-unknown-field"))
    }

    @Test("the last numbers that a payload's field has room for", arguments: ["2147483647", "-2147483648"])
    func widest(_ number: String) async throws {
        let event = try await answer(#"{"headerCode":50,"topic":"s_ntf","data":{"type":\#(number)}}"#)
        #expect(event.payload?["value"]?["type"]?.description == number)
        #expect(event.diagnostics.isEmpty)
    }

    @Test(
        "what has the name of another member of the frame does not take its place",
        arguments: [
            ("type", 1), ("qos", 1), ("dup", 1), ("retain", 1), ("sessionId", 1), ("raw", 0), ("payload", 0),
            ("messages", 0),
        ]
    )
    func takenNames(_ name: String, _ shown: Int) async throws {
        let event = try await answer(#"{"headerCode":64,"messageId":1,"\#(name)":"x","sessionid":"s1"}"#)
        #expect(event.type == "PUBACK" && event.frame["sessionId"] == "s1")
        #expect((event.frame.members ?? []).filter { $0.key.text == name }.count == shown)
        #expect(event.codes == ["polling-name"])
        #expect(event.diagnostics.first?["path"]?.string == name)
    }

    @Test("a parameter of the URL does not take the place of a member either")
    func takenParameters() async throws {
        let target = "/websocket?type=X&messageId=9&messageid=7&header=64&sessionid=s1&pid=1"
        let event = try #require(try await Decoded(Self.talk(target, "").segments).events().last)
        #expect(event.type == "PUBACK" && event.frame["messageId"] == 7)
        #expect(event.codes == ["polling-name", "polling-name"])
    }

    @Test(
        "a parameter of the URL that is there more than once is shown once, with the value that counts",
        arguments: [
            ("x=1&x=2&X=3", "x", "2"), ("x=&y=0&x=1&x=", "x", ""), ("topic=ppMsgP&topic=pgMsgP", "topic", "pgMsgP"),
            ("header=48&header=64", "header", nil), ("messageid=70000&messageId=70001", "messageId", "70001"),
        ] as [(String, String, String?)]
    )
    func doubledParameters(_ parameters: String, _ name: String, _ value: String?) async throws {
        let target = "/websocket?header=64&messageid=7&sessionid=s1&\(parameters)"
        let event = try #require(try await Decoded(Self.talk(target, "").segments).events().last)
        #expect(event.type == "PUBACK")
        let keys = (event.frame.members ?? []).map(\.key.text)
        #expect(Set(keys).count == keys.count)
        let doubled = event.diagnostics.filter { $0["code"] == "polling-doubled" }
        #expect(doubled.contains { $0["path"]?.string == name })
        guard let value else { return }
        let shown = try #require(event.frame[name])
        #expect(shown.string ?? shown.description == value)
    }

    @Test("a member of an answer that is there more than once is shown once, with the value that counts")
    func doubledMembers() async throws {
        let object = #"{"headerCode":64,"messageId":1,"novelty":{"a":1},"messageId":2,"novelty":"x","novelty":3}"#
        let event = try await answer(object)
        #expect(event.frame["messageId"] == 2 && event.frame["novelty"] == "3")
        let novelties = (event.frame.members ?? []).filter { $0.key.text == "novelty" }
        #expect(novelties.count == 1)
        #expect(event.codes == ["polling-doubled", "polling-doubled"])
        let paths = event.diagnostics.compactMap { $0["path"]?.string }
        #expect(paths == ["messageId", "novelty"])
    }

    @Test("a member that is null is as if it were not there")
    func null() async throws {
        let event = try await answer(#"{"headerCode":64,"messageId":1,"messageUId":null,"data":null}"#)
        #expect(event.diagnostics.isEmpty && event.frame["messageUId"] == nil)
    }

    @Test("a code that is no byte says no type", arguments: [306, 256, -129, 9_000_000_000])
    func header(_ code: Int) async throws {
        let event = try await answer(#"{"headerCode":\#(code),"topic":"s_ntf","messageId":1}"#)
        #expect(event.type == "RESERVED")
        #expect(event.codes == ["polling-header"] && event.hasError)
    }

    @Test("a code is a byte with a sign or without one", arguments: [-128, 127, 128, 255])
    func bytes(_ code: Int) async throws {
        #expect(!(try await answer(#"{"headerCode":\#(code)}"#)).codes.contains("polling-header"))
    }

    @Test(
        "a request that an answer belongs to must have a message id",
        arguments: [
            ("header=50", true), ("header=82", true), ("header=80", true), ("header=64", true), ("header=112", true),
            ("header=48", false), ("header=192", false), ("header=50&messageid=7", false),
        ]
    )
    func messageId(_ parameters: String, _ isMissing: Bool) async throws {
        let target = "/websocket?\(parameters)&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
        let event = try #require(try await Decoded(Self.talk(target, "\"\"").segments).events().last)
        #expect(event.codes.contains("frame-required") == isMissing)
        #expect(event.hasError == isMissing)
        if isMissing { #expect(event.diagnostics.first?["path"] == "messageId") }
    }

    @Test("check names the request without a message id, and does not blame its answer")
    func missingId() async throws {
        var talk = Self.talk(
            "/websocket?header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1",
            #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#
        )
        talk.answer(PollingTests.ack, on: 50001)
        let found = try await check(talk.segments).report.findings
        #expect(
            found.filter { $0.rule.id == "frame-format" }.map { $0.text.prefix(38) }
                == ["messageId: a required field is missing"]
        )
        #expect(!found.contains { $0.text.contains("answers no PUBLISH") })
    }

    @Test(
        "a request's body that cannot be read counts as undecoded",
        arguments: [(#"{"sessionId":3,"#, "polling-body"), ("[1]", "frame-value"), ("5", "frame-value")]
    )
    func body(_ body: String, _ code: String) async throws {
        let event = try #require(try await Decoded(Self.talk(PollingTests.send, body).segments).events().last)
        #expect(event.type == "PUBLISH" && event.codes == [code] && event.hasError)
        #expect(event.json["undecoded"]?.string == Hex.encode(Array(body.utf8)))
        #expect(event.frame["targetId"] == "bob")
    }

    @Test(
        "a payload of an answer that cannot be read counts as undecoded",
        arguments: [
            (#""xx""#, "xx", "polling-data"), (#""[1]""#, "[1]", "frame-value"), ("5", "5", "frame-value"),
            ("[1, 2]", "[1,2]", "frame-value"),
        ]
    )
    func data(_ data: String, _ undecoded: String, _ code: String) async throws {
        let event = try await answer(PollingTests.push(1, data))
        #expect(event.type == "PUBLISH" && event.codes == [code] && event.hasError)
        #expect(event.json["undecoded"]?.string == Hex.encode(Array(undecoded.utf8)))
        #expect(event.frame["topic"] == "s_msg")
    }

    @Test("a payload of an unknown topic counts as undecoded, as over WebSocket")
    func unknownTopic() async throws {
        let payload = #"{"type":1}"#
        let event = try await answer(#"{"headerCode":50,"topic":"s_new","messageId":1,"data":\#(payload)}"#)
        #expect(event.codes == ["topic-unknown"])
        #expect(event.json["undecoded"]?.string == Hex.encode(Array(payload.utf8)))
    }

    @Test("the user says what a topic carries that the table does not know, or not with a message")
    func toldTopic() async throws {
        let body = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#
        for (topic, header) in [("s_new", 50), ("createChrm", 82)] {
            let target = "/websocket?messageid=2&header=\(header)&sessionid=s1&topic=\(topic)&targetid=bob&pid=1"
            let told = try await Decoded(Self.talk(target, body).segments) {
                $0.options.payloads = [topic: "UpStreamMessage"]
            }
            let event = try #require(try told.events().last)
            #expect(event.payload?["message"] == "UpStreamMessage")
            #expect(!event.codes.contains("topic-unknown"))
            #expect(event.messages.first?["objectName"] == "RC:TxtMsg")
        }
    }

    @Test("the body of a CONNECT is none")
    func connectBody() async throws {
        var talk = PollingTalk()
        talk.request("/websocket?appId=app1&token=tok-1&sdkVer=4.2.0&apiVer=1", #"{"pid":"1"}"#, on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.type == "CONNECT" && event.json["undecodedBytes"] == nil)
    }

    @Test(
        "a number with an exponent or a fraction of zero is the integer that it means",
        arguments: ["1795e9", "1795000000000.0"]
    )
    func exponents(_ number: String) async throws {
        let message = PollingTests.message(content: "\"{}\"").replacing("1795000000000", with: number)
        let event = try await answer(PollingTests.push(1, message))
        #expect(event.payload?["value"]?["dataTime"] == "1795000000000")
        #expect(!event.codes.contains("payload-unknown-field"))
    }
}
