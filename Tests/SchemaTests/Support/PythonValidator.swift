import Foundation
import WireJSON

/// Python's `jsonschema`, for a second opinion.
enum PythonValidator {
    /// Whether Python 3 with `jsonschema` and `referencing` is installed.
    static let isInstalled: Bool = (try? run("import jsonschema, referencing", [])) != nil

    /// Whether each value passes the schema in a file.
    static func verdicts(
        _ cases: [(document: String, value: JSONValue)],
        _ documents: [String: JSONValue]
    ) throws -> [Bool] {
        let input = JSONValue.object([
            JSONMember("documents", .object(documents.map { JSONMember(JSONString($0.key), $0.value) })),
            JSONMember("cases", .array(cases.map { .array([JSONValue($0.document), $0.value]) })),
        ])
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).json")
        try Data(input.minified).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try run(script, [file.path]).compactMap { $0 == "1" ? true : $0 == "0" ? false : nil }
    }

    private static let script = """
        import json, sys
        from jsonschema import Draft202012Validator
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012
        data = json.load(open(sys.argv[1], encoding="utf-8"))
        documents = data["documents"]
        resources = [(name, DRAFT202012.create_resource(schema)) for name, schema in documents.items()]
        registry = Registry().with_resources(resources)
        validators = {}
        for name, schema in documents.items():
            Draft202012Validator.check_schema(schema)
            validators[name] = Draft202012Validator(schema, registry=registry)
        print("".join("1" if validators[name].is_valid(value) else "0" for name, value in data["cases"]))
        """

    private static func run(_ script: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-W", "ignore", "-c", script] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return text
    }
}
