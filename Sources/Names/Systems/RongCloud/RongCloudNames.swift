import RongCloud

/// RongCloud's part of `names check`: types have names, which the catalogue lists.
enum RongCloudNames: NamedSystem {
    static let system = NamingSystem.rongCloud
    static let hasNumbers = false

    /// The catalogue's spelling of each name, by the name in lower case.
    static let spellings: [String: String] = {
        var spellings: [String: String] = [:]
        for entry in MessageCatalogue.shared {
            for name in [entry.objectName] + entry.aliases where spellings[name.lowercased()] == nil {
                spellings[name.lowercased()] = name
            }
        }
        return spellings
    }()

    /// The colon of Chinese input methods, which looks like the ASCII colon.
    static let fullWidthColon: Character = "\u{FF1A}"

    // MARK: Reading

    static let words: [String: SourceMarks.Kinds] = {
        var words: [String: SourceMarks.Kinds] = [:]
        for word in DeclarationReader.words { words[word] = .types }
        return words
    }()

    /// Returns whether a text has the form of an object name: words joined by colons, perhaps with blanks around.
    static func looksLikeName(_ text: String) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        if text.utf8.contains(0xEF), text.contains(fullWidthColon) {
            return looksLikeName(String(text.map { $0 == fullWidthColon ? ":" : $0 }))
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: " "):
                true
            default: false
            }
        }
        let letters = { (part: Substring) in part.utf8.contains { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } }
        let inner = text.drop { $0 == " " }.reversed().drop { $0 == " " }
        // A label in a log, such as `a:b:`, is not a name.
        guard inner.first != ":" else { return false }
        return isPlain && !inner.contains(" ") && letters(text[..<colon]) && letters(text[colon...])
    }

    static func read(_ code: SourceCode, texts: SourceConstants, numbers: SourceConstants) -> SourceTypes {
        DeclarationReader.read(code, texts)
    }

    // MARK: Checking

    static func findings(_ table: NameTable, among group: [NameTable]) -> [NameFinding] {
        RongCloudNamesCheck(table, among: group).findings
    }

    /// Returns whether a name is an application's own, or any name in a complete table.
    static func isShared(_ declaration: NameDeclaration, isComplete: Bool) -> Bool {
        // A reserved name that should not exist is reported only once, at its place.
        guard spellings[declaration.objectName.lowercased()] != nil else {
            return !declaration.objectName.hasPrefix("RC:")
        }
        return isComplete || MessageCatalogue.shared.entry(declaration.objectName)?.standing == .demo
    }

    // MARK: Showing

    static func title(_ name: String) -> String { name }
    static func heading(_ name: String) -> String { name }
    static func flags(of name: String) -> TypeFlags? {
        MessageCatalogue.shared.entry(name).map { TypeFlags($0.flags) }
    }
    static func standing(of name: String) -> String? { flags(of: name)?.words }
    static func spelling(of lowercased: String) -> String? { spellings[lowercased] }
    static func isReserved(_ lowercased: String) -> Bool { lowercased.hasPrefix("rc:") }
}

extension TypeFlags {
    /// Creates flags from those of RongCloud's catalogue, bit for bit.
    init(_ flags: MessageFlags) { self.init(rawValue: flags.rawValue) }
}
