import Reporting
import RongCloud
import WireFormat

/// Holds the object names of source trees and adapters against the catalogue and against each other.
public struct NamesCheck: Sendable {
    let catalogue = MessageCatalogue.shared
    /// The spelling that the catalogue has of each name, by the name in lower case.
    let spellings: [String: String]

    /// Characters that the servers take of a name.
    static let longestName = 32
    /// Characters of a name that a sentence shows.
    private static let shownName = 80

    /// Makes a check.
    public init() {
        var spellings: [String: String] = [:]
        for entry in catalogue {
            for name in [entry.objectName] + entry.aliases where spellings[name.lowercased()] == nil {
                spellings[name.lowercased()] = name
            }
        }
        self.spellings = spellings
    }

    /// Every finding, by tree and place.
    public func findings(_ tables: [NameTable]) -> [NameFinding] {
        var findings: [NameFinding] = []
        for table in tables {
            let group = table.isCompared ? tables.filter(\.isCompared) : [table]
            var named = table
            named.declarations.removeAll { $0.system != .rongCloud }
            findings += names(named, OwnNames(group, self)) + duplicates(named)
            findings += named.declarations.compactMap { flags($0, table.label) }
            findings += numbers(table, among: group)
            findings += table.unresolved.map { unresolved($0, table.label) } + unread(table)
            // The platforms of one tree, told from its files.
            for system in MessageSystem.allCases { findings += differences(NameColumn.platforms(of: table, system)) }
        }
        for system in MessageSystem.allCases {
            findings += differences(tables.filter(\.isCompared).map { NameColumn($0, system) })
        }
        var seen: Set<Key> = []
        findings = findings.filter { seen.insert(Key($0)).inserted }
        let order = Dictionary(tables.enumerated().map { ($1.label, $0) }) { first, _ in first }
        return findings.enumerated().sorted { left, right in
            let keys = [left, right].map { _, finding in
                (order[finding.label] ?? 0, finding.place?.file ?? "", finding.place?.line ?? 0)
            }
            if keys[0] != keys[1] { return keys[0] < keys[1] }
            return (left.element.place?.column ?? 0, left.offset) < (right.element.place?.column ?? 0, right.offset)
        }.map(\.element)
    }

    /// What makes two findings one: the tree as a whole and its platforms may show the same.
    private struct Key: Hashable {
        var code: NameFinding.Code
        var name: String
        var label: String
        var place: SourcePlace?
        var text: String

        init(_ finding: NameFinding) {
            code = finding.code
            name = finding.objectName
            label = finding.label
            place = finding.place
            // Of one place the first finding of a kind is enough, in a table all.
            text = finding.place == nil ? finding.text : ""
        }
    }

    /// The names that trees and tables declare for types of their own.
    struct OwnNames {
        /// Every spelling, by the name in lower case.
        var spellings: [String: Set<String>] = [:]
        var near: NearNames

        init(_ tables: [NameTable], _ check: NamesCheck) {
            for table in tables {
                for declaration in table.declarations
                where declaration.system == .rongCloud && check.catalogue.index(of: declaration.objectName) == nil {
                    spellings[declaration.objectName.lowercased(), default: []].insert(declaration.objectName)
                }
            }
            near = NearNames(spellings.values.flatMap { $0 })
        }
    }

    // MARK: Names by themselves

    /// What is wrong with names by themselves: letter case, unknown names, the reserved prefix.
    private func names(_ table: NameTable, _ own: OwnNames) -> [NameFinding] {
        var findings: [NameFinding] = []
        var declared: Set<SourcePlace> = []
        var first: [String: NameDeclaration] = [:]
        for declaration in table.declarations {
            if let place = declaration.namePlace, !declared.insert(place).inserted { continue }
            findings += hygiene(declaration, table.label) ?? name(declaration, table.label)
            let key = "\(declaration.platform?.rawValue ?? "") \(declaration.objectName.lowercased())"
            if let known = first[key], known.objectName != declaration.objectName,
                spellings[declaration.objectName.lowercased()] == nil
            {
                let text =
                    "\(declaration.objectName) is \(known.objectName) \(Self.described(known)); letter case counts"
                findings.append(
                    NameFinding(
                        .letterCase,
                        declaration,
                        at: declaration.namePlace,
                        table.label,
                        text,
                        nearest: [known.objectName]
                    )
                )
            } else if first[key] == nil {
                first[key] = declaration
            }
        }
        for literal in table.literals where !declared.contains(literal.place) {
            if let finding = mention(literal, table.label, own) { findings.append(finding) }
        }
        return findings
    }

    /// What is wrong with a declared name's form; `nil` when it has the form of one.
    private func hygiene(_ declaration: NameDeclaration, _ label: String) -> [NameFinding]? {
        let name = declaration.objectName
        let shown = "\"\(SafeText.shortened(name, Self.shownName))\""
        func finding(_ code: NameFinding.Code, _ text: String, _ nearest: [String] = []) -> [NameFinding] {
            [NameFinding(code, declaration, at: declaration.namePlace, label, text, nearest: nearest)]
        }
        if catalogue.index(of: name) != nil { return nil }
        let plain = name.filter { !$0.isWhitespace }
        if plain.isEmpty { return finding(.empty, "a type is declared without an object name") }
        if name.contains(NameTable.fullWidthColon) {
            let meant = String(name.map { $0 == NameTable.fullWidthColon ? ":" : $0 })
            return finding(.fullWidthColon, "\(shown) has the full-width colon of Chinese typing", [meant])
        }
        if plain != name { return finding(.blank, "\(shown) has a blank in it, which counts", [plain]) }
        if name.unicodeScalars.count > Self.longestName {
            let count = name.unicodeScalars.count
            return finding(.length, "\(shown) has \(count) characters; the servers take \(Self.longestName)")
        }
        guard name.contains(":") else {
            return finding(.noPrefix, "\(shown) has no prefix; a name of one's own is prefix:name")
        }
        return nil
    }

    /// What is wrong with a declared name that has the form of one.
    private func name(_ declaration: NameDeclaration, _ label: String) -> [NameFinding] {
        let name = declaration.objectName
        func finding(
            _ code: NameFinding.Code,
            _ text: String,
            _ nearest: [String] = [],
            _ severity: Severity? = nil
        ) -> [NameFinding] {
            [
                NameFinding(
                    code,
                    declaration,
                    at: declaration.namePlace,
                    label,
                    text,
                    nearest: nearest,
                    severity: severity
                )
            ]
        }
        if let entry = catalogue.entry(name) {
            if [.superseded, .deprecated].contains(entry.standing), declaration.form != .tableRow {
                let later = catalogue.details(name)?.supersededBy
                let text = "\(name) has been replaced" + (later.map { " by \($0)" } ?? "")
                return finding(.obsolete, text, later.map { [$0] } ?? [])
            }
            // A table of every name has those of demos, too.
            guard entry.standing == .demo, name.hasPrefix("RC:"), declaration.form != .tableRow else { return [] }
            let text = "\(name) is an application's own type: the prefix RC: is reserved for the SDKs"
            return finding(.reservedPrefix, text, [], .warning)
        }
        if let known = spellings[name.lowercased()] {
            return finding(.letterCase, "\(name) is \(known) in another letter case, which counts", [known])
        }
        guard name.hasPrefix("RC:"), !isVendors(declaration) else { return [] }
        let nearest = catalogue.nearest(to: name)
        let hint = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?"
        return finding(
            .reservedPrefix,
            "\(name) is not known, and the prefix RC: is reserved for the SDKs" + hint,
            nearest
        )
    }

    /// Whether a name that the catalogue does not have comes with a kit of the vendor: its class has the vendor's prefix,
    /// or its file is in the vendor's package.
    private func isVendors(_ declaration: NameDeclaration) -> Bool {
        if let name = declaration.className, name.hasPrefix("RC"), name.dropFirst(2).first?.isUppercase == true {
            return true
        }
        guard let file = declaration.place?.file else { return false }
        return file.contains("/io/rong/") || file.contains("/cn/rongcloud/")
    }

    /// What is wrong with a literal that looks like a name; `nil` for one that may be anything else.
    private func mention(_ literal: NameLiteral, _ label: String, _ own: OwnNames) -> NameFinding? {
        let name = literal.text
        func finding(_ code: NameFinding.Code, _ text: String, _ nearest: [String] = []) -> NameFinding {
            NameFinding(
                code: code,
                severity: code.severity,
                objectName: name,
                nearest: nearest,
                label: label,
                place: literal.place,
                text: text
            )
        }
        let key = name.lowercased()
        if catalogue.index(of: name) != nil { return nil }
        if let known = spellings[key] {
            return finding(.letterCase, "\(name) is \(known) in another letter case, which counts", [known])
        }
        if let declared = own.spellings[key] {
            guard !declared.contains(name), let known = declared.min() else { return nil }
            return finding(.letterCase, "\(name) is declared as \(known); letter case counts", [known])
        }
        if name.contains(NameTable.fullWidthColon) {
            let meant = String(name.map { $0 == NameTable.fullWidthColon ? ":" : $0 })
            guard spellings[meant.lowercased()] != nil || own.spellings[meant.lowercased()] != nil else { return nil }
            return finding(.fullWidthColon, "\"\(name)\" has the full-width colon; \(meant) is meant", [meant])
        }
        let trimmed = name.filter { $0 != " " }
        if trimmed != name, own.spellings[trimmed.lowercased()] != nil {
            return finding(.blank, "\"\(name)\" has a blank; \(trimmed) is meant", [trimmed])
        }
        let near = own.near.near(to: name)
        if !near.isEmpty {
            let meant = near.joined(separator: ", ")
            return finding(.nearMiss, "\(name) is not declared; did you mean \(meant)?", near)
        }
        guard name.hasPrefix("RC:") else { return nil }
        let nearest = catalogue.nearest(to: name)
        let hint = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?"
        let shown = name.hasSuffix(" ") ? "\"\(name)\"" : name
        return finding(.unknown, "\(shown) is not a known object name" + hint, nearest)
    }

    private func unresolved(_ name: UnresolvedName, _ label: String) -> NameFinding {
        let owner = name.className.map { " of \($0)" } ?? ""
        let what = name.system == .rongCloud ? "object name" : "number of the type"
        return NameFinding(
            code: .unresolved,
            severity: NameFinding.Code.unresolved.severity,
            objectName: name.prefix,
            nearest: [],
            label: label,
            place: name.place,
            text: "the \(what)\(owner) cannot be read from the source and is not checked",
            system: name.system
        )
    }

    private func unread(_ table: NameTable) -> [NameFinding] {
        func finding(_ place: SourcePlace?, _ text: String) -> NameFinding {
            NameFinding(
                code: .unread,
                severity: NameFinding.Code.unread.severity,
                objectName: "",
                nearest: [],
                label: table.label,
                place: place,
                text: text
            )
        }
        var findings = table.unread.map {
            finding(SourcePlace(file: $0.path, line: 1, column: 1), "is not read: it \($0.reason)")
        }
        if !table.isComplete, table.fileCount == 0 {
            findings.append(finding(nil, "there is no source file in it that can be read; nothing is missing there"))
        }
        return findings
    }

    // MARK: Duplicates and flags

    /// One name for two types in a tree, or with two flags.
    private func duplicates(_ table: NameTable) -> [NameFinding] {
        struct Key: Hashable {
            var name: String
            var form: NameForm?
            var platform: SDKPlatform?
        }
        var first: [Key: NameDeclaration] = [:]
        var flagged: [Key: NameDeclaration] = [:]
        var findings: [NameFinding] = []
        for declaration in table.declarations where !declaration.objectName.isEmpty {
            let name = declaration.objectName
            let key = Key(name: name, form: declaration.form, platform: declaration.platform)
            if let earlier = first[key] {
                // A built-in type declared again alike is a copy of an SDK's source.
                if isBuiltIn(name), earlier.className == declaration.className { continue }
                let text = "\(name) is declared twice: before " + Self.described(earlier)
                findings.append(NameFinding(.duplicate, declaration, at: declaration.place, table.label, text))
                continue
            }
            first[key] = declaration
            guard let flags = declaration.flags, catalogue.index(of: name) == nil else { continue }
            let flagKey = Key(name: name, form: nil, platform: declaration.platform)
            guard let earlier = flagged[flagKey], let expected = earlier.flags else {
                flagged[flagKey] = declaration
                continue
            }
            if flags != expected {
                let text = "\(name) is \(flags.words) here and \(expected.words) " + Self.described(earlier)
                findings.append(NameFinding(.flags, declaration, at: declaration.place, table.label, text))
            }
        }
        return findings
    }

    private func isBuiltIn(_ name: String) -> Bool {
        catalogue.entry(name).map { $0.standing != .demo } ?? false
    }

    static func described(_ declaration: NameDeclaration) -> String {
        let place = declaration.place.map { "in \($0.file) line \($0.line)" } ?? "in this table"
        return (declaration.className.map { "as \($0) " } ?? "") + place
    }

    /// Flags that are not those of the catalogue.
    private func flags(_ declaration: NameDeclaration, _ label: String) -> NameFinding? {
        guard let flags = declaration.flags, let details = catalogue.details(declaration.objectName),
            details.entry.standing != .demo, details.entry.flags != flags
        else { return nil }
        // A table without a word for it cannot tell a status message.
        if declaration.form == .tableRow, details.entry.isStatus, flags.isEmpty { return nil }
        let isKnown = declaration.platform.map { details.flags(on: $0) == flags } ?? false
        let isUnsure = details.entry.confidence == .low
        let code = isKnown ? NameFinding.Code.knownFlags : .flags
        let rest = isKnown ? ", as this platform's SDK has it" : ""
        let name = declaration.objectName
        let text = "\(name) is \(flags.words) here and \(details.entry.flags.words) in the catalogue" + rest
        let severity = isUnsure && !isKnown ? .warning : code.severity
        return NameFinding(code, declaration, at: declaration.place, label, text, severity: severity)
    }
}
