/// The kinds of declarations that a source file may have, determined from its words before the file is read.
struct SourceMarks: Hashable, Sendable {
    /// The kinds for one system.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        /// The file may declare or mention types.
        static let types = Kinds(rawValue: 1)
        /// The tree uses the system.
        static let use = Kinds(rawValue: 2)
    }

    /// The kinds for all systems, two bits each.
    private var bits: UInt64 = 0

    private init() {}

    private init(_ kinds: Kinds, of system: NamingSystem) {
        bits = UInt64(kinds.rawValue) << (2 * UInt64(system.rawValue))
    }

    /// Determines the marks of a file from its tokens.
    init(_ tokens: [SourceToken], _ language: SourceLanguage) {
        for index in tokens.indices {
            switch tokens[index].kind {
            case .word: formUnion(Self.word(index, tokens, language))
            case .string, .partialString: formUnion(Self.text(tokens[index].text, language))
            case .number, .sign: break
            }
        }
    }

    private mutating func formUnion(_ other: SourceMarks) { bits |= other.bits }

    /// Returns whether a kind is marked for a system.
    func contains(_ kind: Kinds, of system: NamingSystem) -> Bool {
        bits & Self(kind, of: system).bits != 0
    }

    /// Whether the file may hold types of any system.
    var hasTypes: Bool { NamingSystem.named.contains { contains(.types, of: $0.system) } }

    /// Whether the file may hold types that have numbers.
    var hasNumbers: Bool { NamingSystem.named.contains { $0.hasNumbers && contains(.types, of: $0.system) } }

    private static func word(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks {
        let text = tokens[index].text
        // Most words are shorter than every listed word, or end in another letter.
        guard text.utf8.count >= shortest, let last = text.utf8.last, lastLetters.contains(last) else {
            return SourceMarks()
        }
        if let marks = words[text] { return marks }
        var marks = SourceMarks()
        for named in NamingSystem.named {
            marks.formUnion(SourceMarks(named.marks(index, tokens, language), of: named.system))
        }
        return marks
    }

    private static func text(_ text: String, _ language: SourceLanguage) -> SourceMarks {
        var marks = SourceMarks()
        for named in NamingSystem.named {
            marks.formUnion(SourceMarks(named.marks(ofText: text, language), of: named.system))
        }
        return marks
    }

    private static let words: [String: SourceMarks] = {
        var words: [String: SourceMarks] = [:]
        for named in NamingSystem.named {
            for (word, kinds) in named.words {
                words[word, default: SourceMarks()].formUnion(SourceMarks(kinds, of: named.system))
            }
        }
        return words
    }()

    private static let ends = Array(words.keys) + NamingSystem.named.flatMap { $0.wordEnds }
    private static let shortest = ends.map(\.utf8.count).min() ?? 0
    private static let lastLetters = Set(ends.compactMap(\.utf8.last))
}
