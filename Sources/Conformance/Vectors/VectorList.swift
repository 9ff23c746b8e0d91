package import Reporting
package import WireJSON

/// A list of cases.
package struct VectorList: Sendable {
    /// The schema of the JSON form.
    package static let schema = "imwire-vector-list/1"

    /// The version of the suite.
    package var suite: String
    /// The cases.
    package var entries: [VectorSuite.Entry]

    /// Makes a list.
    package init(suite: String, entries: [VectorSuite.Entry]) {
        self.suite = suite
        self.entries = entries
    }

    /// The list as a table.
    package var table: TextTable {
        var table = TextTable(["Id", "Group", "Level", "Operation", "Flags", "Comment"])
        for entry in entries {
            let vector = entry.vector
            table.append([
                vector.id, entry.group, vector.level.rawValue, vector.operation,
                vector.flags.joined(separator: ","), vector.comment,
            ])
        }
        return table
    }

    /// The list as a JSON object: the description of each case, without its input and expectation.
    package var json: JSONValue {
        let cases = entries.map { entry -> JSONValue in
            let vector = entry.vector
            return [
                "id": JSONValue(vector.id), "group": JSONValue(entry.group), "level": JSONValue(vector.level.rawValue),
                "flags": .array(vector.flags.map { JSONValue($0) }), "operation": JSONValue(vector.operation),
                "comment": JSONValue(vector.comment), "source": JSONValue(vector.source),
            ]
        }
        return [
            "schema": JSONValue(Self.schema), "suite": JSONValue(suite), "count": JSONValue(cases.count),
            "cases": .array(cases),
        ]
    }
}

extension VectorGroup {
    /// The flags of all cases, sorted.
    package var flags: [String] { Set(cases.flatMap(\.flags)).sorted() }
}
