public import RongCloud
public import WireJSON

/// All that a number stands for, for people to read.
public struct CodeCard: Sendable {
    /// The number.
    public let code: Int
    /// What it stands for.
    public let meanings: [CodeMeaning]

    /// The card of a number.
    public init(code: Int) {
        self.code = code
        meanings = CodeMeaning.all(of: code)
    }

    /// The card as plain text.
    public var lines: [String] {
        var lines: [String] = []
        for meaning in meanings {
            if !lines.isEmpty { lines.append("") }
            lines.append("\(code)  \(meaning.scope.title)")
            var facts: [(label: String, text: String)] = [("meaning", meaning.meaning)]
            if let name = meaning.name { facts.append(("name", name)) }
            facts += meaning.platformNames.map { ($0.platform, $0.names.joined(separator: ", ")) }
            if let isTransient = meaning.isTransient { facts.append(("transient", isTransient ? "yes" : "no")) }
            if let handling = meaning.handling { facts.append(("what to do", handling.advice)) }
            let width = facts.map(\.label.count).max() ?? 0
            lines += facts.map { label, text in
                "  " + label + String(repeating: " ", count: width + 2 - label.count) + text
            }
        }
        return lines
    }

    /// The card as a JSON object of the schema `imwire-code/1`.
    public var json: JSONValue {
        ["schema": "imwire-code/1", "code": JSONValue(code), "meanings": .array(meanings.map(\.json))]
    }
}
