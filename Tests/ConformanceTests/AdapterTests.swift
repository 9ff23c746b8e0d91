import Inspection
import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("The library as an adapter")
struct AdapterLibraryTests {
    private let library = LibraryAdapter(version: "9.9")

    private func reply(_ line: String) throws -> JSONValue {
        let line = library.reply(line: Array(line.utf8))
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
        return try JSONValue(parsing: line)
    }

    @Test("shakes hands with its name, version and operations")
    func hello() throws {
        let reply = try reply(#"{"id":1,"operation":"hello","protocol":1}"#)
        #expect(reply["value"]?["sdk"]?.string == "imwire")
        #expect(reply["value"]?["version"]?.string == "9.9")
        #expect(reply["value"]?["operations"]?.elements?.count == 16)
        #expect(reply["value"]?["systems"] == ["rongcloud", "leancloud", "nim", "yc"])
    }

    @Test("answers what makes no sense with an error, and what it does not have with unsupported")
    func senseless() throws {
        #expect(try reply("garbage")["error"]?["class"]?.string == "json")
        #expect(try reply("[]")["error"]?["class"]?.string == "value")
        #expect(try reply(#"{"operation":"hello"}"#)["error"]?["class"]?.string == "required")
        #expect(try reply(#"{"id":7,"operation":"frame.guess"}"#) == ["id": 7, "unsupported": true])
        #expect(try reply(#"{"id":7,"operation":"frame.decode"}"#)["error"]?["class"]?.string == "required")
        #expect(try reply(#"{"id":7,"operation":"uid.encode","input":{"time":1}}"#)["ok"] == false)
        let key =
            #"{"id":7,"operation":"frame.decode","input":{"form":"tcp","sender":"client","hex":"c0","#
            + #""obfuscationKey":"01"}}"#
        #expect(try reply(key)["ok"] == false)
    }

    @Test(
        "reads a CONNACK by the version that was asked for, which is 3 unless it is said",
        arguments: [
            ("", nil), (#","protocolVersion":null"#, nil), (#","protocolVersion":3"#, nil),
            (#","protocolVersion":1"#, nil), (#","protocolVersion":4"#, "u1"), (#","protocolVersion":5"#, "u1"),
        ] as [(String, String?)]
    )
    func negotiated(_ member: String, _ userId: String?) throws {
        let input = #"{"form":"websocket","sender":"server","hex":"2000000100027531"\#(member)}"#
        let reply = try reply(#"{"id":7,"operation":"frame.decode","input":\#(input)}"#)
        #expect(reply["value"]?["userId"]?.string == userId)
        #expect(reply["error"]?["class"]?.string == (userId == nil ? "truncated" : nil))
    }

    @Test("has of each system just the operations that the system lists", arguments: MessagingSystem.allCases)
    func operations(_ system: MessagingSystem) {
        let listed = system.conformance.operations
        #expect(Set(listed).isSubset(of: LibraryAdapter.Operation.allCases) && listed.count == Set(listed).count)
        for operation in LibraryAdapter.Operation.allCases
        where ConformingLayers.layer(of: operation.rawValue) == nil {
            let input: JSONValue = ["system": JSONValue("\(system.name)")]
            let reply = library.reply(to: AdapterRequest(id: 2, operation: operation.rawValue, input: input))
            // Nothing is said of what to decode, which is an error and no missing operation.
            #expect((reply == .unsupported) == !listed.contains(operation), "\(operation.rawValue)")
        }
    }

    @Test(
        "has the operations of layers, which no system lists and which want their input",
        arguments: ConformingLayers.all.map { $0.operation }
    )
    func layers(_ operation: LibraryAdapter.Operation) {
        #expect(!MessagingSystem.allCases.contains { $0.conformance.operations.contains(operation) })
        let reply = library.reply(to: AdapterRequest(id: 2, operation: operation.rawValue, input: [:]))
        guard case .error(let name, _) = reply else {
            Issue.record("\(operation.rawValue): \(reply)")
            return
        }
        #expect(name == "required")
        var greeting = AdapterGreeting(sdk: "s", version: "", operations: [operation.rawValue], systems: ["nim"])
        #expect(greeting.has(operation.rawValue, [:]))
        greeting.operations = ["frame.decode"]
        #expect(!greeting.has(operation.rawValue, [:]))
    }

    @Test("answers for the system that a request names, and for RongCloud without one")
    func systems() throws {
        let ping = #""form":"websocket","sender":"client","hex":"c0""#
        let echo = #""form":"websocket","sender":"client","hex":"080e2801""#
        let cases: [(operation: String, input: String, value: JSONValue?)] = [
            ("frame.decode", "{\(ping)}", "PINGREQ"), ("frame.decode", #"{"system":null,\#(ping)}"#, "PINGREQ"),
            ("frame.decode", #"{"system":"rongcloud",\#(ping)}"#, "PINGREQ"),
            ("frame.decode", #"{"system":"nim","form":"websocket","sender":"server","hex":"323a3a"}"#, "heartbeat"),
            ("frame.decode", #"{"system":"yc","form":"polling","sender":"client","hex":"00"}"#, "REQUEST"),
            ("frame.decode", #"{"system":"leancloud","subprotocol":"lc.protobuf2.3",\#(echo)}"#, nil),
        ]
        for (operation, input, type) in cases {
            let reply = try reply(#"{"id":7,"operation":"\#(operation)","input":\#(input)}"#)
            #expect(reply["ok"] == true && reply["value"]?["type"] == type, "\(input): \(reply)")
        }
        for input in [#"{"system":"mqtt",\#(ping)}"#, #"{"system":"",\#(ping)}"#] {
            #expect(
                try reply(#"{"id":7,"operation":"frame.decode","input":\#(input)}"#) == ["id": 7, "unsupported": true]
            )
        }
        // What only RongCloud has.
        for (system, operation) in [
            ("nim", "payload.decode"), ("yc", "payload.encode"), ("leancloud", "uid.decode"), ("nim", "names.list"),
        ] {
            let line = #"{"id":7,"operation":"\#(operation)","input":{"system":"\#(system)","uid":"x"}}"#
            #expect(try reply(line) == ["id": 7, "unsupported": true], "\(system) \(operation)")
        }
    }

    @Test(
        "refuses what was negotiated when nobody can have",
        arguments: [
            (#""system":7"#, "value"), (#""system":"leancloud","subprotocol":"lc.carrier-pigeon.1""#, "value"),
            (#""system":"leancloud","subprotocol":3"#, "value"), (#""system":"nim","scope":"lobby""#, "value"),
        ]
    )
    func notNegotiated(_ members: String, _ name: String) throws {
        let input = #"{\#(members),"form":"websocket","sender":"client","hex":"080e"}"#
        let reply = try reply(#"{"id":7,"operation":"frame.decode","input":\#(input)}"#)
        #expect(reply["error"]?["class"]?.string == name, "\(reply)")
    }

    @Test(
        "takes a content for the type that it says it is",
        arguments: [
            ("leancloud", "-1", #"{"_lctype":-1}"#, ""), ("leancloud", "-1", #"{"_lctype":-2}"#, "value"),
            ("leancloud", "text", "{}", "unsupported"), ("nim", "100", "7", ""), ("nim", "1", "7", "value"),
            ("nim", "100/1", #"{"type":1,"data":{}}"#, ""), ("nim", "100/1", #"{"type":2}"#, "value"),
            ("nim", "1/2/3", "{}", "unsupported"), ("nim", "", "{}", "unsupported"), ("nim", "5", "{}", "value"),
            ("yc", "coupon", "{}", ""), ("yc", "new_chat", "[]", "value"),
        ]
    )
    func contents(_ system: String, _ name: String, _ content: String, _ error: String) throws {
        let input: JSONValue = [
            "system": JSONValue(system), "objectName": JSONValue(name), "content": try JSONValue(parsing: content),
        ]
        let written = try reply(#"{"id":7,"operation":"message.encode","input":\#(input)}"#)
        #expect(written["error"]?["class"]?.string ?? "" == error, "\(written)")
        let hex = Hex.encode(Array(content.utf8))
        let members = #""system":"\#(system)","objectName":"\#(name)","hex":"\#(hex)""#
        let read = try reply(#"{"id":8,"operation":"message.decode","input":{\#(members)}}"#)
        #expect(read["error"]?["class"]?.string ?? "" == error, "\(read)")
        if error.isEmpty { #expect(read["value"] == (try JSONValue(parsing: content))) }
    }

    @Test("refuses a version that is no number of one byte", arguments: ["-1", "256", "3.5", #""4""#, "true"])
    func noVersion(_ version: String) throws {
        let input = #"{"form":"websocket","sender":"server","hex":"20000001","protocolVersion":\#(version)}"#
        let reply = try reply(#"{"id":7,"operation":"frame.decode","input":\#(input)}"#)
        #expect(reply["error"]?["class"]?.string == "value")
    }

    @Test(
        "takes times of message UIDs as text or in milliseconds",
        arguments: [#""2020-09-29T09:49:42.418Z""#, "1601372982418"]
    )
    func times(_ time: String) throws {
        // The id and its time stand together in a published log.
        let line = #"{"id":2,"operation":"uid.decode","input":{"uid":"BKR5-28P4-JT85-SK8H"}}"#
        var parts = try #require(try reply(line)["value"])
        #expect(parts["time"]?.string == "2020-09-29T09:49:42.418Z")
        parts["time"] = try JSONValue(parsing: time)
        let encoded = try reply(#"{"id":3,"operation":"uid.encode","input":\#(parts)}"#)
        #expect(encoded["value"]?["uid"]?.string == "BKR5-28P4-JT85-SK8H")
    }

    @Test("refuses days that do not exist", arguments: ["2021-02-29", "2021-13-01", "2021-04-31", "1900-02-29"])
    func days(_ day: String) throws {
        let input = #"{"time":"\#(day)T00:00:00.000Z","sequence":1,"type":1,"hash":1,"layout":"B"}"#
        let line = #"{"id":3,"operation":"uid.encode","input":\#(input)}"#
        #expect(try reply(line)["error"]?["class"]?.string == "value")
    }
}

@Suite("A reply of an adapter")
struct AdapterReplyTests {
    @Test("says a value, an error or that there is no such operation")
    func kinds() throws {
        func reply(_ line: String) throws -> AdapterReply { try AdapterReply(parsing: Array(line.utf8), id: 3) }
        #expect(try reply(#"{"id":3,"ok":true,"value":null}"#) == .value(.null))
        #expect(try reply(#"{"value":1,"ok":true,"id":3}"#) == .value(1))
        #expect(try reply(#"{"id":3,"ok":false,"error":{"class":"json"}}"#) == .error(class: "json", text: ""))
        #expect(try reply(#"{"id":3,"unsupported":true}"#) == .unsupported)
        #expect(try reply(#"{"id":3,"ok":false,"value":null,"error":null,"unsupported":true}"#) == .unsupported)
        #expect(try reply(#"{"id":3,"ok":true,"value":1,"unsupported":false}"#) == .value(1))
        #expect(try reply(#"{"id":3,"ok":false,"error":{"text":"no"}}"#) == .error(class: "", text: "no"))
        let replies: [AdapterReply] = [
            .value(["a": 1]), .error(class: "json", text: "x\ny"), .error(class: "", text: "no"), .unsupported,
        ]
        for expected in replies {
            #expect(try AdapterReply(parsing: Array(expected.line(id: 3).dropLast()), id: 3) == expected)
        }
    }

    @Test(
        "that is none says what is wrong",
        arguments: [
            ("", "not JSON"), ("x", "not JSON"), ("[]", "no JSON object"), (#"{"ok":true}"#, "no id"),
            (#"{"id":4,"ok":true,"value":1}"#, "has the id 4"),
            (#"{"id":"3","ok":true,"value":1}"#, #"has the id "3""#),
            (#"{"id":3.5,"ok":true,"value":1}"#, "has the id 3.5"), (#"{"id":3,"ok":true}"#, "no \"value\""),
            (#"{"id":3,"ok":false}"#, "no \"error\""), (#"{"id":3,"ok":false,"error":{"class":7}}"#, "no string"),
            (#"{"id":3,"ok":1,"value":1}"#, "neither"),
            (#"{"id":3,"unsupported":false}"#, "neither"),
            (#"{"id":3,"ok":true,"value":1,"unsupported":true}"#, "beside a result"),
            (#"{"id":3,"ok":false,"error":{"class":"value"},"unsupported":true}"#, "beside a result"),
        ]
    )
    func malformed(_ line: String, _ reason: String) {
        let error = #expect(throws: AdapterReply.Malformed.self) {
            try AdapterReply(parsing: Array(line.utf8), id: 3)
        }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
}

@Suite("What an adapter says that it has")
struct AdapterGreetingTests {
    private func greeting(_ members: String) throws -> AdapterGreeting {
        let line = #"{"id":1,"ok":true,"value":{"sdk":"test"\#(members)}}"#
        return try AdapterGreeting(AdapterReply(parsing: Array(line.utf8), id: 1))
    }

    static let client: JSONValue = ["form": "websocket", "sender": "client", "hex": "c0"]
    static let server: JSONValue = ["form": "websocket", "sender": "server", "hex": "d0"]

    @Test(
        "decides what it is asked",
        arguments: [
            ("", "frame.decode", client, true),
            (#","operations":["uid.decode"]"#, "frame.decode", client, false),
            (#","systems":["rongcloud"]"#, "frame.decode", client, true),
            (#","systems":["leancloud"]"#, "frame.decode", client, false),
            (#","systems":["leancloud"]"#, "frame.decode", ["system": "leancloud"], true),
            (#","frames":[]"#, "frame.decode", client, false),
            (#","frames":[]"#, "uid.decode", ["uid": ""], true),
            (#","frames":[{}]"#, "frame.decode", client, true),
            (#","frames":[{"form":"websocket","sender":"server"}]"#, "frame.decode", client, false),
            (#","frames":[{"form":"websocket","sender":"server"}]"#, "frame.decode", server, true),
            (#","frames":[{"form":"tcp"}]"#, "frame.decode", server, false),
            (#","frames":[{"operations":["frame.encode"]}]"#, "frame.decode", server, false),
            (
                #","frames":[{"sender":"client"},{"sender":"server","operations":["frame.decode"]}]"#, "frame.decode",
                server, true
            ),
            (#","messages":[{"sender":"client"}]"#, "message.encode", ["sender": "server"], false),
            (#","messages":[{"sender":"client"}]"#, "message.encode", ["objectName": "RC:TxtMsg"], true),
            (#","messages":[{"operations":["message.decode"]}]"#, "message.encode", ["objectName": "RC:TxtMsg"], false),
        ] as [(String, String, JSONValue, Bool)]
    )
    func abilities(_ members: String, _ operation: String, _ input: JSONValue, _ isAsked: Bool) throws {
        #expect(try greeting(members).has(operation, input) == isAsked)
    }

    @Test("is refused when it makes no sense", arguments: [#","frames":7"#, #","frames":[7]"#, #","systems":[7]"#])
    func senseless(_ members: String) {
        #expect(throws: AdapterReply.Malformed.self) { try greeting(members) }
    }

    @Test("is asked for nothing else by a run")
    func run() throws {
        let hello = ShellAdapter.defaultHello.replacing(#""version":"1","#, with: #""version":"1","systems":["yc"],"#)
        let run = try ShellAdapter.run(ShellAdapter.script(at: 99, ":", hello: hello))
        #expect(run.count(.unsupported) == 12)
    }
}

@Suite("The check of an adapter itself")
struct AdapterCheckTests {
    static let hello = ShellAdapter.defaultHello
    static let unsupported = #"echo "{\"id\":$id,\"unsupported\":true}""#

    /// An adapter in shell; `others` answers all but the handshake.
    static func script(hello: String = hello, others: String = unsupported, end: String = "") -> String {
        """
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in *hello*) \(hello);; *) \(others);; esac
        done
        \(end)
        """
    }

    private func wrong(_ script: String, timeout: Double = 60) -> [String] {
        let check = AdapterCheck(command: script, timeout: timeout, startTimeout: 60)
        #expect(check.startFailure == nil)
        return check.findings.filter { $0.verdict == .wrong }.map { "\($0.title): \($0.explanation ?? "")" }
    }

    static let plainHello = #"echo '{"id":1,"ok":true,"value":{"sdk":"shell","operations":["code.explain"]}}'"#

    @Test("finds nothing wrong with one that is right and has little")
    func good() {
        #expect(wrong(Self.script(hello: Self.plainHello)) == [])
    }

    @Test("asks only for the frames that the adapter has")
    func abilities() {
        let hello = Self.plainHello.replacing("code.explain", with: "frame.decode")
        #expect(!wrong(Self.script(hello: hello)).isEmpty)
        let without = hello.replacing(#""sdk""#, with: #""frames":[{"form":"tcp","sender":"server"}],"sdk""#)
        let error = #"echo "{\"id\":$id,\"ok\":false,\"error\":{}}""#
        let refusing = "case $line in *zz*) \(error);; *) \(Self.unsupported);; esac"
        #expect(wrong(Self.script(hello: without, others: refusing)) == [])
    }

    @Test(
        "names what is wrong",
        arguments: [
            (script(), "count.up: no case asks for this"),
            (script(hello: #"echo '{"id":1,"ok":true,"value":{"sdk":"shell"}}'"#), "no \"operations\""),
            (script(hello: #"echo '{"id":1,"ok":true,"value":{"sdk":"s","operations":[]}}'"#), "list is empty"),
            (
                script(hello: plainHello.replacing(#""sdk""#, with: #""frames":[{"form":"web","sender":"me"}],"sdk""#)),
                "web, me: no case asks for this"
            ),
            (
                script(
                    hello: plainHello.replacing("code.explain", with: "names.list"),
                    others: #"echo "{\"id\":$id,\"ok\":true,\"value\":[{\"objectName\":\"RC:TxtMsg\"}]}""#
                ), ": The value differs. "
            ),
            (script(hello: "echo hi"), "The answer to {\"id\":1"),
            (
                script(hello: plainHello, others: #"echo "{\"id\":$id,\"ok\":true,\"value\":1}""#),
                "\"unsupported\":true"
            ),
            (script(hello: plainHello, others: "echo working; \(unsupported)"), "belong on standard error"),
            (script(hello: plainHello, others: ":"), "Flush standard output"),
            (script(hello: plainHello, others: "exit 4"), "ended with exit status 4"),
            (script(hello: plainHello, others: "\(unsupported); (sleep 0.05; echo late) &"), "standard output"),
            (script(hello: plainHello, end: "exit 7"), "with exit status 7; 0 is expected"),
            (script(hello: plainHello, end: "sleep 100"), "still there"),
            (
                script(
                    hello: plainHello.replacing("code.explain", with: "frame.decode"),
                    others: #"echo "{\"id\":$id,\"ok\":true,\"value\":{\"type\":\"PINGREQ\",\"messageId\":\"258\"}}""#
                ), "expected  258; actual    \"258\""
            ),
        ]
    )
    func bad(_ script: String, _ words: String) {
        // Only what never answers, or never ends, is waited for in full.
        let isEndless = words == "Flush standard output" || words == "still there"
        let found = wrong(script, timeout: isEndless ? 1 : 60)
        // Which of two sentences says it depends on when a line comes; only one begins with the words.
        #expect(found.contains { $0.lowercased().contains(words.lowercased()) }, "\(found)")
    }

    @Test("says when there is nothing to check", arguments: ["exit 0", "/nonexistent/adapter"])
    func absent(_ script: String) {
        let check = AdapterCheck(command: script, timeout: 1, startTimeout: 60)
        #expect(check.startFailure?.contains("before it answered") == true)
        #expect(!check.isGood)
    }
}
