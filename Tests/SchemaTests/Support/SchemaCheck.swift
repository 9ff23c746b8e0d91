import WireJSON

/// One run of a schema over a value.
struct SchemaCheck {
    let schema: JSONSchema
    /// What was found.
    private(set) var faults: [JSONSchema.Fault] = []
    /// By the path of an object, the members that the schemas applied to it name.
    private var named: [String: Set<String>] = [:]

    init(schema: JSONSchema) {
        self.schema = schema
    }

    /// Refuses members that no schema names and keys that come twice, in objects of which a schema names members.
    mutating func close(_ value: JSONValue, at path: String = "") {
        for (index, element) in (value.elements ?? []).enumerated() { close(element, at: "\(path)/\(index)") }
        guard let members = value.members else { return }
        var seen: Set<String> = []
        for member in members {
            let key = member.key.text
            if let known = named[path] {
                if !known.contains(key) { refuse("\(path)/\(key)", "undeclared") }
                if !seen.insert(key).inserted { refuse("\(path)/\(key)", "repeated") }
            }
            close(member.value, at: "\(path)/\(key)")
        }
    }

    /// Applies a schema to a value.
    mutating func apply(_ place: JSONSchema.Place, to value: JSONValue, at path: String) throws {
        if let verdict = place.schema.bool {
            if !verdict { refuse(path, "false") }
            return
        }
        if let reference = place.schema["$ref"]?.string {
            try apply(try schema.resolve(reference, in: place.document), to: value, at: path)
        }
        applyScalar(place.schema, value, path)
        try applyObject(place, value, path)
        try applyArray(place, value, path)
        try combine(place, value, path)
    }

    private mutating func refuse(_ path: String, _ keyword: String) {
        faults.append(JSONSchema.Fault(path: path, keyword: keyword))
    }

    /// Whether a schema lets a value pass.
    ///
    /// Finds no fault; the members that a schema names count when the value passes.
    private mutating func passes(_ place: JSONSchema.Place, _ value: JSONValue, _ path: String) throws -> Bool {
        var part = SchemaCheck(schema: schema)
        try part.apply(place, to: value, at: path)
        guard part.faults.isEmpty else { return false }
        named.merge(part.named) { $0.union($1) }
        return true
    }

    // MARK: Values

    private mutating func applyScalar(_ schema: JSONValue, _ value: JSONValue, _ path: String) {
        if let type = schema["type"] {
            let names = type.string.map { [$0] } ?? (type.elements ?? []).compactMap(\.string)
            if !names.contains(where: { value.isOf(type: $0) }) { refuse(path, "type") }
        }
        if let values = schema["enum"]?.elements, !values.contains(where: { $0.means(value) }) { refuse(path, "enum") }
        if let constant = schema["const"], !constant.means(value) { refuse(path, "const") }
        if let number = value.double {
            if let minimum = schema["minimum"]?.double, number < minimum { refuse(path, "minimum") }
            if let maximum = schema["maximum"]?.double, number > maximum { refuse(path, "maximum") }
        }
        guard let text = value.string else { return }
        if let pattern = schema["pattern"]?.string, !self.schema.patterns.matches(pattern, text) {
            refuse(path, "pattern")
        }
        if let least = schema["minLength"]?.int64, text.unicodeScalars.count < least { refuse(path, "minLength") }
        if let most = schema["maxLength"]?.int64, text.unicodeScalars.count > most { refuse(path, "maxLength") }
    }

    // MARK: Objects

    private mutating func applyObject(_ place: JSONSchema.Place, _ value: JSONValue, _ path: String) throws {
        guard let members = value.members else { return }
        let keys = Set(members.map(\.key.text))
        for key in place.schema["required"]?.elements?.compactMap(\.string) ?? [] where !keys.contains(key) {
            refuse("\(path)/\(key)", "required")
        }
        for dependency in place.schema["dependentRequired"]?.members ?? [] where keys.contains(dependency.key.text) {
            for key in dependency.value.elements?.compactMap(\.string) ?? [] where !keys.contains(key) {
                refuse("\(path)/\(key)", "dependentRequired")
            }
        }
        if let part = place.schema["propertyNames"] {
            for key in keys where try !passes(place.inside(part), JSONValue(key), path) {
                refuse("\(path)/\(key)", "propertyNames")
            }
        }
        let properties = place.schema["properties"]
        let others = place.schema["additionalProperties"]
        guard properties != nil || others != nil else { return }
        named[path, default: []].formUnion(others == nil ? (properties?.members ?? []).map(\.key.text) : Array(keys))
        for member in members {
            let key = member.key.text
            guard let part = properties?[key] ?? others else { continue }
            try apply(place.inside(part), to: member.value, at: "\(path)/\(key)")
        }
    }

    // MARK: Arrays

    private mutating func applyArray(_ place: JSONSchema.Place, _ value: JSONValue, _ path: String) throws {
        guard let elements = value.elements else { return }
        if let least = place.schema["minItems"]?.int64, elements.count < least { refuse(path, "minItems") }
        if let part = place.schema["items"] {
            for (index, element) in elements.enumerated() {
                try apply(place.inside(part), to: element, at: "\(path)/\(index)")
            }
        }
        guard let part = place.schema["contains"] else { return }
        var found = false
        for (index, element) in elements.enumerated() {
            if try passes(place.inside(part), element, "\(path)/\(index)") { found = true }
        }
        if !found { refuse(path, "contains") }
    }

    // MARK: Several schemas

    private mutating func combine(_ place: JSONSchema.Place, _ value: JSONValue, _ path: String) throws {
        for part in place.schema["allOf"]?.elements ?? [] {
            try apply(place.inside(part), to: value, at: path)
        }
        for keyword in ["anyOf", "oneOf"] {
            guard let parts = place.schema[keyword]?.elements else { continue }
            var count = 0
            for part in parts where try passes(place.inside(part), value, path) { count += 1 }
            if count == 0 || keyword == "oneOf" && count > 1 { refuse(path, keyword) }
        }
        if let part = place.schema["not"] {
            let before = named
            if try passes(place.inside(part), value, path) { refuse(path, "not") }
            named = before
        }
        guard let condition = place.schema["if"] else { return }
        let branch = try passes(place.inside(condition), value, path) ? "then" : "else"
        if let part = place.schema[branch] { try apply(place.inside(part), to: value, at: path) }
    }
}

extension JSONValue {
    /// Whether the value is of a type as JSON Schema names it; a number without a fraction is an integer.
    func isOf(type: String) -> Bool {
        switch (type, self) {
        case ("object", .object), ("array", .array), ("string", .string), ("number", .number), ("boolean", .bool),
            ("null", .null):
            true
        case ("integer", .number(let number)): number.double.rounded() == number.double
        default: false
        }
    }

    /// Whether two values mean the same: the order of members and the spelling of numbers do not count.
    func means(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let two)): one.double == two.double
        case (.array(let one), .array(let two)): one.count == two.count && zip(one, two).allSatisfy { $0.means($1) }
        case (.object(let one), .object(let two)):
            one.count == two.count && one.allSatisfy { member in other[member.key.text]?.means(member.value) ?? false }
        default: self == other
        }
    }
}
