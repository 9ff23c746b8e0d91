import WireFormat

/// The catalogue's description of one kind of content: its id, its members, an example.
///
/// Read from an object with the members `typeId`, `name`, `kind`, `fields`, `exampleJSON`, `confidence` and `sources`,
/// and optionally `classes` and `constants`.
public struct ContentShape: Hashable, Sendable {
    /// A member of the content.
    public struct Field: Hashable, Sendable {
        /// The member's key; for a nested member, all keys joined by dots.
        ///
        /// `*` stands for keys that the application chooses.
        public let key: String
        /// The types that the value may have: `string`, `integer`, `number`, `boolean`, `object`, `array`,
        /// `array<string>`, `array<object>`, `date`, `bytes`, `any`.
        public let types: [String]
        /// Whether every content of the kind has the member.
        public let isRequired: Bool
        /// The unit and meaning, in a few words; may be empty.
        public let note: String
        /// The kind of secret in the value, such as `password`; `nil` for none.
        public let secret: String?
        /// The keys, outermost first.
        let path: [String]
    }

    /// The number or name on the wire as text, such as `-1` or `100/1`; `nil` if contents of the kind have none.
    public let id: String?
    /// A short name.
    public let name: String
    /// The family of contents that the kind belongs to.
    public let kind: String
    /// The members.
    public let fields: [Field]
    /// The classes of the SDKs for the kind, by platform (`ios`, `android`, `web`).
    public let classes: [String: [String]]
    /// The names of the id in SDKs and server interfaces.
    public let constants: [String]
    /// An example of a content of this kind.
    public let example: JSONValue
    /// The confidence in the description: `source` if it was read in source code.
    public let confidence: String
    /// The sources of the description.
    public let sources: [String]

    /// Reads the catalogue's object; `nil` if it has no name or no fields.
    public init?(_ object: JSONValue) {
        guard let name = object["name"]?.string, let fields = object["fields"]?.elements else { return nil }
        self.name = name
        id = object["typeId"].flatMap { $0.string ?? $0.int64.map(String.init) }
        kind = object["kind"]?.string ?? ""
        self.fields = fields.compactMap { field in
            guard let key = field["key"]?.string, let type = field["type"]?.string else { return nil }
            return Field(
                key: key,
                types: type.split(separator: "|").map(String.init),
                isRequired: field["required"]?.bool ?? false,
                note: field["note"]?.string ?? "",
                secret: field["secret"]?.string,
                path: key.split(separator: ".").map(String.init)
            )
        }
        classes = (object["classes"]?.members ?? []).reduce(into: [:]) { classes, member in
            classes[member.key.text] = member.value.elements?.compactMap(\.string) ?? []
        }
        constants = object["constants"]?.elements?.compactMap(\.string) ?? []
        example = object["exampleJSON"] ?? .null
        confidence = object["confidence"]?.string ?? ""
        sources = object["sources"]?.elements?.compactMap(\.string) ?? []
    }

    /// Parses a text with one object per line.
    ///
    /// Traps on a line that is not a shape: the text is part of the program.
    package static func table(_ text: StaticString) -> [ContentShape] {
        TableText.lines(text).map { line in
            guard let object = try? JSONValue(parsing: line), let shape = ContentShape(object) else {
                preconditionFailure("no content: \(String(decoding: line, as: UTF8.self))")
            }
            return shape
        }
    }

    /// Compares a content with the shape and returns the differences.
    ///
    /// Finds members that are missing (`missing-field`), of another type (`wrong-type`, `number-as-text`,
    /// `bool-as-number`, `null-value`) or repeated (`duplicate-key`), and a content that is not an object
    /// (`wrong-shape`). Ignores members that the shape does not list.
    public borrowing func check(_ content: JSONView) -> [ContentFinding] {
        guard content.kind == .object else {
            if fields.allSatisfy({ $0.key == "*" }) { return [] }
            let offset = content.range.lowerBound
            return [ContentFinding(.error, "wrong-shape", offset: offset, text: "\(name) is no object")]
        }
        var findings: [ContentFinding] = []
        Self.checkKeys(of: content, "", &findings)
        // Borrowed, not copied: a copy would change a reference count that all threads share.
        let fields = fields.span
        for index in fields.indices where fields[index].key != "*" {
            Self.check(fields[index], in: content, &findings)
        }
        return findings
    }

    /// Returns a finding if a member names another kind of content (`type-mismatch`).
    ///
    /// - Parameters:
    ///   - content: the object that may name its kind.
    ///   - key: the member with the kind's id, or with the part of the id after its slash.
    ///   - id: the expected id; by default the kind's.
    public func checkId(of content: JSONView, at key: String, is id: String? = nil) -> ContentFinding? {
        guard let id = id ?? self.id, let value = content[key] else { return nil }
        let own = id.split(separator: "/").last.map(String.init) ?? id
        let number = value.wholeNumber ?? value.string.flatMap { Int64($0) }
        guard let found = number.map(String.init) ?? value.string, found != own else { return nil }
        if own == ">0", let number, number > 0 { return nil }
        let text = "\(key) is \(found), that of \(name) is \(own)"
        return ContentFinding(.warning, "type-mismatch", path: key, offset: value.range.lowerBound, text: text)
    }

    /// The largest number of members in which repeated keys are searched: the search takes quadratic time.
    private static let mostCompared = 256

    private static func checkKeys(of object: JSONView, _ path: String, _ findings: inout [ContentFinding]) {
        guard object.count <= mostCompared, let repeated = object.repeatedMember else { return }
        let path = path.isEmpty ? repeated.key : "\(path).\(repeated.key)"
        let text = "\(path) is there twice; parsers take the last"
        findings.append(ContentFinding(.warning, "duplicate-key", path: path, offset: repeated.offset, text: text))
    }

    private static func check(_ field: borrowing Field, in content: JSONView, _ findings: inout [ContentFinding]) {
        var parent = content
        let path = field.path.span
        guard !path.isEmpty else { return }
        for index in 0..<path.count - 1 {
            // A parent that is missing or not an object is reported by the parent's own field.
            guard let next = parent[path[index]], next.kind == .object else { return }
            parent = next
        }
        guard let value = parent[path[path.count - 1]] else {
            if field.isRequired {
                findings.append(field.finding(.warning, "missing-field", parent.range.lowerBound, "is missing"))
            }
            return
        }
        if value.kind == .object { checkKeys(of: value, field.key, &findings) }
        if value.isNull {
            findings.append(
                field.finding(field.isRequired ? .warning : .note, "null-value", value.range.lowerBound, "is null")
            )
            return
        }
        let types = field.types.span
        for index in types.indices where fits(value, types[index]) { return }
        findings.append(wrongType(value, field))
    }

    private static func wrongType(_ value: JSONView, _ field: borrowing Field) -> ContentFinding {
        let offset = value.range.lowerBound
        if field.types.contains(where: { isNumberAsText(value, $0) }) {
            return field.finding(.note, "number-as-text", offset, "is a number written as text")
        }
        if field.types.contains("boolean"), value.int64 == 0 || value.int64 == 1 {
            return field.finding(.note, "bool-as-number", offset, "is a truth value written as a number")
        }
        return field.finding(.warning, "wrong-type", offset, "is no \(field.types.joined(separator: " or "))")
    }

    private static func isNumberAsText(_ value: JSONView, _ type: String) -> Bool {
        guard type == "integer" || type == "number", let text = value.string else { return false }
        return (try? JSONNumber(spelling: text)) != nil
    }

    /// Returns whether a value has a type.
    private static func fits(_ value: JSONView, _ type: String) -> Bool {
        switch type {
        case "string": return value.kind == .string
        case "integer":
            // Some writers spell whole numbers as doubles.
            guard let double = value.double else { return false }
            return double.whole != nil || double.magnitude >= 0x1p63
        case "number": return value.kind == .number
        case "boolean": return value.kind == .bool
        case "object": return value.kind == .object
        case "array": return value.kind == .array
        case "array<string>", "array<object>":
            guard value.kind == .array else { return false }
            let kind = type == "array<string>" ? JSONKind.string : .object
            var elements = value.elements
            while let element = elements.next() { guard element.kind == kind else { return false } }
            return true
        case "date": return value.kind == .string || value.kind == .number || value.kind == .object
        default: return true
        }
    }
}

extension ContentShape.Field {
    /// Returns a finding about the member; its text is the member's key and `text`.
    borrowing fileprivate func finding(
        _ severity: Severity,
        _ code: String,
        _ offset: Int,
        _ text: String
    ) -> ContentFinding {
        ContentFinding(severity, code, path: key, offset: offset, text: "\(key) \(text)")
    }
}
