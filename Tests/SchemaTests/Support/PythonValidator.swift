import TestSupport
import WireJSON

/// Python's `jsonschema`, for a second opinion.
enum PythonValidator {
    /// Whether Python 3 with `jsonschema` and `referencing` is installed.
    static let isInstalled = OutsideTool.has("jsonschema", "referencing")

    /// Whether each value passes the schema in a file.
    static func verdicts(
        _ cases: [(document: String, value: JSONValue)],
        _ documents: [String: JSONValue]
    ) throws -> [Bool] {
        let input = JSONValue.object([
            JSONMember("documents", .object(documents.map { JSONMember(JSONString($0.key), $0.value) })),
            JSONMember("cases", .array(cases.map { .array([JSONValue($0.document), $0.value]) })),
        ])
        let output = try OutsideTool.output(of: "python3", ["-W", "ignore", "-c", script], input: input.minified)
        return output.compactMap { $0 == UInt8(ascii: "1") ? true : $0 == UInt8(ascii: "0") ? false : nil }
    }

    private static let script = """
        import json, sys
        from jsonschema import Draft202012Validator
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012
        data = json.load(sys.stdin.buffer)
        documents = data["documents"]
        resources = [(name, DRAFT202012.create_resource(schema)) for name, schema in documents.items()]
        registry = Registry().with_resources(resources)
        validators = {}
        for name, schema in documents.items():
            Draft202012Validator.check_schema(schema)
            validators[name] = Draft202012Validator(schema, registry=registry)
        print("".join("1" if validators[name].is_valid(value) else "0" for name, value in data["cases"]))
        """
}
