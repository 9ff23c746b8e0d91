import LeanCloud
import RongCloud
import WireFormat
import WireJSON

// Systems whose types have numbers.
extension NamesCheck {
    /// What is wrong with the numbers of types in a table; `group` is what it is compared with, itself among it.
    func numbers(_ table: NameTable, among group: [NameTable]) -> [NameFinding] {
        var findings = table.declarations.compactMap { reserved($0, table.label) }
        for system in MessageSystem.numbered {
            let declarations = table.declarations.filter { $0.system == system }
            findings += duplicateNumbers(declarations, table.label) + twoNumbers(declarations, table.label)
        }
        let known = Set(group.flatMap(\.declarations).filter { $0.system == .leanCloud }.map(\.objectName))
        let isReadable = !group.contains { $0.unresolved.contains { $0.system == .leanCloud } }
        for mention in table.mentions where mention.system == .leanCloud && !known.contains(mention.number) {
            if let finding = unknown(mention, known, isReadable, table.label) { findings.append(finding) }
        }
        return findings
    }

    /// The type of LeanCloud's SDKs and plugins with a number.
    private static func builtIn(_ number: String) -> [ContentShape] { LeanCloudContents.all.filter { $0.id == number } }

    /// Whether a number is one that applications may take.
    static func isOwn(_ declaration: NameDeclaration) -> Bool {
        guard declaration.system == .leanCloud else { return true }
        return !declaration.objectName.hasPrefix("-") && declaration.objectName != "0"
    }

    /// A class of the application that takes a number of LeanCloud's own.
    private func reserved(_ declaration: NameDeclaration, _ label: String) -> NameFinding? {
        guard declaration.system == .leanCloud, let number = Int64(declaration.objectName), number <= 0 else {
            return nil
        }
        let shapes = Self.builtIn(declaration.objectName)
        if shapes.contains(where: { Self.isSDKs(declaration, $0) }) { return nil }
        let name = declaration.className ?? "a class"
        let text: String
        var severity = Severity.error
        if number == 0 {
            text =
                "\(name) takes 0, which is the number of messages without a type; a type of one's own has a positive one"
        } else if let shape = shapes.first {
            text = "\(name) takes \(number), which is LeanCloud's type \(shape.name), and stands in for it"
            // Some applications do so to read the SDK's own message in another way.
            if shape.kind == "typed-message", number != -127 { severity = .warning }
        } else {
            text = "\(name) takes \(number): negative numbers are reserved for LeanCloud's own types"
        }
        return NameFinding(.reservedNumber, declaration, at: declaration.place, label, text, severity: severity)
    }

    /// Whether a class is the SDK's or plugin's own of a type.
    private static func isSDKs(_ declaration: NameDeclaration, _ shape: ContentShape) -> Bool {
        guard let name = declaration.className else { return false }
        if shape.kind == "plugin-message" { return isInPlugin(declaration) }
        let plain = TypeNumberReader.withoutPrefix(name)
        guard plain != name || declaration.platform == .web || declaration.platform == .flutter else { return false }
        if shape.name == "generic" { return plain == "TypedMessage" || plain == "CategorizedMessage" }
        return plain.lowercased() == shape.name + "message"
    }

    /// Whether a file is one of LeanCloud's plugins.
    private static func isInPlugin(_ declaration: NameDeclaration) -> Bool {
        declaration.place.map { $0.file.contains("/plugins/") || $0.file.contains("leancloud") } ?? false
    }

    /// A number that two classes, or two constants of one list, have.
    private func duplicateNumbers(_ declarations: [NameDeclaration], _ label: String) -> [NameFinding] {
        struct Key: Hashable {
            var number: String
            var form: NameForm
            var platform: SDKPlatform?
            /// The file of a list.
            var file: String?
        }
        var first: [Key: NameDeclaration] = [:]
        return declarations.compactMap { declaration -> NameFinding? in
            let key = Key(
                number: declaration.objectName,
                form: declaration.form,
                platform: declaration.platform,
                file: declaration.form == .constant ? declaration.place?.file : nil
            )
            guard let earlier = first[key] else {
                first[key] = declaration
                return nil
            }
            // A class with two constructors says it twice, and so does a copy; reserved numbers are reported as such.
            guard earlier.className != declaration.className, Self.isOwn(declaration) else { return nil }
            let text = "\(declaration.title) is declared twice: before " + Self.described(earlier)
            return NameFinding(.duplicate, declaration, at: declaration.place, label, text)
        }
    }

    /// A class that has one number here and another there.
    private func twoNumbers(_ declarations: [NameDeclaration], _ label: String) -> [NameFinding] {
        struct Key: Hashable {
            var name: String
            var platform: SDKPlatform?
        }
        var own: [Key: NameDeclaration] = [:]
        var findings: [NameFinding] = []
        func check(_ declaration: NameDeclaration, _ known: NameDeclaration) {
            guard known.objectName != declaration.objectName else { return }
            let text =
                "\(known.className ?? "") is \(declaration.title) here and \(known.title) " + Self.described(known)
            findings.append(NameFinding(.twoNames, declaration, at: declaration.place, label, text))
        }
        for declaration in declarations where declaration.form == .typeDeclaration {
            guard let name = declaration.className else { continue }
            let key = Key(name: name, platform: declaration.platform)
            if let known = own[key] { check(declaration, known) } else { own[key] = declaration }
        }
        // A parser may make one class for several numbers, if the class has none of its own.
        for declaration in declarations where declaration.form == .registration {
            guard let name = declaration.className else { continue }
            if let known = own[Key(name: name, platform: declaration.platform)] { check(declaration, known) }
        }
        return findings
    }

    /// A number beside `_lctype` that no class declares.
    private func unknown(
        _ mention: NumberMention,
        _ declared: Set<String>,
        _ isReadable: Bool,
        _ label: String
    ) -> NameFinding? {
        guard let number = Int64(mention.number), Self.builtIn(mention.number).isEmpty else { return nil }
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
            system: .leanCloud
        )
    }
}
