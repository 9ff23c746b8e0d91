import Testing
import WireFormat
import WireJSON

/// Reading a parsed text in place.
@Suite struct JSONViewTests {
    let document: JSONDocument

    init() throws {
        document = try JSONDocument(
            #"""
            {"id": 12, "name": "caf\u00e9", "tags": ["a", [1, {"deep": true}], {}, null],
             "size": -1.5e3, "ok": false, "none": null, "": "empty key", "世界": "world"}
            """#
        )
    }

    @Test("members are found by key, at any depth")
    func keys() {
        #expect(document.root["id"]?.int64 == 12)
        #expect(document.root["size"]?.double == -1500)
        #expect(document.root["ok"]?.bool == false)
        #expect(document.root["none"]?.isNull == true)
        #expect(document.root[""]?.string == "empty key")
        #expect(document.root["世界"]?.string == "world")
        #expect(document.root["tags"]?[1]?[1]?["deep"]?.bool == true)
    }

    @Test("texts are looked for, all or those with escapes, and told to be keys or not")
    func strings() throws {
        let bytes = Array(#"{"a":"one","B":"On","":"","kN":["t\u0061p","n"],"x" : "y\"z"}"#.utf8)
        var tape = JSONTape()
        _ = try tape.parse(bytes)
        func look(onlyEscaped: Bool) -> [String] {
            var seen: [String] = []
            let stopped = tape.hasString(in: bytes.span, onlyEscaped: onlyEscaped) { spelling, isKey, hasEscapes in
                seen.append(String(decodingUTF8: spelling) + (isKey ? " key" : "") + (hasEscapes ? " escaped" : ""))
                return false
            }
            #expect(!stopped)
            return seen
        }
        #expect(look(onlyEscaped: true) == [#"t\u0061p escaped"#, #"y\"z escaped"#])
        #expect(look(onlyEscaped: false).count == 11)
        #expect(look(onlyEscaped: false).prefix(4) == ["a key", "one", "B key", "On"])
        let found = tape.hasString(in: bytes.span) { spelling, _, _ in spelling.equals("kN") }
        #expect(found)
        try tape.parse(Array(#"["plain"]"#.utf8))
        #expect(look(onlyEscaped: true).isEmpty)
    }

    @Test("keys are told by their last two letters, in either case")
    func endings() throws {
        func mayHave(_ names: [String], _ text: String, signs: String = "") throws -> Bool {
            var tape = JSONTape()
            try tape.parse(Array(text.utf8))
            return tape.mayHaveKey(endingIn: JSONLetterPairs(endingsOf: names, orBefore: signs))
        }
        let names = ["token", "tkn"]
        #expect(try mayHave(names, #"{"a":{"appToken":1}}"#))
        #expect(try mayHave(names, #"[{"qnTKN" : 1}]"#))
        #expect(try !mayHave(names, #"{"duration":"token","n":1}"#))
        #expect(try !mayHave(names, #"{"e":1,"":2}"#))
        #expect(try !mayHave(names, #"["token"]"#))
        #expect(try !mayHave(["secret"], #"{"token":1}"#))
        #expect(try mayHave(["signature"], #"{"signatur-e":1}"#, signs: "-_"))
        #expect(try mayHave(["signature"], #"{"signatur_e":1}"#, signs: "-_"))
        #expect(try !mayHave(["signature"], #"{"name":1}"#, signs: "-_"))
        // Of the text before nothing is left.
        var tape = JSONTape()
        try tape.parse(Array(#"{"token":1}"#.utf8))
        try tape.parse(Array(#"{"other":1}"#.utf8))
        #expect(!tape.mayHaveKey(endingIn: JSONLetterPairs(endingsOf: names)))
    }

    @Test("an escape reads as its character, and the spelling is still there")
    func escapes() {
        let name = document.root["name"]?.string
        #expect(name == "café")
        let isSame = document.root["name"]?.equals("café")
        #expect(isSame == true)
        let isPrefix = document.root["name"]?.equals("caf")
        #expect(isPrefix == false)
        guard let view = document.root["name"] else { return }
        let spelling = String(decodingUTF8: view.spelling)
        #expect(spelling == #""caf\u00e9""#)
    }

    @Test("what is not there, or of another kind, is nil")
    func absent() {
        let root = document.root
        #expect(root["missing"]?.kind == nil)
        #expect(root["id"]?.string == nil)
        #expect(root["name"]?.int64 == nil)
        #expect(root["name"]?.double == nil)
        #expect(root["none"]?.bool == nil)
        #expect(root["id"]?["x"]?.kind == nil)
        #expect(root["id"]?[0]?.kind == nil)
        let element = root[0]?.kind
        #expect(element == nil)
        #expect(root["tags"]?[4]?.kind == nil)
        #expect(root["tags"]?[-1]?.kind == nil)
        #expect(root["tags"]?["a"]?.kind == nil)
    }

    @Test("every value has a kind")
    func kinds() {
        var kinds: [JSONKind] = []
        var members = document.root.members
        while let member = members.next() { kinds.append(member.value.kind) }
        #expect(kinds == [.number, .string, .array, .number, .bool, .null, .string, .string])
        #expect(document.root.kind == .object)
    }

    @Test("members and elements come in the order of the text, and are counted")
    func order() {
        var keys: [String] = []
        var members = document.root.members
        while let member = members.next() { keys.append(member.key.string ?? "") }
        #expect(keys == ["id", "name", "tags", "size", "ok", "none", "", "世界"])
        #expect(document.root.count == 8)

        var ranges: [Range<Int>] = []
        guard let tags = document.root["tags"] else {
            Issue.record("no tags")
            return
        }
        var elements = tags.elements
        while let element = elements.next() { ranges.append(element.range) }
        #expect(
            ranges.map { String(decoding: document.bytes[$0], as: UTF8.self) } == [
                "\"a\"", "[1, {\"deep\": true}]", "{}", "null",
            ]
        )
        #expect(tags.count == 4)
    }

    @Test("what is not a container has no members and no elements")
    func scalars() throws {
        let number = try JSONDocument("1")
        var members = number.root.members
        let hasMember = members.next() != nil
        var elements = number.root.elements
        let hasElement = elements.next() != nil
        #expect(!hasMember && !hasElement)
        #expect(number.root.count == 0)
        let array = try JSONDocument("[1]")
        var none = array.root.members
        let isMember = none.next() != nil
        #expect(!isMember)
    }

    @Test("a tape serves many texts, and an error leaves nothing on it")
    func reuse() throws {
        var tape = JSONTape()
        let texts = ["[1,2,3]", "{\"a\":{\"b\":1}}", "true", "[" + String(repeating: "[],", count: 5000) + "0]"]
        for text in texts + texts.reversed() {
            let bytes = Array(text.utf8)
            try tape.parse(bytes)
            let copy = try tape.root(in: bytes.span).value()
            #expect(copy.description == text)
        }
        #expect(throws: WireError(.json, at: 3, expected: "a value")) { try tape.parse(Array("[1,]".utf8)) }
        #expect(tape.count == 0)
        try tape.parse(Array("[1]".utf8))
        #expect(tape.count == 2)
    }

    @Test(
        "the value that parsing answers says the same as the tape and the bytes",
        arguments: [
            #""""#, #""plain""#, #""ünï 你好 🙂""#, #""\u00e9 \ud83d\ude42 \n""#, #""\ud83d alone""#,
            #"["a", {"é": "ß", "k": ["\"", "longer than fifteen bytes"]}]"#,
        ]
    )
    func answer(_ text: String) throws {
        let bytes = Array("  \(text) ".utf8)
        var tape = JSONTape()
        let answered = try tape.parse(bytes.span, in: 1..<bytes.count).value()
        #expect(answered == (try tape.root(in: bytes.span).value()))
        #expect(answered == (try tape.parse(bytes).value()))
        // A document's strings are read in the same way.
        #expect(answered == (try JSONDocument(bytes).value()))
    }

    @Test("a tape may be asked about other bytes than it has parsed; strings are UTF-8 all the same")
    func otherBytes() throws {
        var tape = JSONTape()
        try tape.parse(Array(#"{"a":"ü"}"#.utf8))
        let other: [UInt8] = Array(#"{"a":""#.utf8) + [0xFF, 0xC3] + Array(#""}"#.utf8)
        let string = tape.root(in: other.span)["a"]?.string
        #expect(string == "\u{FFFD}\u{FFFD}")
    }

    @Test("ranges count in the bytes that were handed in, also for a text in the middle")
    func middle() throws {
        let bytes = Array("garbage {\"a\": [1, 22]} garbage".utf8)
        var tape = JSONTape()
        try tape.parse(bytes.span, in: 7..<23)
        let root = tape.root(in: bytes.span)
        #expect(root.range == 8..<22)
        let last = root["a"]?[1]?.range
        #expect(last == 18..<20)
    }
}
