import Inspection
import Reporting
public import WireJSON

/// The meanings of a number in all systems, for people to read.
public struct CodeCard: Sendable {
    /// One of the meanings of a number.
    public struct Meaning: Hashable, Sendable {
        /// The name of the meaning's system, as in events.
        public let system: String
        /// The place where the number occurs, in words that begin with the system's title.
        public let title: String
        /// The facts about the meaning, each with a label.
        let facts: [Fact]
        /// The members that describe the meaning, without `system`.
        let members: JSONValue

        init(system: String, title: String, facts: [Fact], members: JSONValue) {
            self.system = system
            self.title = title
            self.facts = facts
            self.members = members
        }

        /// Makes a meaning with a text, perhaps a name, and a property that holds or not.
        init(
            of system: MessagingSystem,
            _ title: String,
            scope: String,
            _ code: Int,
            _ name: String?,
            _ meaning: String,
            _ property: (name: String, holds: Bool)
        ) {
            var members: JSONValue = ["scope": JSONValue(scope), "code": JSONValue(code)]
            members["name"] = name.map { JSONValue($0) }
            members["meaning"] = JSONValue(meaning)
            members[property.name] = .bool(property.holds)
            var facts = [Fact(label: "meaning", text: meaning)]
            if let name { facts.append(Fact(label: "name", text: name)) }
            facts.append(Fact(label: property.name, is: property.holds))
            self.init(system: system.name.description, title: title, facts: facts, members: members)
        }

        /// The meaning as a JSON object: `system`, `scope`, `code`, `meaning`, and `name` if known; others depend on
        /// the system.
        public var json: JSONValue { .object([JSONMember("system", JSONValue(system))] + (members.members ?? [])) }
    }

    /// A fact about a number.
    struct Fact: Hashable, Sendable {
        /// The name of the fact, such as `meaning`.
        let label: String
        /// The text.
        let text: String

        init(label: String, text: String) {
            self.label = label
            self.text = text
        }

        init(label: String, is value: Bool) { self.init(label: label, text: value ? "yes" : "no") }
    }

    /// The number.
    public let code: Int
    /// The meanings of the number, system by system.
    public let meanings: [Meaning]

    /// Makes the card of a number.
    public init(code: Int) {
        self.code = code
        meanings = MessagingSystem.allCases.flatMap { $0.conformance.meanings(of: code) }
    }

    /// Returns the cards of the numbers with a name, spelled as in a platform or a table.
    public static func named(_ name: String) -> [CodeCard] {
        var numbers: [Int] = []
        for number in MessagingSystem.allCases.flatMap({ $0.conformance.codes(named: name) })
        where !numbers.contains(number) { numbers.append(number) }
        return numbers.map(CodeCard.init)
    }

    /// The card as plain text.
    public var lines: [String] { lines(width: nil) }

    /// Returns the card as plain text.
    ///
    /// - Parameter width: the columns of the terminal, in which long facts continue on further lines.
    package func lines(width: Int?) -> [String] {
        var lines: [String] = []
        for meaning in meanings {
            if !lines.isEmpty { lines.append("") }
            lines.append("\(code)  \(meaning.title)")
            let label = (meaning.facts.map(\.label.count).max() ?? 0) + 2
            lines += meaning.facts.flatMap { fact in
                let line = "  " + TerminalText.column(fact.label, label) + fact.text
                return TerminalText.lines(line, lastCellAt: 2 + label, width: width)
            }
        }
        return lines
    }

    /// The card as a JSON object of the schema `imwire-code/2`.
    public var json: JSONValue {
        ["schema": "imwire-code/2", "code": JSONValue(code), "meanings": .array(meanings.map(\.json))]
    }
}
