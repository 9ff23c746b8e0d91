import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("Comparing an answer with what is expected")
struct RunnerComparisonTests {
    @Test(
        "finds no difference",
        arguments: [
            (#"{}"#, #"{"a":1}"#), (#"{"a":1}"#, #"{"b":2,"a":1}"#), (#"{"a":null}"#, #"{}"#),
            (#"{"a":null}"#, #"{"a":null}"#), (#"1"#, #"1.0"#), (#"1"#, #"10e-1"#), (#"100"#, #"1E2"#),
            (#"0"#, #"-0.0"#), (#"0.5"#, #"5e-1"#), (#"9223372036854775807"#, #"9223372036854775807.000"#),
            (#"18446744073709551615"#, #"1.8446744073709551615e19"#), (#""é""#, #""é""#),
            (#""\u00e9""#, #""é""#), (#""\/""#, #""/""#), (#""😀""#, #""\ud83d\uDE00""#), (#""\ud83d""#, #""\uD83D""#),
            (#"[1,{"a":1}]"#, #"[1.0,{"a":1,"b":2}]"#), (#"[]"#, #"[]"#),
            (#"{"\ud800":1}"#, #"{"\uD800":1}"#), (#"{"\u0061":1}"#, #"{"a":1}"#),
            // The last of repeated members is the one that counts.
            (#"{"a":2}"#, #"{"a":1,"a":2}"#), (#"1e400"#, #"10e399"#),
        ]
    )
    func same(_ expected: String, _ actual: String) throws {
        let differences = ValueComparison.differences(
            try JSONValue(parsing: expected),
            try JSONValue(parsing: actual)
        )
        #expect(differences == [])
    }

    @Test(
        "finds the place that differs",
        arguments: [
            (#"{"a":1}"#, #"{}"#, "a"), (#"{"a":1}"#, #"{"A":1}"#, "a"), (#"{"a":null}"#, #"{"a":0}"#, "a"),
            (#"{"a":1}"#, #"{"a":null}"#, "a"), (#"1"#, #""1""#, ""), (#"1"#, #"true"#, ""), (#"0"#, #"false"#, ""),
            (#"9007199254740993"#, #"9007199254740992"#, ""), (#"9223372036854775807"#, #"9223372036854775808"#, ""),
            (#"0.1"#, #"0.10000000000000001"#, ""), (#"1"#, #"-1"#, ""), (#"1e2"#, #"1e3"#, ""),
            (#""é""#, #""e\u0301""#, ""), (#""\ud83d""#, #""\ufffd""#, ""), (#""a""#, #""a\u0000""#, ""),
            (#"{"a":{"b":[1,2]}}"#, #"{"a":{"b":[1,3]}}"#, "a.b[1]"), (#"[1]"#, #"[1,2]"#, "[1]"),
            (#"[1,2]"#, #"[1]"#, "[1]"), (#"{}"#, #"[]"#, ""), (#"null"#, #"0"#, ""), (#"[null]"#, #"[]"#, "[0]"),
            (#"{"é":1}"#, #"{"e\u0301":1}"#, "é"), (#"{"\ud800":1}"#, #"{"\ud801":1}"#, "\u{FFFD}"),
            (#""\uac00""#, #""\u1100\u1161""#, ""), (#""\u212b""#, #""\u00c5""#, ""),
            (#"{"a":2}"#, #"{"a":2,"a":1}"#, "a"),
        ]
    )
    func different(_ expected: String, _ actual: String, _ path: String) throws {
        let differences = ValueComparison.differences(
            try JSONValue(parsing: expected),
            try JSONValue(parsing: actual)
        )
        #expect(differences.map(\.path) == [path])
    }

    @Test("both ways finds members that were not expected")
    func twoWay() throws {
        var comparison = ValueComparison(isTwoWay: true)
        comparison.compare(["a": 1, "b": .null], ["c": 3, "a": 1], at: "x")
        #expect(comparison.differences.map(\.path) == ["x.b", "x.c"])
    }
}

@Suite("Judging a reply")
struct RunnerJudgeTests {
    static let adapter = AdapterGreeting(sdk: "test", version: "", operations: nil)

    static func result(
        _ operation: String,
        _ input: JSONValue,
        _ expect: JSONValue,
        _ reply: AdapterReply,
        level: String = "must"
    ) throws -> CaseResult? {
        let vector = try VectorCase([
            "id": "case", "level": JSONValue(level), "flags": [], "comment": "A comment.",
            "operation": JSONValue(operation), "input": input, "expect": expect, "source": "made here",
        ])
        let judge = CaseJudge(VectorSuite.Entry(group: "test", vector: vector), firstRequest: 2)
        guard case .done(let result) = judge.judge(reply, to: judge.request, of: adapter) else { return nil }
        return result
    }

    @Test(
        "by the outcome",
        arguments: [
            (#"{"outcome":"accept","value":{"a":1}}"#, #"{"ok":true,"value":{"a":1}}"#, nil),
            (#"{"outcome":"accept","value":{"a":1}}"#, #"{"ok":true,"value":{"a":2}}"#, "difference"),
            (#"{"outcome":"accept","value":{"a":1}}"#, #"{"ok":false,"error":{"class":"length"}}"#, "length"),
            (#"{"outcome":"reject","error":"length"}"#, #"{"ok":false,"error":{"class":"length"}}"#, nil),
            (#"{"outcome":"reject","error":["json","length"]}"#, #"{"ok":false,"error":{"class":"length"}}"#, nil),
            (#"{"outcome":"reject","error":"json"}"#, #"{"ok":false,"error":{"class":"length"}}"#, "length"),
            (#"{"outcome":"reject"}"#, #"{"ok":false,"error":{"class":"whatever"}}"#, nil),
            (#"{"outcome":"reject"}"#, #"{"ok":true,"value":{}}"#, "accepted"),
            (#"{"outcome":"either","values":[{"a":1},{"a":2}]}"#, #"{"ok":true,"value":{"a":2}}"#, nil),
            (#"{"outcome":"either","values":[{"a":1},{"a":2}]}"#, #"{"ok":true,"value":{"a":3}}"#, "difference"),
            (#"{"outcome":"either","values":[{"a":1},{"a":2}]}"#, #"{"ok":false,"error":{"class":"json"}}"#, "json"),
            (
                #"{"outcome":"either","values":[{"a":1}],"error":["json"]}"#, #"{"ok":false,"error":{"class":"json"}}"#,
                nil
            ),
            // Errors without a class: a refusal is a refusal.
            (#"{"outcome":"reject","error":"json"}"#, #"{"ok":false,"error":{"text":"no"}}"#, nil),
            (#"{"outcome":"reject","error":"json"}"#, #"{"ok":false,"error":{"class":null}}"#, nil),
            (#"{"outcome":"either","values":[{"a":1}],"error":["json"]}"#, #"{"ok":false,"error":{}}"#, nil),
            (#"{"outcome":"either","values":[{"a":1}]}"#, #"{"ok":false,"error":{}}"#, "refused"),
            (#"{"outcome":"accept","value":{"a":1}}"#, #"{"ok":false,"error":{"text":"no"}}"#, "refused"),
        ] as [(String, String, String?)]
    )
    func outcomes(_ expect: String, _ reply: String, _ failure: String?) throws {
        let line = #"{"id":2,"# + reply.dropFirst()
        let result = try Self.result(
            "frame.decode",
            ["hex": "00"],
            JSONValue(parsing: expect),
            AdapterReply(parsing: Array(line.utf8), id: 2)
        )
        #expect(result?.failure?.name == failure)
        #expect(result?.status == (failure == nil ? .passed : .failed))
    }

    @Test("of message.encode by what the JSON says, and of other hex exactly")
    func hex() throws {
        let expect: JSONValue = [
            "outcome": "accept", "value": ["hex": JSONValue(Hex.encode(Array(#"{"a":1,"b":2}"#.utf8)))],
        ]
        let other: JSONValue = ["hex": JSONValue(Hex.encode(Array(#"{ "b":2.0, "a":1 }"#.utf8)))]
        #expect(try Self.result("message.encode", [:], expect, .value(other))?.status == .passed)
        #expect(try Self.result("frame.encode", [:], expect, .value(other))?.status == .failed)
        let more: JSONValue = ["hex": JSONValue(Hex.encode(Array(#"{"a":1,"b":2,"c":3}"#.utf8)))]
        #expect(try Self.result("message.encode", [:], expect, .value(more))?.status == .passed)
        let less: JSONValue = ["hex": JSONValue(Hex.encode(Array(#"{"a":1,"c":3}"#.utf8)))]
        let result = try Self.result("message.encode", [:], expect, .value(less))
        #expect(result?.failure?.differences.map(\.path) == ["content.b"])
    }

    @Test(
        "of message.encode by the keys that must be there and those that must not, and by no others",
        arguments: [
            (#"{"a":{"b":1}}"#, []), (#"{"a":{"b":1,"portraitUri":"p"},"isBurnAfterRead":false}"#, []),
            (#"{"a":{"b":1},"x":null}"#, ["content.x"]), (#"{"a":{"b":1,"c":2}}"#, ["content.a.c"]),
            (#"{"a":{}}"#, ["content.a.b"]),
        ]
    )
    func unwanted(_ written: String, _ paths: [String]) throws {
        let hex = { (text: String) -> JSONValue in ["hex": JSONValue(Hex.encode(Array(text.utf8)))] }
        let expect: JSONValue = [
            "outcome": "accept", "value": hex(#"{"a":{"b":1}}"#), "absent": ["x", "a.c"],
        ]
        let result = try Self.result("message.encode", [:], expect, .value(hex(written)))
        #expect(result?.failure?.differences.map(\.path) ?? [] == paths)
    }

    @Test(
        "of frame.encode by what the JSON says in cases of polling without an order of members, and nowhere else",
        arguments: [
            ("polling", "MemberOrder", "passed"), ("polling", "Other", "failed"),
            ("websocket", "MemberOrder", "failed"),
        ]
    )
    func memberOrder(_ form: String, _ flag: String, _ status: String) throws {
        let hex = { (text: String) -> JSONValue in ["hex": JSONValue(Hex.encode(Array(text.utf8)))] }
        func verdict(_ reply: JSONValue) throws -> String? {
            let vector = try VectorCase([
                "id": "case", "level": "must", "flags": [JSONValue(flag)], "comment": "A comment.",
                "operation": "frame.encode", "input": ["form": JSONValue(form), "sender": "server", "frame": [:]],
                "expect": ["outcome": "accept", "value": hex(#"{"a":1,"b":"x"}"#)], "source": "made here",
            ])
            let judge = CaseJudge(VectorSuite.Entry(group: "test", vector: vector), firstRequest: 2)
            guard case .done(let result) = judge.judge(.value(reply), to: judge.request, of: Self.adapter) else {
                return nil
            }
            return result.status.rawValue
        }
        #expect(try verdict(hex(#"{ "b": "x", "a": 1.0 }"#)) == status)
        #expect(try verdict(hex(#"{"a":1,"b":"x"}"#)) == "passed")
        #expect(try verdict(hex(#"{"a":1,"b":"y"}"#)) == "failed")
        #expect(try verdict(hex(#"{"a":1,"b":"x","c":0}"#)) == "failed")
        #expect(try verdict(["hex": "00"]) == "failed")
    }

    @Test("of a content that is encoded again byte by byte")
    func contentAgain() throws {
        let input = Hex.encode(Array(#"{"extra":"k","content":"hi"}"#.utf8))
        let vector = try VectorCase([
            "id": "case", "level": "may", "flags": [], "comment": "A comment.", "operation": "message.decode",
            "input": ["objectName": "RC:TxtMsg", "hex": JSONValue(input)],
            "expect": ["outcome": "accept", "value": ["content": "hi"]], "reencode": "exact", "source": "made here",
        ])
        let judge = CaseJudge(VectorSuite.Entry(group: "test", vector: vector), firstRequest: 2)
        let step = judge.judge(.value(["content": "hi", "extra": "k"]), to: judge.request, of: Self.adapter)
        guard case .ask(let request) = step else {
            Issue.record("not asked")
            return
        }
        func result(_ hex: String) -> CaseResult? {
            guard case .done(let result) = judge.judge(.value(["hex": JSONValue(hex)]), to: request, of: Self.adapter)
            else { return nil }
            return result
        }
        #expect(result(input)?.status == .passed)
        let sorted = result(Hex.encode(Array(#"{"content":"hi","extra":"k"}"#.utf8)))
        #expect(sorted?.failure?.name == "reencode")
        #expect(sorted?.failure?.text.hasSuffix("says the same as the input in other bytes") == true)
        #expect(sorted?.failure?.differences.map(\.path) == ["hex"])
    }

    @Test("of names.list by the entry with the name", arguments: ["must", "should"])
    func names(_ level: String) throws {
        let entry: JSONValue = ["objectName": "RC:A", "persisted": true, "counted": false]
        let expect: JSONValue = ["outcome": "accept", "value": [entry]]
        func status(_ rows: JSONValue) throws -> CaseResult.Status? {
            try Self.result("names.list", [:], expect, .value(rows), level: level)?.status
        }
        #expect(try status([["objectName": "RC:B", "persisted": false], entry]) == .passed)
        #expect(try status([["objectName": "RC:A", "persisted": true, "counted": true]]) == .failed)
        #expect(try status([["objectName": "RC:B", "persisted": true]]) == .unsupported)
        // A misspelt name is no other message.
        #expect(try status([["objectName": "RC:a", "persisted": true]]) == .failed)
        #expect(try status([:]) == .failed)
    }

    @Test("asks to encode again with the rest of the input")
    func reencoding() throws {
        var object = VectorFileTests.vector
        object["input"]?["obfuscationKey"] = "0102030405060708"
        let judge = CaseJudge(VectorSuite.Entry(group: "test", vector: try VectorCase(object)), firstRequest: 8)
        let step = judge.judge(.value(["type": "PINGREQ", "more": 1]), to: judge.request, of: Self.adapter)
        guard case .ask(let request) = step else {
            Issue.record("not asked")
            return
        }
        #expect(request.id == 9)
        #expect(request.operation == "frame.encode")
        let expected: JSONValue = [
            "form": "websocket", "sender": "client", "obfuscationKey": "0102030405060708",
            "frame": ["type": "PINGREQ", "more": 1],
        ]
        #expect(request.input == expected)
        guard case .done(let good) = judge.judge(.value(["hex": "c0"]), to: request, of: Self.adapter) else { return }
        #expect(good.status == .passed)
    }

    @Test("does not ask an adapter to encode that cannot")
    func noEncoder() throws {
        let vector = try VectorCase(VectorFileTests.vector)
        let judge = CaseJudge(VectorSuite.Entry(group: "test", vector: vector), firstRequest: 2)
        let adapter = AdapterGreeting(sdk: "test", version: "", operations: ["frame.decode"])
        guard case .done(let result) = judge.judge(.value(["type": "PINGREQ"]), to: judge.request, of: adapter) else {
            Issue.record("asked")
            return
        }
        #expect(result.status == .passed)
        #expect(result.note?.contains("frame.encode") == true)
    }

    @Test("does not ask to encode again what the adapter has in the other direction only")
    func otherDirection() throws {
        let vector = try VectorCase(VectorFileTests.vector)
        let judge = CaseJudge(VectorSuite.Entry(group: "test", vector: vector), firstRequest: 2)
        let adapter = AdapterGreeting(
            sdk: "test",
            version: "",
            operations: nil,
            frames: [.init(form: "websocket", sender: "client", operations: ["frame.decode"])]
        )
        guard case .done(let result) = judge.judge(.value(["type": "PINGREQ"]), to: judge.request, of: adapter) else {
            Issue.record("asked")
            return
        }
        #expect(result.status == .passed)
    }
}
