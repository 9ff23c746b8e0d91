import LeanCloud
import WireFormat
import WireJSON

/// LeanCloud's part of `names check`: typed messages have numbers (`_lctype`); LeanCloud's own numbers are negative.
enum LeanCloudNames: NamedSystem {
    static let system = NamingSystem.leanCloud

    // MARK: Reading

    static let words: [String: SourceMarks.Kinds] = [
        "AVIMMessageType": .types, "LCIMMessageType": .types, "AVIMTypedMessageTypeInt": .types,
        "classMediaType": .types, LeanCloudTypeReader.numberKey: .types,
    ]
    static let wordEnds = ["messageType", "MessageType", "TypedMessage"]

    static func marks(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks.Kinds {
        let text = tokens[index].text
        switch language {
        case .swift: return text == "messageType" ? .types : []
        case .javaScript, .arkTS:
            // Without a call, it is a property of any message.
            let isCalled = index + 1 < tokens.count && tokens[index + 1].isSign("(")
            return isCalled && text == "messageType" ? .types : []
        case .cSharp: return text == "MessageType" ? .types : []
        case .dart: return text == "TypedMessage" ? .types : []
        default: return []
        }
    }

    static func marks(ofText text: String, _ language: SourceLanguage) -> SourceMarks.Kinds {
        let key = LeanCloudTypeReader.numberKey
        return text.utf8.count >= key.utf8.count && text.contains(key) ? .types : []
    }

    static func read(_ code: SourceCode, texts: SourceConstants, numbers: SourceConstants) -> SourceTypes {
        LeanCloudTypeReader.read(code, texts: texts, numbers: numbers)
    }

    static let affixes: Set<String> = ["avim", "lcim", "kavim", "klcim"]

    // MARK: Checking

    /// An SDK must declare a type to read it, but not to send it; so mentions alone do not require all types.
    static let countsMentions = false

    static func findings(_ table: NameTable, among group: [NameTable]) -> [NameFinding] {
        var findings = table.declarations.filter { $0.system == system }.compactMap { reserved($0, table.label) }
        findings += NumberedTypes(table, of: self).findings
        let known = Set(group.flatMap(\.declarations).filter { $0.system == system }.map(\.objectName))
        let isReadable = !group.contains { $0.unresolved.contains { $0.system == system } }
        for mention in table.mentions where mention.system == system && !known.contains(mention.number) {
            if let finding = unknown(mention, known, isReadable, table.label) { findings.append(finding) }
        }
        return findings
    }

    /// Returns whether applications may use the number; the system's own numbers are in every SDK.
    static func isShared(_ declaration: NameDeclaration, isComplete: Bool) -> Bool {
        !declaration.objectName.hasPrefix("-") && declaration.objectName != "0"
    }

    /// Returns the types of LeanCloud's SDKs and plugins with a number.
    private static func builtIn(_ number: String) -> [ContentShape] { LeanCloudContents.all.filter { $0.id == number } }

    /// Returns a finding for an application's class with one of LeanCloud's own numbers.
    private static func reserved(_ declaration: NameDeclaration, _ label: String) -> NameFinding? {
        guard let number = Int64(declaration.objectName), number <= 0 else { return nil }
        let shapes = builtIn(declaration.objectName)
        if shapes.contains(where: { isSDKs(declaration, $0) }) { return nil }
        let name = declaration.className ?? "a class"
        let text: String
        var severity = Severity.error
        if number == 0 {
            text =
                "\(name) takes 0, which is the number of messages without a type; a type of one's own has a positive one"
        } else if let shape = shapes.first {
            text = "\(name) takes \(number), which is LeanCloud's type \(shape.name), and stands in for it"
            // Some applications do this on purpose, to read the SDK's own message differently.
            if shape.kind == "typed-message", number != -127 { severity = .warning }
        } else {
            text = "\(name) takes \(number): negative numbers are reserved for LeanCloud's own types"
        }
        return NameFinding(.reservedNumber, declaration, at: declaration.place, label, text, severity: severity)
    }

    /// Returns whether a class is the SDK's or plugin's own class for a type.
    private static func isSDKs(_ declaration: NameDeclaration, _ shape: ContentShape) -> Bool {
        guard let name = declaration.className else { return false }
        if shape.kind == "plugin-message" { return isInPlugin(declaration) }
        let plain = LeanCloudTypeReader.withoutPrefix(name)
        guard plain != name || declaration.platform == .web || declaration.platform == .flutter else { return false }
        if shape.name == "generic" { return plain == "TypedMessage" || plain == "CategorizedMessage" }
        return plain.lowercased() == shape.name + "message"
    }

    /// Returns whether a file belongs to one of LeanCloud's plugins.
    private static func isInPlugin(_ declaration: NameDeclaration) -> Bool {
        declaration.place.map { $0.file.contains("/plugins/") || $0.file.contains("leancloud") } ?? false
    }

    /// Returns a finding for a number of `_lctype` that no class declares.
    private static func unknown(
        _ mention: NumberMention,
        _ declared: Set<String>,
        _ isReadable: Bool,
        _ label: String
    ) -> NameFinding? {
        guard let number = Int64(mention.number), builtIn(mention.number).isEmpty else { return nil }
        let text: String
        if number < 0 {
            text = "_lctype \(number) is none of LeanCloud's own types, for which negative numbers are reserved"
        } else if isReadable, declared.contains(where: { Int64($0).map { $0 > 0 } ?? false }) {
            text = "_lctype \(number) is not declared by any class"
        } else {
            return nil
        }
        return NameFinding(
            code: .unknown,
            severity: number < 0 ? .error : .warning,
            objectName: mention.number,
            nearest: [],
            label: label,
            place: mention.place,
            text: text,
            system: system
        )
    }

    // MARK: Showing

    static func title(_ name: String) -> String { "LeanCloud's type \(name)" }
    static func heading(_ name: String) -> String { "LeanCloud \(name)" }
    static func standing(of name: String) -> String? { LeanCloudContents.all.first { $0.id == name }?.name }
}
