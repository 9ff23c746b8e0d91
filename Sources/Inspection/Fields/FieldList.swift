import Reporting
import WireJSON

/// The list of all event fields by system, which `imwire fields` prints.
public enum FieldList {
    /// The output format of the list.
    public enum Format: String, CaseIterable, Sendable {
        /// Columns for people.
        case text
        /// One JSON object, schema `imwire-fields/1`.
        case json
        /// Markdown tables.
        case markdown
    }

    /// Returns the list as text, with a newline at its end.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - width: the columns of the terminal, in which long lines of the text format continue on further lines; `nil`
    ///     if a line may be as long as it is.
    public static func text(_ format: Format, width: Int? = nil) -> String {
        switch format {
        case .text: groups.map { columns($0, width) }.joined(separator: "\n")
        case .json: json.description + "\n"
        case .markdown: groups.map(table).joined(separator: "\n")
        }
    }

    private struct Group {
        var title: String
        var fields: [EventField]
    }

    private static var groups: [Group] {
        [Group(title: "Every system", fields: EventField.common)]
            + MessagingSystem.allCases.map { Group(title: $0.name.description, fields: $0.fields) }
    }

    private static func type(_ field: EventField) -> String {
        field.isList ? "\(field.kind.word), several" : field.kind.word
    }

    /// Returns a filter with the field.
    private static func example(_ field: EventField) -> String {
        field.example.isEmpty ? field.shortPath : "\(field.shortPath) == \(field.example)"
    }

    private static func columns(_ group: Group, _ width: Int?) -> String {
        let path = (group.fields.map { $0.shortPath.count }.max() ?? 0) + 2
        let type = (group.fields.map { Self.type($0).count }.max() ?? 0) + 2
        let lines = group.fields.flatMap { field in
            let line =
                "  " + TerminalText.column(field.shortPath, path) + TerminalText.column(Self.type(field), type)
                + field.meaning + (field.example.isEmpty ? "" : "; \(example(field))")
            return TerminalText.lines(line, lastCellAt: 2 + path + type, width: width)
        }
        return ([group.title] + lines).joined(separator: "\n") + "\n"
    }

    private static func table(_ group: Group) -> String {
        let lines = group.fields.map { field in
            "| `\(field.shortPath)` | \(type(field)) | \(field.meaning) | `\(example(field))` |"
        }
        return (["## \(group.title)", "", "| field | type | meaning | example |", "|---|---|---|---|"] + lines)
            .joined(separator: "\n") + "\n"
    }

    private static var json: JSONValue {
        let all = MessagingSystem.allCases
        let fields = EventFields.rows.map { row -> JSONValue in
            let field = row.field
            var members: [JSONMember] = [
                JSONMember("path", JSONValue(field.path)), JSONMember("short", JSONValue(field.shortPath)),
                JSONMember("type", JSONValue(field.kind.word)), JSONMember("list", .bool(field.isList)),
                JSONMember(
                    "systems",
                    .array((row.systems.isEmpty ? all : row.systems).map { JSONValue($0.name.description) })
                ),
            ]
            if let names = field.kind.names {
                members.append(JSONMember("values", .array(names.map { JSONValue($0) })))
            }
            members += field.range.map(EventField.bounds) ?? []
            members.append(JSONMember("meaning", JSONValue(field.meaning)))
            members.append(JSONMember("example", JSONValue(example(field))))
            return .object(members)
        }
        return ["schema": "imwire-fields/1", "fields": .array(fields)]
    }
}

extension EventField {
    /// Returns the members `least` and `most`; a bound at the limit of 64 bits is left out.
    static func bounds(_ range: ClosedRange<Int64>) -> [JSONMember] {
        var members: [JSONMember] = []
        if range.lowerBound > .min { members.append(JSONMember("least", JSONValue(Int(range.lowerBound)))) }
        if range.upperBound < .max { members.append(JSONMember("most", JSONValue(Int(range.upperBound)))) }
        return members
    }
}
