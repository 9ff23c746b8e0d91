/// Compares the object names of source trees and adapters with the catalogue and with each other.
package struct NamesCheck: Sendable {
    /// Creates a check.
    package init() {}

    /// Returns all findings, sorted by table and place.
    package func findings(_ tables: [NameTable]) -> [NameFinding] {
        var findings: [NameFinding] = []
        for table in tables {
            let group = table.isCompared ? tables.filter(\.isCompared) : [table]
            for named in NamingSystem.named { findings += named.findings(table, among: group) }
            findings += table.unresolved.map { unresolved($0, table.label) } + unread(table)
            // The differences between platforms within one tree.
            for named in NamingSystem.named {
                findings += differences(NameColumn.platforms(of: table, named), of: named)
            }
        }
        for named in NamingSystem.named {
            findings += differences(tables.filter(\.isCompared).map { NameColumn($0, named) }, of: named)
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

    /// The identity of a finding: a whole tree and its platforms may give the same finding.
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
            // For a place, the first finding of a kind is enough; in a table without places, the text counts.
            text = finding.place == nil ? finding.text : ""
        }
    }

    private func unresolved(_ name: UnresolvedName, _ label: String) -> NameFinding {
        let owner = name.className.map { " of \($0)" } ?? ""
        let what = name.system.rules.hasNumbers ? "number of the type" : "object name"
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

    static func described(_ declaration: NameDeclaration) -> String {
        let place = declaration.place.map { "in \($0.file) line \($0.line)" } ?? "in this table"
        return (declaration.className.map { "as \($0) " } ?? "") + place
    }
}
