package import Inspection
import Reporting

/// The catalogue's entry of one message, for people to read.
package struct MessageCard: Sendable {
    private let entry: CatalogueEntry

    /// Makes the card of a message.
    package init(_ entry: CatalogueEntry) {
        self.entry = entry
    }

    /// The card as plain text.
    package var lines: [String] { lines(width: nil) }

    /// Returns the card as plain text.
    ///
    /// - Parameter width: the columns of the terminal, in which long lines continue on further lines; only the example
    ///   stays on one, so that it can be copied.
    package func lines(width: Int?) -> [String] {
        func indented(_ text: String) -> [String] { TerminalText.lines("  " + text, lastCellAt: 4, width: width) }
        var lines = [entry.objectName.map { "\($0)  \(entry.title)" } ?? entry.title, ""]
        let label = (facts.map(\.label.count).max() ?? 0) + 2
        lines += facts.flatMap { fact in
            TerminalText.lines(TerminalText.column(fact.label, label) + fact.text, lastCellAt: label, width: width)
        }
        if !entry.fields.isEmpty {
            lines += ["", "Fields"] + fields.lines(width: width.map { $0 - 2 }).map { "  " + $0 }
        }
        if !entry.differences.isEmpty { lines += ["", "Differences"] + entry.differences.flatMap(indented) }
        if let note = entry.note { lines += ["", "Note"] + indented(note) }
        return lines + ["", "Example", "  " + entry.example]
    }

    /// The card in Markdown.
    package var markdown: [String] {
        var lines = ["## " + (entry.objectName.map { "`\($0)` " } ?? "") + entry.title, ""]
        lines += facts.map { "- \($0.label): \($0.text)" }
        if !entry.fields.isEmpty { lines += ["", "### Fields", ""] + fields.markdown }
        if !entry.differences.isEmpty { lines += ["", "### Differences", ""] + entry.differences.map { "- " + $0 } }
        if let note = entry.note { lines += ["", note] }
        return lines + ["", "### Example", "", "```json", entry.example, "```"]
    }

    private var facts: [(label: String, text: String)] {
        var facts = [(label: "System", text: entry.system.name.description), ("Kind", entry.kind)]
        if let standing = entry.standing { facts.append(("Standing", standing)) }
        facts.append(("Confidence", entry.confidence))
        if entry.isReconstructed {
            facts.append(("Reconstructed", "yes: the keys are placeholders that nobody has seen on the wire"))
        }
        for (platform, names) in entry.classes.sorted(by: { $0.key < $1.key }) {
            facts.append(("Class, \(platform)", names.joined(separator: ", ")))
        }
        return facts + entry.facts.map { ($0.label, $0.text) }
    }

    private var fields: TextTable {
        var table = TextTable(["Key", "Type", "Required", "Values", "Remarks"])
        for field in entry.fields {
            table.append([
                field.key, field.type, field.isRequired ? "yes" : "no", field.values.joined(separator: ", "),
                field.remarks,
            ])
        }
        return table
    }
}
