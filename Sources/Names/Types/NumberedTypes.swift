/// The check of one system's types in a table: duplicate numbers, and classes with two numbers.
struct NumberedTypes {
    /// The system.
    private let named: any NamedSystem.Type
    /// The label of the table.
    private let label: String
    /// The declarations of the system in the table.
    private let declarations: [NameDeclaration]

    init(_ table: NameTable, of named: any NamedSystem.Type) {
        self.named = named
        label = table.label
        declarations = table.declarations.filter { $0.system == named.system }
    }

    /// The findings about duplicate numbers, then about classes with two numbers.
    var findings: [NameFinding] { duplicates() + twoNumbers() }

    /// Returns the findings about numbers of two classes, or of two constants in one list.
    private func duplicates() -> [NameFinding] {
        struct Key: Hashable {
            var number: String
            var form: NameForm
            var platform: SourcePlatform?
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
            // A class with two constructors, or a copy, repeats its number; reserved numbers are reported separately.
            let isOwn = named.isShared(declaration, isComplete: false)
            guard isOwn, earlier.className != declaration.className else { return nil }
            let text = "\(declaration.title) is declared twice: before " + NamesCheck.described(earlier)
            return NameFinding(.duplicate, declaration, at: declaration.place, label, text)
        }
    }

    /// Returns the findings about classes with two different numbers.
    private func twoNumbers() -> [NameFinding] {
        struct Key: Hashable {
            var name: String
            var platform: SourcePlatform?
        }
        var own: [Key: NameDeclaration] = [:]
        var findings: [NameFinding] = []
        func check(_ declaration: NameDeclaration, _ known: NameDeclaration) {
            guard known.objectName != declaration.objectName else { return }
            let place = NamesCheck.described(known)
            let text = "\(known.className ?? "") is \(declaration.title) here and \(known.title) \(place)"
            findings.append(NameFinding(.twoNames, declaration, at: declaration.place, label, text))
        }
        for declaration in declarations where declaration.form == .typeDeclaration {
            guard let name = declaration.className else { continue }
            let key = Key(name: name, platform: declaration.platform)
            if let known = own[key] { check(declaration, known) } else { own[key] = declaration }
        }
        // A parser may create one class for several numbers, unless the class declares one.
        for declaration in declarations where declaration.form == .registration {
            guard let name = declaration.className else { continue }
            if let known = own[Key(name: name, platform: declaration.platform)] { check(declaration, known) }
        }
        return findings
    }
}
