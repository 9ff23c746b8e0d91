import RongCloud
public import WireFormat
import WireJSON

/// The object names, and the numbers in their place, of one source tree or of one adapter.
public struct NameTable: Sendable {
    /// What it is called in the report: a platform, or the folder.
    public var label: String
    /// Whether it is to be compared with the other tables: it has a name of its own.
    public var isCompared: Bool
    /// Whether it is meant to have every name, as an adapter's table is.
    public var isComplete: Bool
    /// The message types that it declares.
    public var declarations: [NameDeclaration]
    /// The string literals that look like object names.
    public var literals: [NameLiteral]
    /// The numbers of types that are named without being declared.
    public var mentions: [NumberMention] = []
    /// Declarations whose names cannot be read.
    public var unresolved: [UnresolvedName] = []
    /// What was not read.
    public var unread: [SourceTree.Unread] = []
    /// How many files were read.
    public var fileCount: Int

    /// The names of a source tree.
    ///
    /// - Parameters:
    ///   - label: what to call it.
    ///   - isCompared: whether to compare it with other tables.
    ///   - sources: the files.
    ///   - unread: what was not read.
    public init(label: String, isCompared: Bool, sources: [SourceFile], unread: [SourceTree.Unread] = []) {
        self.label = label
        self.isCompared = isCompared
        self.unread = unread
        isComplete = false
        fileCount = sources.count
        let texts = SourceConstants(sources, \.constants)
        let numbers = SourceConstants(sources, \.numbers)
        let usesNIM = sources.contains { $0.marks.contains(.nim) }
        declarations = []
        literals = []
        for source in sources {
            literals += source.literals
            if usesNIM { declarations += Self.attachmentTypes(source) }
            let hasNumbers = source.marks.contains(.numbers) || usesNIM && source.marks.contains(.contents)
            guard source.marks.contains(.names) || hasNumbers else { continue }
            let code = SourceCode(source)
            if source.marks.contains(.names) {
                let found = DeclarationReader.read(code, texts)
                declarations += found.declarations
                unresolved += found.unresolved
            }
            if hasNumbers {
                let found = TypeNumberReader.read(code, texts: texts, numbers: numbers)
                declarations += found.declarations.filter { $0.system != .nim || usesNIM }
                unresolved += found.unresolved.filter { $0.system != .nim || usesNIM }
                mentions += found.mentions.filter { $0.system != .nim || usesNIM }
            }
        }
    }

    /// The constants of a source that list NIM's attachment types.
    private static func attachmentTypes(_ source: SourceFile) -> [NameDeclaration] {
        source.attachmentTypes.compactMap { member, number in
            // 0 is what stands for none of them, and so are bounds.
            let word = member.lowercased()
            guard number.text != "0", !["unknown", "max", "count", "end"].contains(where: word.hasSuffix) else {
                return nil
            }
            var declaration = NameDeclaration(
                objectName: number.text,
                className: member,
                form: .constant,
                platform: source.platform,
                place: number.place
            )
            declaration.system = .nim
            return declaration
        }
    }

    /// The names that an adapter lists: a JSON array of `{"objectName", "persisted", "counted", "class"}`.
    ///
    /// Throws `json` for what is not JSON and `value` for another form.
    public init(label: String, adapterTable bytes: [UInt8]) throws(WireError) {
        self.label = label
        isCompared = true
        isComplete = true
        literals = []
        fileCount = 1
        guard let rows = try JSONValue(parsing: bytes).elements else {
            throw WireError(.value, at: 0, expected: "an array")
        }
        declarations = []
        for (index, row) in rows.enumerated() {
            guard let name = row["objectName"]?.string else {
                throw WireError(.value, at: 0, path: ["[\(index)]", "objectName"], expected: "a string")
            }
            var flags: MessageFlags?
            if let persisted = row["persisted"]?.bool, let counted = row["counted"]?.bool {
                flags = SourceExpression.normalized((persisted ? 1 : 0) | (counted ? 2 : 0))
                if row["status"]?.bool == true { flags?.insert(.status) }
            }
            declarations.append(
                NameDeclaration(
                    objectName: name,
                    flags: flags,
                    className: row["class"]?.string,
                    form: .tableRow,
                    platform: SDKPlatform(rawValue: label)
                )
            )
        }
    }

    /// The colon of Chinese typing, which looks like the other one.
    static let fullWidthColon: Character = "\u{FF1A}"

    /// Whether a text has the form of an object name: words joined by colons, perhaps with blanks around.
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
        // A label in a log, such as `a:b:`, is no name.
        guard inner.first != ":" else { return false }
        return isPlain && !inner.contains(" ") && letters(text[..<colon]) && letters(text[colon...])
    }
}
