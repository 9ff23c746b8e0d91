import Testing
import WireFormat
import WireJSON

@Suite("Contents held against a catalogue")
struct ContentShapeTests {
    private let shape: ContentShape? = ContentShape([
        "typeId": -2, "name": "thing", "kind": "made-up", "exampleJSON": ["n": 1], "confidence": "source",
        "sources": ["here"], "classes": ["ios": ["Thing"]], "constants": ["kThing"],
        "fields": [
            ["key": "n", "type": "integer", "required": true, "note": "bytes"],
            ["key": "in", "type": "object", "required": false],
            ["key": "in.t", "type": "string|integer", "required": true],
            ["key": "in.l", "type": "array<string>", "required": false],
            ["key": "b", "type": "boolean", "required": false],
            ["key": "p", "type": "string", "required": false, "secret": "password"], ["key": "*", "type": "any"],
        ],
    ])

    @Test("reads the catalogue's object")
    func reading() throws {
        let shape = try #require(shape)
        #expect(shape.id == "-2" && shape.name == "thing" && shape.fields.count == 7)
        #expect(shape.fields[2].types == ["string", "integer"] && shape.fields[0].note == "bytes")
        #expect(shape.fields.compactMap(\.secret) == ["password"])
        #expect(shape.classes == ["ios": ["Thing"]] && shape.constants == ["kThing"])
        #expect(ContentShape(["name": "no fields"]) == nil && ContentShape(.null) == nil)
    }

    @Test(
        "finds what is missing, of another type, or there twice, and where",
        arguments: [
            (#"{"n":1}"#, ""), (#"{"n":1.0,"other":[]}"#, ""), (#"{"n":1e300}"#, ""),
            (#"{}"#, "warning missing-field n 0"),
            (#"{"n":"5"}"#, "note number-as-text n 5"), (#"{"n":"x"}"#, "warning wrong-type n 5"),
            (#"{"n":1.5}"#, "warning wrong-type n 5"), (#"{"n":null}"#, "warning null-value n 5"),
            (#"{"n":1,"b":null}"#, "note null-value b 11"), (#"{"n":1,"b":1}"#, "note bool-as-number b 11"),
            (#"{"n":1,"b":2}"#, "warning wrong-type b 11"), (#"{"n":1,"in":{}}"#, "warning missing-field in.t 12"),
            (#"{"n":1,"in":3}"#, "warning wrong-type in 12"), (#"{"n":1,"in":{"t":5,"l":["a"]}}"#, ""),
            (#"{"n":1,"in":{"t":"5","l":[1]}}"#, "warning wrong-type in.l 25"),
            (#"{"n":1,"n":2}"#, "warning duplicate-key n 11"),
            (#"{"n":1,"in":{"t":"a","l":[],"t":"b"}}"#, "warning duplicate-key in.t 32"),
            (#"{"n":1,"other":{"x":1,"x":2}}"#, ""),
            ("[]", "error wrong-shape  0"),
        ]
    )
    func findings(text: String, wanted: String) throws {
        let shape = try #require(shape)
        let document = try JSONDocument(text)
        let found = shape.check(document.root).map { "\($0.severity) \($0.code) \($0.path) \($0.offset)" }
        #expect(found.joined(separator: ", ") == wanted)
    }

    @Test(
        "a content that has another kind's id is told",
        arguments: [
            (#"{"n":-2}"#, nil), (#"{"n":"-2"}"#, nil), (#"{"n":-2.0}"#, nil), ("{}", nil), (#"{"n":null}"#, nil),
            (#"{"n":3}"#, 5), (#"{"n":"x"}"#, 5),
        ] as [(String, Int?)]
    )
    func ids(text: String, offset: Int?) throws {
        let shape = try #require(shape)
        let document = try JSONDocument(text)
        let finding = shape.checkId(of: document.root, at: "n")
        #expect(finding?.offset == offset && finding?.code == (offset == nil ? nil : "type-mismatch"))
    }

    @Test("an object of very many members takes no time that grows with their square")
    func manyMembers() throws {
        let shape = try #require(shape)
        let text = "{" + (0..<40_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        let document = try JSONDocument(text)
        #expect(shape.check(document.root).map(\.code) == ["missing-field"])
    }

    @Test(
        "whole numbers, however they are spelt",
        arguments: [
            ("1", 1), ("-1.0", -1), ("1e3", 1000), ("1.5", nil), ("9223372036854775807", Int64.max), ("1e19", nil),
            ("-9223372036854775808", Int64.min), ("-9.3e18", nil), ("1e999", nil), ("\"1\"", nil), ("0.0", 0),
        ] as [(String, Int64?)]
    )
    func wholeNumbers(text: String, value: Int64?) throws {
        let document = try JSONDocument(text)
        #expect(document.root.wholeNumber == value)
    }
}
