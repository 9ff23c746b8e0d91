import Reporting
package import WireFormat
package import WireJSON

/// The cases of one subject: one vector file.
package struct VectorGroup: Sendable {
    /// The schema of vector files.
    package static let schema = "imwire-vectors/1"

    /// The group's name, such as `rongcloud.frame.websocket`.
    package var name: String
    /// The version of the suite that the group belongs to.
    package var suite: String
    /// The meaning and origin of each flag; keys such as `input.topic` explain members of inputs.
    package var notes: [JSONMember]
    /// The cases in the order of the file.
    package var cases: [VectorCase]

    /// Makes a group.
    init(name: String, suite: String, notes: [JSONMember], cases: [VectorCase]) {
        self.name = name
        self.suite = suite
        self.notes = notes
        self.cases = cases
    }

    /// Reads a vector file.
    ///
    /// Throws `json`; `required` and `value` with the path of the member; `truncated` if there are fewer cases than
    /// `count` says, `trailing` if there are more; `value` for a repeated id and for a flag without a note.
    package init(parsing bytes: [UInt8]) throws(WireError) {
        try self.init(try JSONValue(parsing: bytes))
    }

    /// Reads a parsed vector file; throws the same errors.
    package init(_ object: JSONValue) throws(WireError) {
        let members = VectorMembers(object)
        let schema = try members.string("schema")
        guard schema == Self.schema else {
            throw WireError(.value, at: 0, path: ["schema"], expected: "\(Self.schema), not \(schema)")
        }
        suite = try members.string("suite")
        name = try members.string("group")
        guard let notes = try members.value("notes").members else {
            throw WireError(.value, at: 0, path: ["notes"], expected: "an object")
        }
        self.notes = notes
        guard let elements = try members.value("cases").elements else {
            throw WireError(.value, at: 0, path: ["cases"], expected: "an array")
        }
        guard let count = try members.value("count").int64 else {
            throw WireError(.value, at: 0, path: ["count"], expected: "an integer")
        }
        guard elements.count == count else {
            let code: WireError.Code = elements.count < count ? .truncated : .trailing
            let expected = "\(Count.of("case", count)), not \(elements.count)"
            throw WireError(code, at: 0, path: ["cases"], expected: expected)
        }
        cases = []
        cases.reserveCapacity(elements.count)
        let explained = Set(notes.map(\.key.text))
        var seen: Set<String> = []
        for (index, element) in elements.enumerated() {
            do throws(WireError) {
                let entry = try VectorCase(element)
                guard seen.insert(entry.id).inserted else {
                    throw WireError(.value, at: 0, path: [entry.id, "id"], expected: "an id that no other case has")
                }
                if let flag = entry.flags.first(where: { !explained.contains($0) }) {
                    throw WireError(.value, at: 0, path: [entry.id, "flags"], expected: "a note that explains \(flag)")
                }
                cases.append(entry)
            } catch {
                throw error.inside("cases[\(index)]")
            }
        }
    }

    /// The text of the file: the members of the header one per line, then one case per line.
    ///
    /// `count` is the number of cases.
    package var text: [UInt8] {
        var writer = ByteWriter()
        func append(_ key: StaticString, _ value: JSONValue) {
            writer.append("  ")
            writer.append(jsonString: key)
            writer.append(": ")
            value.encode(into: &writer)
            writer.append(",\n")
        }
        writer.append("{\n")
        append("schema", JSONValue(Self.schema))
        append("suite", JSONValue(suite))
        append("group", JSONValue(name))
        append("count", JSONValue(cases.count))
        writer.append("  \"notes\": {")
        for (index, note) in notes.enumerated() {
            writer.append(index == 0 ? "\n    " : ",\n    ")
            note.key.encode(into: &writer)
            writer.append(": ")
            note.value.encode(into: &writer)
        }
        writer.append(notes.isEmpty ? "},\n" : "\n  },\n")
        writer.append("  \"cases\": [\n")
        for (index, entry) in cases.enumerated() {
            if index > 0 { writer.append(",\n") }
            entry.json.encode(into: &writer)
        }
        writer.append("\n]\n}\n")
        return writer.array
    }
}
