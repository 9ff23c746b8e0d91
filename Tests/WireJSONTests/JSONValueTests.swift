import Testing
import WireFormat
import WireJSON

/// Values of their own: access, editing, encoding.
@Suite struct JSONValueTests {
    @Test("literals read like the JSON they make")
    func literals() {
        let value: JSONValue = [
            "text": "hi", "int": 1, "double": 1.5, "yes": true, "none": nil, "list": [1, "two", [:], []],
        ]
        #expect(
            value.description
                == #"{"text":"hi","int":1,"double":1.5,"yes":true,"none":null,"list":[1,"two",{},[]]}"#
        )
    }

    @Test("parts of JSON print as their text")
    func descriptions() throws {
        let document = try JSONDocument(#"{ "a" : 1.50 }"#)
        #expect("\(document)" == #"{ "a" : 1.50 }"#)
        let member = try #require(try document.value().members?.first)
        #expect("\(member.key) \(member.value)" == "a 1.50")
        #expect("\(try JSONString(spelling: Array(#""\u0041""#.utf8))) \(try JSONNumber(spelling: "1e3"))" == "A 1e3")
    }

    @Test("members and elements are found by key and position")
    func access() throws {
        let value = try JSONValue(parsing: #"{"user": {"name": "Ann", "ids": [1, 2.5, true]}}"#)
        #expect(value["user"]?["name"]?.string == "Ann")
        #expect(value["user"]?["ids"]?[0]?.int64 == 1)
        #expect(value["user"]?["ids"]?[1]?.double == 2.5)
        #expect(value["user"]?["ids"]?[2]?.bool == true)
        #expect(value["user"]?["ids"]?[3] == nil)
        #expect(value["user"]?["ids"]?[-1] == nil)
        #expect(value["user"]?["ids"]?.elements?.count == 3)
        #expect(value["nobody"]?["name"] == nil)
        #expect(value["user"]?[0] == nil)
        #expect(value.kind == .object)
    }

    @Test("setting a member replaces the last one with its key, or adds it at the end")
    func settingMembers() throws {
        var value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#)
        value["a"] = "x"
        value["c"] = [1]
        #expect(value.description == #"{"a":1,"b":2,"a":"x","c":[1]}"#)
        value["a"] = nil
        #expect(value.description == #"{"b":2,"c":[1]}"#)
        value["b"] = .null
        value["c"]?[0] = 5
        #expect(value.description == #"{"b":null,"c":[5]}"#)
        value["c"]?[0] = nil
        value["d"]?["e"] = 1
        #expect(value.description == #"{"b":null,"c":[]}"#)
    }

    @Test("setting inside what has no such place changes nothing")
    func settingElsewhere() {
        var value: JSONValue = [1]
        value["a"] = 1
        value[1] = 2
        value[-1] = 2
        #expect(value == [1])
        var scalar: JSONValue = "text"
        scalar["a"] = 1
        scalar[0] = 1
        #expect(scalar == "text")
    }

    @Test(
        "a spelling that is not ours is kept, and one that is ours is not stored",
        arguments: [
            (#""plain""#, false), (#""世界😀""#, false), (#""\n\t\r\b\f\"\\""#, false), (#""\u0001\u001f""#, false),
            (#""\/""#, true), (#""\u0041""#, true), (#""\u4e16""#, true), (#""\u000a""#, true), (#""\u001F""#, true),
            (#""\ud83d\ude00""#, true), (#""\ud800""#, true),
        ]
    )
    func spelling(_ text: String, _ isUnusual: Bool) throws {
        guard case .string(let string) = try JSONValue(parsing: text) else {
            Issue.record("not a string")
            return
        }
        #expect((string.unusualSpelling != nil) == isUnusual)
        #expect(try JSONValue(parsing: text).description == text)
        #expect(try JSONString(spelling: Array(text.utf8)) == string)
    }

    @Test("values are equal when they encode to the same bytes")
    func equality() throws {
        #expect(try JSONValue(parsing: "{ \"a\" : 1 }") == JSONValue(parsing: "{\"a\":1}"))
        #expect(try JSONValue(parsing: "1.0") != JSONValue(parsing: "1"))
        #expect(try JSONValue(parsing: "\"\\u0041\"") != JSONValue(parsing: "\"A\""))
        #expect(try JSONValue(parsing: "{\"a\":1,\"b\":2}") != JSONValue(parsing: "{\"b\":2,\"a\":1}"))
        #expect(try Set([JSONValue(parsing: "[1,\"é\"]"), [1, "é"]]).count == 1)
    }

    @Test("numbers are made from integers and finite doubles")
    func numbers() throws {
        #expect(JSONValue(UInt64.max).description == "18446744073709551615")
        #expect(JSONValue(Int64.min).int64 == Int64.min)
        #expect(JSONValue(Double("0.1") ?? 0)?.description == "0.1")
        #expect(JSONValue(Double.greatestFiniteMagnitude)?.double == .greatestFiniteMagnitude)
        #expect(JSONValue(Double.infinity) == nil)
        #expect(JSONValue(Double.nan) == nil)
        #expect(try JSONNumber(spelling: "1e999").double == .infinity)
        for text in ["", " 1", "1 ", "01", "1.", "x", "\"1\"", "true"] {
            #expect(throws: WireError.self) { try JSONNumber(spelling: text) }
        }
        for double in [Double.leastNonzeroMagnitude, 1.7976931348623157e308, -0.0, 1e22, 123456.789, 1e-7] {
            let value = try #require(JSONValue(double))
            #expect(try JSONValue(parsing: value.description).double == double)
        }
    }

    @Test("a string token is one token, no more")
    func stringSpelling() {
        #expect(throws: WireError(.json, at: 3, expected: "the end")) { try JSONString(spelling: Array("\"a\"b".utf8)) }
        #expect(throws: WireError(.json, at: 0, expected: "a string")) { try JSONString(spelling: Array("1".utf8)) }
        #expect(throws: WireError(.json, at: 0, expected: "a string")) { try JSONString(spelling: []) }
    }
}
