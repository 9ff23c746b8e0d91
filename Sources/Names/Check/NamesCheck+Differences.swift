/// One side of a comparison: a tree or table, or the part of a tree for one platform.
struct NameColumn {
    var label: String
    /// The label, or the platform if the column is only a part of a tree.
    var title: String
    var isComplete: Bool
    var declarations: [NameDeclaration]
    /// Every name that is declared or mentioned, in lower case.
    var mentioned: Set<String>
    /// The known beginnings of names that cannot be read, in lower case.
    private var unresolved: Set<String>
    /// Whether the column has no names, so that none counts as missing.
    var isEmpty: Bool

    /// Creates the column for the types of one system in a table.
    init(_ table: NameTable, _ named: any NamedSystem.Type) {
        let system = named.system
        label = table.label
        title = table.label
        isComplete = table.isComplete && system == .unnamed
        declarations = table.declarations.filter { $0.system == system }
        unresolved = Set(table.unresolved.filter { $0.system == system }.map { $0.prefix.lowercased() })
        let mentions =
            table.literals.filter { $0.system == system }.map(\.text)
            + table.mentions.filter { $0.system == system }.map(\.number)
        mentioned = Set((declarations.map(\.objectName) + mentions).map { $0.lowercased() })
        let hasMentions = named.countsMentions && !mentions.isEmpty
        isEmpty = !isComplete && declarations.isEmpty && !hasMentions && unresolved.isEmpty
    }

    /// Returns a column for each platform of a tree, in the order of first declarations; empty if there is only one.
    static func platforms(of table: NameTable, _ named: any NamedSystem.Type) -> [NameColumn] {
        guard !table.isComplete else { return [] }
        var platforms: [SourcePlatform] = []
        for declaration in table.declarations where declaration.system == named.system {
            if let platform = declaration.platform, !platforms.contains(platform) { platforms.append(platform) }
        }
        guard platforms.count > 1 else { return [] }
        return platforms.map { platform in
            var part = table
            part.declarations.removeAll { $0.platform != platform }
            part.literals.removeAll { $0.platform != platform }
            part.mentions.removeAll { $0.platform != platform }
            part.unresolved.removeAll { $0.platform != platform }
            var column = NameColumn(part, named)
            column.title = platform.rawValue
            return column
        }
    }

    /// Returns whether a missing name may be one of those that cannot be read.
    func mayHave(_ name: String) -> Bool {
        if unresolved.isEmpty { return false }
        if unresolved.contains("") { return true }
        // The known part of such a name ends with a colon.
        guard let colon = name.firstIndex(of: ":") else { return false }
        return unresolved.contains(name[...colon].lowercased())
    }
}

// The differences between trees, tables and platforms.
extension NamesCheck {
    private struct Entry {
        var column: Int
        var declaration: NameDeclaration
    }

    func differences(_ columns: [NameColumn], of named: any NamedSystem.Type) -> [NameFinding] {
        guard columns.count > 1 else { return [] }
        var findings: [NameFinding] = []
        // The applications' own names, by lower case, in the order of their first declaration.
        var names: [String: [Entry]] = [:]
        var order: [String] = []
        for (index, column) in columns.enumerated() {
            for declaration in column.declarations where isShared(declaration, column, named) {
                let key = declaration.objectName.lowercased()
                if names[key] == nil { order.append(key) }
                names[key, default: []].append(Entry(column: index, declaration: declaration))
            }
        }
        let near = NearNames(order)
        for key in order {
            guard let all = names[key], let first = all.first else { continue }
            let origin = "\(columns[first.column].title) (\(Self.shown(first.declaration.place)))"
            for other in all.dropFirst() where other.column != first.column {
                let label = columns[other.column].label
                findings += differences(first.declaration, other.declaration, origin, label, named)
            }
            var lacking: [String] = []
            for (index, column) in columns.enumerated() where !column.mentioned.contains(key) && !column.isEmpty {
                let name = first.declaration.objectName
                // A name of another column that is nearly this one, but not in this one's column, means this one.
                let twins = near.near(to: key).filter { twin in
                    column.mentioned.contains(twin) && !columns[first.column].mentioned.contains(twin)
                }
                if let twin = twins.first {
                    // The name in the earlier column is taken to be the right one.
                    guard index > first.column, (names[twin]?.first?.column ?? 0) > first.column,
                        let found = names[twin]?.first(where: { $0.column == index })?.declaration
                    else { continue }
                    let text = "\(found.objectName) is \(name) in \(origin)"
                    findings.append(
                        NameFinding(.nearMiss, found, at: found.namePlace, column.label, text, nearest: [name])
                    )
                } else if !column.mayHave(name) {
                    lacking.append(column.title)
                }
            }
            guard !lacking.isEmpty else { continue }
            let text =
                "\(first.declaration.title), which \(origin) declares, is not in \(lacking.joined(separator: ", "))"
            findings.append(
                NameFinding(.missing, first.declaration, at: first.declaration.place, columns[first.column].label, text)
            )
        }
        return findings + classes(columns, named)
    }

    /// Returns the differences between two declarations of one name.
    private func differences(
        _ first: NameDeclaration,
        _ other: NameDeclaration,
        _ origin: String,
        _ label: String,
        _ named: any NamedSystem.Type
    ) -> [NameFinding] {
        var findings: [NameFinding] = []
        let (name, known) = (other.objectName, first.objectName)
        if name != known {
            let text = "\(name) is \(known) in \(origin); letter case counts"
            findings.append(NameFinding(.letterCase, other, at: other.namePlace, label, text, nearest: [known]))
        }
        if named.flags(of: name) == nil, let flags = other.flags, let expected = first.flags, flags != expected {
            let text = "\(name) is \(flags.words) here and \(expected.words) in \(origin)"
            findings.append(NameFinding(.flags, other, at: other.place, label, text))
        }
        guard !first.keys.isEmpty, !other.keys.isEmpty else { return findings }
        let here = other.keys.keys.filter { first.keys[$0] == nil }.sorted()
        let there = first.keys.keys.filter { other.keys[$0] == nil }.sorted()
        if !here.isEmpty || !there.isEmpty {
            var parts: [String] = []
            if !here.isEmpty { parts.append("\(here.joined(separator: ", ")) only here") }
            if !there.isEmpty { parts.append("\(there.joined(separator: ", ")) only in \(origin)") }
            let text = "the content of \(other.title) has the key \(parts.joined(separator: ", and "))"
            findings.append(NameFinding(.keys, other, at: other.place, label, text))
        }
        let kinds = first.keys.keys.sorted().compactMap { key -> String? in
            guard let one = first.keys[key], let two = other.keys[key], one != two, one != .unknown, two != .unknown
            else {
                return nil
            }
            return "\(key) is \(Self.word(two)) here and \(Self.word(one)) in \(origin)"
        }
        if !kinds.isEmpty {
            let text = "in the content of \(other.title), \(kinds.joined(separator: ", "))"
            findings.append(NameFinding(.keyTypes, other, at: other.place, label, text))
        }
        return findings
    }

    /// Returns the classes that have different names in two columns.
    private func classes(_ columns: [NameColumn], _ named: any NamedSystem.Type) -> [NameFinding] {
        var findings: [NameFinding] = []
        var first: [String: Entry] = [:]
        for (index, column) in columns.enumerated() {
            for declaration in column.declarations where isShared(declaration, column, named) {
                guard let key = Self.classKey(declaration, named) else { continue }
                guard let known = first[key] else {
                    first[key] = Entry(column: index, declaration: declaration)
                    continue
                }
                let (name, other) = (declaration.objectName.lowercased(), known.declaration.objectName.lowercased())
                guard known.column != index, name != other, !NearNames.isNear(name, other),
                    // Both names may be right if this column has both.
                    !column.mentioned.contains(other)
                else { continue }
                let origin = "\(columns[known.column].title) (\(Self.shown(known.declaration.place)))"
                let text =
                    "\(declaration.className ?? "") is \(declaration.title) here and "
                    + "\(known.declaration.title) in \(origin)"
                findings.append(
                    NameFinding(
                        .twoNames,
                        declaration,
                        at: declaration.place,
                        column.label,
                        text,
                        nearest: named.hasNumbers ? [] : [known.declaration.objectName]
                    )
                )
            }
        }
        return findings
    }

    /// Returns the key that identifies a class across columns; for systems with numbers, without the words that each
    /// platform adds.
    private static func classKey(_ declaration: NameDeclaration, _ named: any NamedSystem.Type) -> String? {
        guard named.hasNumbers else { return declaration.className?.lowercased() }
        return declaration.className.map { TypeRoot.of($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns whether the other columns should have the name, too.
    private func isShared(_ declaration: NameDeclaration, _ column: NameColumn, _ named: any NamedSystem.Type) -> Bool {
        !declaration.objectName.isEmpty && named.isShared(declaration, isComplete: column.isComplete)
    }

    private static func word(_ kind: ContentKeyKind) -> String {
        switch kind {
        case .text: "text"
        case .number: "a number"
        case .flag: "true or false"
        case .object: "an object"
        case .list: "a list"
        case .unknown: "something"
        }
    }

    private static func shown(_ place: SourcePlace?) -> String {
        place.map { "\($0.file):\($0.line)" } ?? "table"
    }
}
