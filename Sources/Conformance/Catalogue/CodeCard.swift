public import WireJSON

/// All that a number stands for, in every system, for people to read.
public struct CodeCard: Sendable {
    /// One of the things that a number stands for.
    public struct Meaning: Hashable, Sendable {
        /// The system whose number it is, as events name it.
        public let system: String
        /// Where the number stands, in words that begin with the system's title.
        public let title: String
        /// What is known of it, each with a label.
        let facts: [Fact]
        /// The members that describe it, without `system`.
        let members: JSONValue

        /// The meaning as a JSON object: `system`, `scope`, `code`, `meaning`, and where known `name`; the rest differs
        /// from system to system.
        public var json: JSONValue { .object([JSONMember("system", JSONValue(system))] + (members.members ?? [])) }
    }

    /// Something that is known of a number.
    struct Fact: Hashable, Sendable {
        /// What is known, such as `meaning`.
        let label: String
        /// The text.
        let text: String
    }

    /// The number.
    public let code: Int
    /// What it stands for, system by system.
    public let meanings: [Meaning]

    /// The card of a number.
    public init(code: Int) {
        self.code = code
        meanings = Self.rongCloud(code) + Self.leanCloud(code) + Self.nim(code)
    }

    /// The cards of the numbers that have a name, which is spelled as a platform or a table has it.
    public static func named(_ name: String) -> [CodeCard] {
        var numbers: [Int] = []
        for number in Self.numbers(named: name) where !numbers.contains(number) { numbers.append(number) }
        return numbers.map(CodeCard.init)
    }

    /// The card as plain text.
    public var lines: [String] {
        var lines: [String] = []
        for meaning in meanings {
            if !lines.isEmpty { lines.append("") }
            lines.append("\(code)  \(meaning.title)")
            let width = meaning.facts.map(\.label.count).max() ?? 0
            lines += meaning.facts.map { fact in
                "  " + fact.label + String(repeating: " ", count: width + 2 - fact.label.count) + fact.text
            }
        }
        return lines
    }

    /// The card as a JSON object of the schema `imwire-code/2`.
    public var json: JSONValue {
        ["schema": "imwire-code/2", "code": JSONValue(code), "meanings": .array(meanings.map(\.json))]
    }
}
