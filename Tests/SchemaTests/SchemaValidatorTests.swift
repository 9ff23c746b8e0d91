import Testing
import WireJSON

/// A schema, a value, and whether the standard lets it pass (JSON Schema 2020-12, core and validation vocabularies).
struct SchemaCase: Sendable, CustomTestStringConvertible {
    var schema: String
    var value: String
    var passes: Bool

    init(_ schema: String, _ value: String, _ passes: Bool) {
        self.schema = schema
        self.value = value
        self.passes = passes
    }

    var testDescription: String { "\(schema) \(passes ? "accepts" : "refuses") \(value)" }

    func instance() throws -> JSONValue { try JSONValue(parsing: value) }
    func document() throws -> JSONValue { try JSONValue(parsing: schema) }

    static let all: [SchemaCase] = [
        // Booleans and the empty schema
        SchemaCase("true", "1", true), SchemaCase("false", "1", false), SchemaCase("{}", "[null]", true),
        // type
        SchemaCase(#"{"type":"object"}"#, "{}", true), SchemaCase(#"{"type":"object"}"#, "[]", false),
        SchemaCase(#"{"type":"array"}"#, "[]", true), SchemaCase(#"{"type":"string"}"#, #""""#, true),
        SchemaCase(#"{"type":"string"}"#, "1", false), SchemaCase(#"{"type":"boolean"}"#, "0", false),
        SchemaCase(#"{"type":"null"}"#, "null", true), SchemaCase(#"{"type":"null"}"#, "false", false),
        SchemaCase(#"{"type":"number"}"#, "1.5", true), SchemaCase(#"{"type":"integer"}"#, "1.5", false),
        SchemaCase(#"{"type":"integer"}"#, "1.0", true), SchemaCase(#"{"type":"integer"}"#, "true", false),
        SchemaCase(#"{"type":["string","null"]}"#, "null", true),
        SchemaCase(#"{"type":["string","null"]}"#, "1", false),
        // enum, const: by value
        SchemaCase(#"{"enum":["a",1,{"x":[1,2]}]}"#, #"{"x":[1,2]}"#, true),
        SchemaCase(#"{"enum":["a",1,{"x":[1,2]}]}"#, #"{"x":[2,1]}"#, false),
        SchemaCase(#"{"enum":["a"]}"#, #""A""#, false), SchemaCase(#"{"const":1}"#, "1.0", true),
        SchemaCase(#"{"const":true}"#, "1", false), SchemaCase(#"{"const":{"a":1,"b":2}}"#, #"{"b":2,"a":1}"#, true),
        // numbers
        SchemaCase(#"{"minimum":0,"maximum":3}"#, "0", true), SchemaCase(#"{"minimum":0,"maximum":3}"#, "3", true),
        SchemaCase(#"{"minimum":0,"maximum":3}"#, "4", false), SchemaCase(#"{"minimum":0}"#, "-0.5", false),
        SchemaCase(#"{"minimum":0}"#, #""-1""#, true),
        // strings
        SchemaCase(#"{"pattern":"b"}"#, #""abc""#, true), SchemaCase(#"{"pattern":"^b"}"#, #""abc""#, false),
        SchemaCase(#"{"pattern":"^([0-9a-f][0-9a-f])*$"}"#, #""0aff""#, true),
        SchemaCase(#"{"pattern":"^([0-9a-f][0-9a-f])*$"}"#, #""0af""#, false),
        SchemaCase(#"{"pattern":"^b"}"#, "1", true),
        SchemaCase(#"{"minLength":1}"#, #""""#, false), SchemaCase(#"{"minLength":2}"#, #""🙂""#, false),
        SchemaCase(#"{"maxLength":2}"#, #""日本""#, true), SchemaCase(#"{"maxLength":2}"#, #""👨‍👩‍👧""#, false),
        SchemaCase(#"{"maxLength":1}"#, #""🙂""#, true),
        // objects
        SchemaCase(#"{"required":["a"]}"#, #"{"a":null}"#, true), SchemaCase(#"{"required":["a"]}"#, "{}", false),
        SchemaCase(#"{"required":["a"]}"#, "[]", true),
        SchemaCase(#"{"properties":{"a":{"type":"string"}}}"#, #"{"a":1}"#, false),
        SchemaCase(#"{"properties":{"a":{"type":"string"}}}"#, #"{"b":1}"#, true),
        SchemaCase(#"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"a":1,"b":2}"#, false),
        SchemaCase(#"{"properties":{"a":{}},"additionalProperties":{"type":"string"}}"#, #"{"a":1,"b":"2"}"#, true),
        SchemaCase(#"{"propertyNames":{"enum":["a"]}}"#, #"{"a":1}"#, true),
        SchemaCase(#"{"propertyNames":{"enum":["a"]}}"#, #"{"b":1}"#, false),
        SchemaCase(#"{"dependentRequired":{"a":["b"]}}"#, #"{"a":1}"#, false),
        SchemaCase(#"{"dependentRequired":{"a":["b"]}}"#, #"{"b":1}"#, true),
        // arrays
        SchemaCase(#"{"items":{"type":"integer"}}"#, "[1,2]", true),
        SchemaCase(#"{"items":{"type":"integer"}}"#, #"[1,"2"]"#, false),
        SchemaCase(#"{"items":{"type":"integer"}}"#, "{}", true),
        SchemaCase(#"{"minItems":1}"#, "[]", false), SchemaCase(#"{"minItems":1}"#, "[0]", true),
        SchemaCase(#"{"contains":{"const":2}}"#, "[1,2]", true), SchemaCase(#"{"contains":{"const":2}}"#, "[1]", false),
        SchemaCase(#"{"contains":{"const":2}}"#, #""2""#, true),
        // several schemas
        SchemaCase(#"{"allOf":[{"minimum":1},{"maximum":2}]}"#, "3", false),
        SchemaCase(#"{"anyOf":[{"minimum":5},{"maximum":2}]}"#, "3", false),
        SchemaCase(#"{"anyOf":[{"minimum":1},{"maximum":2}]}"#, "1", true),
        SchemaCase(#"{"oneOf":[{"minimum":1},{"maximum":2}]}"#, "1", false),
        SchemaCase(#"{"oneOf":[{"minimum":5},{"maximum":2}]}"#, "1", true),
        SchemaCase(#"{"not":{"required":["a","b"]}}"#, #"{"a":1,"b":1}"#, false),
        SchemaCase(#"{"not":{"required":["a","b"]}}"#, #"{"a":1}"#, true),
        SchemaCase(#"{"if":{"const":1},"then":false}"#, "1", false),
        SchemaCase(#"{"if":{"const":1},"then":false}"#, "2", true),
        SchemaCase(#"{"if":{"const":1},"else":{"const":2}}"#, "3", false),
        SchemaCase(#"{"then":false,"else":false}"#, "1", true),
        // references, which other keywords may stand beside
        SchemaCase(##"{"$ref":"#/$defs/a","maximum":3,"$defs":{"a":{"minimum":1}}}"##, "4", false),
        SchemaCase(##"{"$ref":"#/$defs/a","maximum":3,"$defs":{"a":{"minimum":1}}}"##, "0", false),
        SchemaCase(##"{"$ref":"#/$defs/a","maximum":3,"$defs":{"a":{"minimum":1}}}"##, "2", true),
        SchemaCase(##"{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}"##, #"{"a":{"a":{}}}"#, true),
        SchemaCase(##"{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}"##, #"{"a":{"b":{}}}"#, false),
    ]
}

@Suite("The schema validator")
struct SchemaValidatorTests {
    @Test("judges as the standard says", arguments: SchemaCase.all)
    func judges(_ item: SchemaCase) throws {
        let schema = try JSONSchema(["case.json": item.document()])
        #expect(try schema.faults(of: item.instance(), in: "case.json").isEmpty == item.passes)
    }

    @Test(
        "agrees with Python's jsonschema on every case",
        .enabled(if: PythonValidator.isInstalled, "needs python3 with the packages jsonschema and referencing")
    )
    func agreesWithPython() throws {
        var documents: [String: JSONValue] = [:]
        var cases: [(document: String, value: JSONValue)] = []
        for (index, item) in SchemaCase.all.enumerated() {
            documents["case-\(index).json"] = try item.document()
            cases.append(("case-\(index).json", try item.instance()))
        }
        let verdicts = try PythonValidator.verdicts(cases, documents)
        #expect(verdicts.count == SchemaCase.all.count)
        for (item, verdict) in zip(SchemaCase.all, verdicts) {
            #expect(verdict == item.passes, "\(item.testDescription)")
        }
    }

    @Test("tells where a value is wrong and which keyword says so")
    func tellsThePlace() throws {
        let text = #"{"properties":{"list":{"items":{"required":["id"],"properties":{"id":{"type":"integer"}}}}}}"#
        let schema = try JSONSchema(["s": JSONValue(parsing: text)])
        let value = try JSONValue(parsing: #"{"list":[{"id":1},{"id":"2"},{}]}"#)
        let faults = try schema.faults(of: value, in: "s").map(\.description)
        #expect(faults == ["/list/1/id: type", "/list/2/id: required"])
    }

    @Test("refuses in a closed check what no schema names, and what comes twice")
    func closes() throws {
        let text = ##"""
            {"properties":{"a":true},"$ref":"#/$defs/more","if":{"properties":{"c":{"const":1}},"required":["c"]},
             "then":{"properties":{"d":true}},"$defs":{"more":{"properties":{"b":{"properties":{"x":true}}}}}}
            """##
        let schema = try JSONSchema(["s": JSONValue(parsing: text)])
        func faults(_ value: String) throws -> [String] {
            try schema.faults(of: JSONValue(parsing: value), in: "s", closed: true).map(\.description)
        }
        #expect(try faults(#"{"a":{"free":1},"b":{"x":1}}"#) == [])
        #expect(try faults(#"{"a":1,"e":1}"#) == ["/e: undeclared"])
        #expect(try faults(#"{"b":{"y":1}}"#) == ["/b/y: undeclared"])
        #expect(try faults(#"{"c":1,"d":2}"#) == [])
        #expect(try faults(#"{"d":2}"#) == ["/d: undeclared"])
        #expect(try faults(#"{"a":1,"a":2}"#) == ["/a: repeated"])
    }

    @Test(
        "refuses a schema that it does not understand in full",
        arguments: [
            #"{"minLenght":1}"#, #"{"uniqueItems":true}"#, #"{"properties":{"a":{"prefixItems":[]}}}"#,
            ##"{"$ref":"#/$defs/none"}"##,
            #"{"$ref":"elsewhere.json"}"#, #"{"items":3}"#, #"{"pattern":"["}"#,
        ]
    )
    func refusesUnknownKeywords(_ text: String) throws {
        let document = try JSONValue(parsing: text)
        #expect(throws: (any Error).self) { try JSONSchema(["s": document]) }
    }
}
