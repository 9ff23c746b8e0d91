/// A content of a message with what a list of conversations shows of it, and what is told of it.
package struct DocumentedDigest: Sendable {
    /// The type of the message.
    package let name: String
    /// What is shown.
    package let digest: String
    /// What is told, as codes and paths.
    package let remarks: [String]
    let json: PlannedJSON

    /// Reads a row of a table: the type, what is shown, the content, and perhaps what is told, with bars between.
    init(row: Substring) {
        let cells = row.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
        name = cells[0]
        digest = cells[1]
        json = PlannedJSON(reading: cells[2])
        remarks = cells.count > 3 ? cells[3].split(separator: ", ").map(String.init) : []
    }

    private init(_ content: PlannedContent) {
        name = content.name
        digest = content.digest
        json = content.json
        remarks = []
    }

    /// All that are known.
    package static let all = PlannedContent.known.map(DocumentedDigest.init) + odd

    static func rows(_ table: String) -> [DocumentedDigest] {
        table.split(separator: "\n").map(DocumentedDigest.init(row:))
    }

    /// The content in one of several forms that say the same, and what is told of it.
    package func made(_ form: Int) -> (content: String, remarks: [String]) {
        guard case .object(let members) = json else { return (json.spelling, remarks) }
        switch form & 3 {
        case 1: return (PlannedJSON.object(members.reversed()).spelling, remarks)
        // What an application adds tells nothing.
        case 2: return (PlannedJSON.object([("x-own", .number("7"))] + members).spelling, remarks)
        // A content may come as text; of a name that no SDK knows the text is shown.
        case 3 where !members.isEmpty && !remarks.contains("object-name-case "):
            return (PlannedJSON.nested(json).spelling, remarks + ["content-double-encoded "])
        default: return (json.spelling, remarks)
        }
    }
}
