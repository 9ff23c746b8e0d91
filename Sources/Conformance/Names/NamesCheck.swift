import Inspection
import RongCloud

/// Holds the object names of source trees and adapters against the catalogue and against each other.
public struct NamesCheck: Sendable {
    private let catalogue = MessageCatalogue.shared
    /// The spelling that the catalogue has of each name, by the name in lower case.
    private let spellings: [String: String]

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
        var findings = tables.flatMap { table in
            names(table) + duplicates(table) + table.declarations.compactMap { flags($0, table.label) }
        }
        findings += differences(tables)
        let order = Dictionary(tables.enumerated().map { ($1.label, $0) }) { first, _ in first }
        return findings.enumerated().sorted { left, right in
            let keys = [left, right].map { _, finding in
                (order[finding.label] ?? 0, finding.place?.file ?? "", finding.place?.line ?? 0)
            }
            if keys[0] != keys[1] { return keys[0] < keys[1] }
            return (left.element.place?.column ?? 0, left.offset) < (right.element.place?.column ?? 0, right.offset)
        }.map(\.element)
    }

    /// What is wrong with names by themselves: letter case, unknown names, the reserved prefix.
    private func names(_ table: NameTable) -> [NameFinding] {
        var findings: [NameFinding] = []
        var declared: Set<SourcePlace> = []
        for declaration in table.declarations {
            if let place = declaration.namePlace, !declared.insert(place).inserted { continue }
            findings += name(declaration.objectName, isDeclared: true, table.label, declaration.namePlace)
        }
        for literal in table.literals where !declared.contains(literal.place) {
            findings += name(literal.text, isDeclared: false, table.label, literal.place)
        }
        return findings
    }

    private func name(_ name: String, isDeclared: Bool, _ label: String, _ place: SourcePlace?) -> [NameFinding] {
        func finding(
            _ code: NameFinding.Code,
            _ text: String,
            _ nearest: [String] = [],
            _ severity: Diagnostic.Severity? = nil
        ) -> [NameFinding] {
            [
                NameFinding(
                    code: code,
                    severity: severity ?? code.severity,
                    objectName: name,
                    nearest: nearest,
                    label: label,
                    place: place,
                    text: text
                )
            ]
        }
        if let entry = catalogue.entry(name) {
            guard isDeclared, entry.standing == .demo, name.hasPrefix("RC:") else { return [] }
            let text = "\(name) is an application's own type: the prefix RC: is reserved for the SDKs"
            return finding(.reservedPrefix, text, [], .warning)
        }
        if let known = spellings[name.lowercased()] {
            return finding(.letterCase, "\(name) is \(known) in another letter case, which counts", [known])
        }
        guard name.hasPrefix("RC:") else { return [] }
        let nearest = catalogue.nearest(to: name)
        let hint = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?"
        if isDeclared {
            return finding(
                .reservedPrefix,
                "\(name) is not known, and the prefix RC: is reserved for the SDKs" + hint,
                nearest
            )
        }
        let shown = name.hasSuffix(" ") ? "\"\(name)\"" : name
        return finding(.unknown, "\(shown) is not a known object name" + hint, nearest)
    }

    /// One name for two types in a tree, or with two flags where the tree is for several platforms.
    private func duplicates(_ table: NameTable) -> [NameFinding] {
        struct Key: Hashable {
            var name: String
            var form: NameForm
            var platform: SDKPlatform?
        }
        var first: [Key: NameDeclaration] = [:]
        var flagged: [String: NameDeclaration] = [:]
        var findings: [NameFinding] = []
        for declaration in table.declarations {
            let name = declaration.objectName
            let key = Key(name: name, form: declaration.form, platform: declaration.platform)
            if let earlier = first[key] {
                // A built-in type declared again alike is a copy of an SDK's source.
                if isBuiltIn(name), earlier.className == declaration.className { continue }
                let text = "\(name) is declared twice: before " + Self.described(earlier)
                findings.append(Self.finding(.duplicate, declaration, table.label, text))
                continue
            }
            first[key] = declaration
            guard let flags = declaration.flags, catalogue.index(of: name) == nil else { continue }
            guard let earlier = flagged[name], let expected = earlier.flags else {
                flagged[name] = declaration
                continue
            }
            if flags != expected {
                let text = "\(name) is \(flags.words) here and \(expected.words) " + Self.described(earlier)
                findings.append(Self.finding(.flags, declaration, table.label, text))
            }
        }
        return findings
    }

    private func isBuiltIn(_ name: String) -> Bool {
        catalogue.entry(name).map { $0.standing != .demo } ?? false
    }

    private static func described(_ declaration: NameDeclaration) -> String {
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
        let name = declaration.objectName
        let isKnown = declaration.platform.map { details.flags(on: $0) == flags } ?? false
        let isUnsure = details.entry.confidence == .low
        let code = isKnown ? NameFinding.Code.knownFlags : .flags
        let rest = isKnown ? ", as this platform's SDK has it" : ""
        return NameFinding(
            code: code,
            severity: isUnsure && !isKnown ? .warning : code.severity,
            objectName: name,
            nearest: [],
            label: label,
            place: declaration.place,
            text: "\(name) is \(flags.words) here and \(details.entry.flags.words) in the catalogue" + rest
        )
    }
}

// What differs between the trees that have names of their own.
extension NamesCheck {
    private func differences(_ tables: [NameTable]) -> [NameFinding] {
        let tables = tables.filter(\.isCompared)
        guard tables.count > 1 else { return [] }
        var findings: [NameFinding] = []
        // The applications' own names, by lower case, in the order of their first declaration.
        var names: [String: [(table: Int, declaration: NameDeclaration)]] = [:]
        var order: [String] = []
        for (index, table) in tables.enumerated() {
            for declaration in table.declarations where isOwn(declaration, table) {
                let key = declaration.objectName.lowercased()
                if names[key] == nil { order.append(key) }
                names[key, default: []].append((index, declaration))
            }
        }
        let mentioned = tables.map { table in
            Set((table.declarations.map(\.objectName) + table.literals.map(\.text)).map { $0.lowercased() })
        }
        for key in order {
            guard let all = names[key], let first = all.first else { continue }
            let origin = "\(tables[first.table].label) (\(Self.shown(first.declaration.place)))"
            for other in all.dropFirst() where other.table != first.table {
                let (name, known) = (other.declaration.objectName, first.declaration.objectName)
                let label = tables[other.table].label
                if name != known {
                    let text = "\(name) is \(known) in \(origin); letter case counts"
                    var declaration = other.declaration
                    declaration.place = declaration.namePlace
                    findings.append(Self.finding(.letterCase, declaration, label, text, [known]))
                }
                if catalogue.index(of: name) == nil, let flags = other.declaration.flags,
                    let expected = first.declaration.flags, flags != expected
                {
                    let text = "\(name) is \(flags.words) here and \(expected.words) in \(origin)"
                    findings.append(Self.finding(.flags, other.declaration, label, text))
                }
            }
            let lacking = tables.indices.filter { !mentioned[$0].contains(key) }.map { tables[$0].label }
            guard !lacking.isEmpty else { continue }
            let others = lacking.joined(separator: ", ")
            let text = "\(first.declaration.objectName), which \(origin) declares, is not in \(others)"
            findings.append(Self.finding(.missing, first.declaration, tables[first.table].label, text))
        }
        return findings
    }

    /// Whether the name is to be found in the other tables: an application's own, or any in a complete table.
    private func isOwn(_ declaration: NameDeclaration, _ table: NameTable) -> Bool {
        // A name that should not be there at all is reported once, where it stands.
        guard spellings[declaration.objectName.lowercased()] != nil else {
            return !declaration.objectName.hasPrefix("RC:")
        }
        return table.isComplete || catalogue.entry(declaration.objectName)?.standing == .demo
    }

    private static func shown(_ place: SourcePlace?) -> String {
        place.map { "\($0.file):\($0.line)" } ?? "table"
    }

    private static func finding(
        _ code: NameFinding.Code,
        _ declaration: NameDeclaration,
        _ label: String,
        _ text: String,
        _ nearest: [String] = []
    ) -> NameFinding {
        NameFinding(
            code: code,
            severity: code.severity,
            objectName: declaration.objectName,
            nearest: nearest,
            label: label,
            place: declaration.place,
            text: text
        )
    }
}
