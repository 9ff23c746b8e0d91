public import RongCloud
import WireJSON

/// What the catalogue has of one message, for people to read.
public struct MessageCard: Sendable {
    private let details: MessageDetails

    /// The card of a message.
    public init(_ details: MessageDetails) {
        self.details = details
    }

    /// The card as plain text.
    public var lines: [String] {
        var lines = ["\(details.entry.objectName)  \(details.entry.title)", ""]
        let width = facts.map(\.label.count).max() ?? 0
        lines += facts.map { label, text in label + String(repeating: " ", count: width + 2 - label.count) + text }
        if !details.fields.isEmpty { lines += ["", "Fields"] + fields.lines.map { "  " + $0 } }
        if !details.differences.isEmpty { lines += ["", "Differences"] + differences.map { "  " + $0 } }
        if let note = details.note { lines += ["", "Note", "  " + note] }
        return lines + ["", "Example", "  " + details.fullExample]
    }

    /// The card in Markdown.
    public var markdown: [String] {
        var lines = ["## `\(details.entry.objectName)` \(details.entry.title)", ""]
        lines += facts.map { "- \($0.label): \($0.text)" }
        if !details.fields.isEmpty { lines += ["", "### Fields", ""] + fields.markdown }
        if !details.differences.isEmpty { lines += ["", "### Differences", ""] + differences.map { "- " + $0 } }
        if let note = details.note { lines += ["", note] }
        return lines + ["", "### Example", "", "```json", details.fullExample, "```"]
    }

    private var facts: [(label: String, text: String)] {
        let entry = details.entry
        var facts = [
            (label: "Kind", text: entry.kind.rawValue), ("Standing", standing),
            ("Flags", "\(entry.flags.rawValue), \(entry.flags.words)"),
        ]
        for platform in SDKPlatform.allCases {
            guard let flags = details.platformFlags[platform] else { continue }
            facts.append(("Flags, \(platform.rawValue)", "\(flags.rawValue), \(flags.words)"))
        }
        if let note = details.flagNote { facts.append(("On the flags", note)) }
        if !entry.aliases.isEmpty { facts.append(("Also spelt", entry.aliases.joined(separator: ", "))) }
        facts.append(("Sent by", sender))
        if !details.envelope.isEmpty { facts.append(("Envelope", details.envelope.joined(separator: ", "))) }
        facts.append(("Confidence", entry.confidence.rawValue))
        for platform in SDKPlatform.allCases {
            guard let names = details.classes[platform] else { continue }
            facts.append(("Class, \(platform.rawValue)", names.joined(separator: ", ")))
        }
        facts.append(("Learnt from", details.sources.joined(separator: ", ")))
        return facts
    }

    private var standing: String {
        let standing = details.entry.standing.rawValue
        return details.supersededBy.map { "\(standing) by \($0)" } ?? standing
    }

    private var sender: String {
        switch details.direction {
        case .both: "clients and server"
        case .fromClient: "clients"
        case .fromServer: "the server"
        case .local: "nobody: made by the SDK itself"
        }
    }

    private var fields: TextTable {
        var table = TextTable(["Key", "Type", "Required", "Values", "Remarks"])
        for field in details.fields {
            var remarks = [field.unit, field.constraints, field.note].compactMap { $0 }
            if remarks.isEmpty { remarks = [""] }
            table.append([
                field.key, field.type.rawValue, field.isRequired ? "yes" : "no",
                field.values.map { $0.string ?? $0.description }.joined(separator: ", "),
                remarks.joined(separator: "; "),
            ])
        }
        return table
    }

    private var differences: [String] {
        details.differences.map { difference in
            let platforms = difference.platforms.isEmpty ? "" : difference.platforms.joined(separator: ", ") + ": "
            return "\(difference.id)  \(platforms)\(difference.what)"
        }
    }
}
