import Reporting
import RongCloud
import WireFormat

/// The checks of a table's object names by themselves: letter case, form, the reserved prefix, flags.
struct RongCloudNamesCheck {
    private let catalogue = MessageCatalogue.shared
    private let spellings = RongCloudNames.spellings
    private var table: NameTable
    private let own: OwnNames

    /// The maximum number of characters of a name in a sentence.
    private static let shownName = 80

    /// Creates the check of a table; `group` has the tables that it is compared with, including the table itself.
    init(_ table: NameTable, among group: [NameTable]) {
        self.table = table
        self.table.declarations.removeAll { $0.system != .rongCloud }
        self.table.literals.removeAll { $0.system != .rongCloud }
        own = OwnNames(group)
    }

    /// All findings: about names, then duplicates, then flags.
    var findings: [NameFinding] {
        names() + duplicates() + table.declarations.compactMap { flags($0, table.label) }
    }

    /// The names that trees and tables declare for types of applications.
    private struct OwnNames {
        /// All spellings, by the name in lower case.
        var spellings: [String: Set<String>] = [:]
        var near: NearNames

        init(_ tables: [NameTable]) {
            for table in tables {
                for declaration in table.declarations where declaration.system == .rongCloud {
                    let name = declaration.objectName
                    guard MessageCatalogue.shared.index(of: name) == nil else { continue }
                    spellings[name.lowercased(), default: []].insert(name)
                }
            }
            near = NearNames(spellings.values.flatMap { $0 })
        }
    }

    // MARK: Names by themselves

    /// Returns the findings about single names: letter case, unknown names, the reserved prefix.
    private func names() -> [NameFinding] {
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
                    "\(declaration.objectName) is \(known.objectName) \(NamesCheck.described(known)); letter case counts"
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
            if let finding = mention(literal, table.label) { findings.append(finding) }
        }
        return findings
    }

    /// Returns the findings about the form of a declared name; `nil` if the form is right.
    private func hygiene(_ declaration: NameDeclaration, _ label: String) -> [NameFinding]? {
        let name = declaration.objectName
        let shown = "\"\(SafeText.shortened(name, Self.shownName))\""
        func finding(_ code: NameFinding.Code, _ text: String, _ nearest: [String] = []) -> [NameFinding] {
            [NameFinding(code, declaration, at: declaration.namePlace, label, text, nearest: nearest)]
        }
        if catalogue.index(of: name) != nil { return nil }
        let plain = name.filter { !$0.isWhitespace }
        if plain.isEmpty { return finding(.empty, "a type is declared without an object name") }
        if name.contains(RongCloudNames.fullWidthColon) {
            let meant = String(name.map { $0 == RongCloudNames.fullWidthColon ? ":" : $0 })
            return finding(.fullWidthColon, "\(shown) has the full-width colon of Chinese typing", [meant])
        }
        if plain != name { return finding(.blank, "\(shown) has a blank in it, which counts", [plain]) }
        let count = name.unicodeScalars.count
        if count > MessageRegistry.longestName {
            let most = MessageRegistry.longestName
            return finding(.length, "\(shown) has \(count) characters; the servers take \(most)")
        }
        guard name.contains(":") else {
            return finding(.noPrefix, "\(shown) has no prefix; a name of one's own is prefix:name")
        }
        return nil
    }

    /// Returns the findings about a declared name whose form is right.
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
            // A complete table has the names of demos, too.
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

    /// Returns whether a name outside of the catalogue belongs to a kit of the vendor: by the prefix of its class, or
    /// by the package of its file.
    private func isVendors(_ declaration: NameDeclaration) -> Bool {
        if let name = declaration.className, name.hasPrefix("RC"), name.dropFirst(2).first?.isUppercase == true {
            return true
        }
        guard let file = declaration.place?.file else { return false }
        return file.contains("/io/rong/") || file.contains("/cn/rongcloud/")
    }

    /// Returns a finding about a literal that looks like a name; `nil` if the literal may be anything else.
    private func mention(_ literal: NameLiteral, _ label: String) -> NameFinding? {
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
        if name.contains(RongCloudNames.fullWidthColon) {
            let meant = String(name.map { $0 == RongCloudNames.fullWidthColon ? ":" : $0 })
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

    // MARK: Duplicates and flags

    /// Returns the findings about names with two types in a tree, or with two sets of flags.
    private func duplicates() -> [NameFinding] {
        struct Key: Hashable {
            var name: String
            var form: NameForm?
            var platform: SourcePlatform?
        }
        var first: [Key: NameDeclaration] = [:]
        var flagged: [Key: NameDeclaration] = [:]
        var findings: [NameFinding] = []
        for declaration in table.declarations where !declaration.objectName.isEmpty {
            let name = declaration.objectName
            let key = Key(name: name, form: declaration.form, platform: declaration.platform)
            if let earlier = first[key] {
                // A built-in type that is declared again with the same class is a copy of an SDK's source.
                if isBuiltIn(name), earlier.className == declaration.className { continue }
                let text = "\(name) is declared twice: before " + NamesCheck.described(earlier)
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
                let text = "\(name) is \(flags.words) here and \(expected.words) " + NamesCheck.described(earlier)
                findings.append(NameFinding(.flags, declaration, at: declaration.place, table.label, text))
            }
        }
        return findings
    }

    private func isBuiltIn(_ name: String) -> Bool {
        catalogue.entry(name).map { $0.standing != .demo } ?? false
    }

    /// Returns a finding if the flags differ from those of the catalogue.
    private func flags(_ declaration: NameDeclaration, _ label: String) -> NameFinding? {
        guard let flags = declaration.flags, let details = catalogue.details(declaration.objectName),
            details.entry.standing != .demo, TypeFlags(details.entry.flags) != flags
        else { return nil }
        // A table without a column for status messages cannot show this flag.
        if declaration.form == .tableRow, details.entry.isStatus, flags.isEmpty { return nil }
        let platform = declaration.platform.flatMap { SDKPlatform(rawValue: $0.rawValue) }
        let isKnown = platform.map { TypeFlags(details.flags(on: $0)) == flags } ?? false
        let isUnsure = details.entry.confidence == .low
        let code = isKnown ? NameFinding.Code.knownFlags : .flags
        let rest = isKnown ? ", as this platform's SDK has it" : ""
        let name = declaration.objectName
        let text = "\(name) is \(flags.words) here and \(details.entry.flags.words) in the catalogue" + rest
        let severity = isUnsure && !isKnown ? .warning : code.severity
        return NameFinding(code, declaration, at: declaration.place, label, text, severity: severity)
    }
}
