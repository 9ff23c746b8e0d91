package import WireFormat
import WireJSON

extension ConformanceReport {
    /// Reads a report of the schema `imwire-conformance/1`.
    ///
    /// The cases contain only what the report has: no expectations, and inputs only of failed cases. Throws `json`;
    /// `required` and `value` with the path of the member.
    package init(parsing bytes: [UInt8]) throws(WireError) {
        let object = try JSONValue(parsing: bytes)
        let schema = try VectorMembers(object).string("schema")
        guard schema == Self.schema else {
            throw WireError(.value, at: 0, path: ["schema"], expected: "\(Self.schema), not \(schema)")
        }
        runs = try Self.read("runs", of: object) { run throws(WireError) in try AdapterRun(run) }
    }

    /// Reads the elements of a required array.
    fileprivate static func read<Element>(
        _ name: String,
        of object: JSONValue,
        _ element: (JSONValue) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        guard let elements = try VectorMembers(object).value(name).elements else {
            throw WireError(.value, at: 0, path: [name], expected: "an array")
        }
        var result: [Element] = []
        for (index, value) in elements.enumerated() {
            do throws(WireError) {
                result.append(try element(value))
            } catch {
                throw error.inside("\(name)[\(index)]")
            }
        }
        return result
    }

    /// Reads a member as a value of an enumeration.
    fileprivate static func named<Value: RawRepresentable<String>>(
        _ name: String,
        of object: JSONValue
    ) throws(WireError) -> Value {
        let text = try VectorMembers(object).string(name)
        guard let value = Value(rawValue: text) else {
            throw WireError(.value, at: 0, path: [name], expected: "one of the schema's words, not \(text)")
        }
        return value
    }
}

extension AdapterRun {
    /// Reads a run of a report.
    fileprivate init(_ object: JSONValue) throws(WireError) {
        let members = VectorMembers(object)
        suite = try members.string("suite")
        vectors = object["vectors"]?.elements?.compactMap(\.string) ?? []
        let about = VectorMembers(try members.value("adapter"))
        adapter = try about.string("command")
        greeting = AdapterGreeting(
            sdk: try about.string("sdk"),
            version: about.object["version"]?.string ?? "",
            operations: about.object["operations"]?.elements?.compactMap(\.string)
        )
        results = try ConformanceReport.read("cases", of: object) { entry throws(WireError) in try CaseResult(entry) }
        staleness = try ConformanceReport.read("stale", of: object) { stale throws(WireError) in
            let members = VectorMembers(stale)
            return Staleness(
                id: try members.string("id"),
                kind: try ConformanceReport.named("kind", of: stale),
                text: try members.string("text")
            )
        }
        restarts = Int(clamping: object["restarts"]?.int64 ?? 0)
        notes = object["notes"]?.elements?.compactMap(\.string) ?? []
    }
}

extension CaseResult {
    /// Reads a result of a report.
    fileprivate init(_ object: JSONValue) throws(WireError) {
        let members = VectorMembers(object)
        let vector = VectorCase(
            id: try members.string("id"),
            level: try ConformanceReport.named("level", of: object),
            flags: object["flags"]?.elements?.compactMap(\.string) ?? [],
            comment: try members.string("comment"),
            operation: try members.string("operation"),
            input: object["input"] ?? [:],
            expectation: .reject([]),
            source: object["source"]?.string ?? ""
        )
        self.init(
            VectorSuite.Entry(
                group: try members.string("group"),
                vector: vector,
                flagNotes: object["flagNotes"]?.members ?? []
            ),
            try ConformanceReport.named("status", of: object),
            note: object["note"]?.string
        )
        isUnreviewed = object["unreviewed"]?.bool ?? false
        guard let name = object["class"]?.string else { return }
        let differences = (object["differences"]?.elements ?? []).map { difference in
            ValueDifference(
                path: difference["path"]?.string ?? "",
                expected: difference["expected"],
                actual: difference["actual"]
            )
        }
        failure = CaseFailure(name, object["text"]?.string ?? "", differences)
    }
}
