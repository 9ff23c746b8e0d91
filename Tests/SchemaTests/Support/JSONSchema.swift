import WireFormat
import WireJSON

/// JSON Schema 2020-12, as far as the published schemas use it.
///
/// A keyword that it does not know is an error when a schema is loaded, so that none is passed over.
struct JSONSchema {
    /// A schema that cannot be used.
    struct Unusable: Error, Hashable {
        var reason: String
    }

    /// What is wrong with a value.
    struct Fault: Hashable, CustomStringConvertible {
        /// Where in the value, such as `/frame/qos`; empty for the whole.
        var path: String
        /// The keyword that refuses it; `undeclared` and `repeated` for members of a closed check.
        var keyword: String

        var description: String { "\(path.isEmpty ? "/" : path): \(keyword)" }
    }

    /// The schemas by file name; references from one to another use these names.
    let documents: [String: JSONValue]
    /// The patterns met so far, made once.
    let patterns = PatternCache()

    /// Takes schemas; throws ``Unusable`` for what this validator does not understand.
    init(_ documents: [String: JSONValue]) throws {
        self.documents = documents
        for (name, document) in documents { try check(document, in: name) }
    }

    /// What is wrong with a value by the schema in a file.
    ///
    /// - Parameter closed: whether members are refused that the schema does not name, or that come twice. The published
    ///   schemas allow new members to others; what the program writes must be named.
    func faults(of value: JSONValue, in document: String, closed: Bool = false) throws -> [Fault] {
        guard let root = documents[document] else { throw Unusable(reason: "no schema \(document)") }
        var check = SchemaCheck(schema: self)
        try check.apply(Place(schema: root, document: document), to: value, at: "")
        if closed { check.close(value) }
        return check.faults
    }

    /// A subschema and the file that it stands in.
    struct Place {
        var schema: JSONValue
        var document: String

        func inside(_ schema: JSONValue) -> Place { Place(schema: schema, document: document) }
    }

    /// What `$ref` names: a file, a place in one, or both.
    func resolve(_ reference: String, in document: String) throws -> Place {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].isEmpty ? document : String(parts[0])
        guard var place = documents[name] else { throw Unusable(reason: "no schema \(name)") }
        for step in parts.dropFirst().joined().split(separator: "/") {
            guard let next = place[String(step)] else { throw Unusable(reason: "no \(reference) in \(document)") }
            place = next
        }
        return Place(schema: place, document: name)
    }

    // MARK: Loading

    private static let annotations: Set = ["$schema", "$id", "title", "description"]
    private static let plain: Set = [
        "type", "enum", "const", "minimum", "maximum", "minItems", "minLength", "maxLength", "required",
        "dependentRequired",
    ]
    private static let schemas: Set = [
        "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else",
    ]
    private static let lists: Set = ["allOf", "anyOf", "oneOf"]
    private static let maps: Set = ["properties", "$defs"]

    private func check(_ schema: JSONValue, in document: String) throws {
        if schema.bool != nil { return }
        guard let members = schema.members else { throw Unusable(reason: "a schema that is no object") }
        for member in members {
            let key = member.key.text
            if Self.schemas.contains(key) {
                try check(member.value, in: document)
            } else if Self.lists.contains(key) {
                for part in member.value.elements ?? [] { try check(part, in: document) }
            } else if Self.maps.contains(key) {
                for part in member.value.members ?? [] { try check(part.value, in: document) }
            } else if key == "$ref" {
                _ = try resolve(member.value.string ?? "", in: document)
            } else if key == "pattern" {
                _ = try Regex(member.value.string ?? "(")
            } else if !Self.plain.contains(key), !Self.annotations.contains(key) {
                throw Unusable(reason: "unknown keyword \(key)")
            }
        }
    }
}

/// Regular expressions by their text.
final class PatternCache {
    private var patterns: [String: Regex<AnyRegexOutput>] = [:]

    /// Whether the pattern occurs in the text; a pattern that is none occurs nowhere.
    func matches(_ pattern: String, _ text: String) -> Bool {
        if patterns[pattern] == nil { patterns[pattern] = try? Regex(pattern) }
        return patterns[pattern].map { text.firstMatch(of: $0) != nil } ?? false
    }
}
