import Foundation
import Inspection
import Reporting
import TestSupport
import Testing

@testable import Names

@Suite("Names check over applications with planted mistakes")
struct NamesPlantedTests {
    /// The tables of the tree, written to a folder of its own.
    private static func tables(_ folder: String, _ tree: PlantedTree = .names) throws -> [NameTable] {
        for (path, text) in tree.files {
            let file = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try tree.trees.map { name in
            let tree = try SourceTree(at: "\(folder)/\(name)")
            return NameTable(label: name, isCompared: true, sources: tree.files, unread: tree.unread)
        }
    }

    @Test(
        "every planted mistake is found, and nothing else",
        arguments: [(PlantedTree.names, 50, 30), (PlantedTree.numbers, 15, 12)]
    )
    func planted(_ tree: PlantedTree, _ mistakes: Int, _ lookAlikes: Int) throws {
        let folder = try TemporaryFolder()
        let findings = NamesCheck().findings(try Self.tables(folder.path, tree))
        let found = findings.map { finding in
            let place = finding.place.map { "\($0.file.dropFirst(folder.path.count + 1)):\($0.line)" } ?? finding.label
            return "\(place) \(finding.code.rawValue.dropFirst("names.".count))"
        }
        let expected = tree.planted
        #expect(Set(expected).subtracting(found).sorted() == [], "not found")
        #expect(Set(found).subtracting(expected).sorted() == [], "false alarms")
        #expect(expected.count >= mistakes)
        #expect(tree.lookAlikes >= lookAlikes)
    }

    @Test("the application of names has a file of every language")
    func languages() {
        let languages = Set(PlantedTree.names.files.keys.compactMap { SourceLanguage(fileName: $0) })
        #expect(languages == Set(SourceLanguage.allCases))
    }

    @Test("what the matrix marks is a finding")
    func matrix() throws {
        let folder = try TemporaryFolder()
        let tables = try Self.tables(folder.path)
        let found = Set(NamesCheck().findings(tables).map { $0.objectName.lowercased() })
        let matrix = NamesMatrix(tables)
        var marked = 0
        for row in matrix.rows where row.cells.contains(where: { $0.map(row.differs) ?? false }) {
            marked += 1
            #expect(found.contains(row.name.lowercased()), "\(row.name)")
        }
        #expect(marked >= 10)
    }

    @Test("the patch mends letter case and near misses, and nothing is written")
    func patch() throws {
        let folder = try TemporaryFolder()
        let findings = NamesCheck().findings(try Self.tables(folder.path))
        let patch = NamesPatch(findings) { try? SourceTree.read($0) }
        #expect(patch.count >= 30)
        #expect(patch.text.contains("\n-let text = \"RC:TXTMSG\" // planted"))
        #expect(patch.text.contains("\n+let text = \"RC:TxtMsg\" // planted"))
        #expect(patch.text.contains("\n+let wide = \"app:order\" // planted"))
        let before = try String(contentsOfFile: "\(folder.path)/ios/Messages.swift", encoding: .utf8)
        #expect(before == PlantedTree.names.files["ios/Messages.swift"])
    }

    @Test(
        "the patch can be applied, and mends what it says",
        .enabled(if: OutsideTool.path("patch") != nil, "needs patch")
    )
    func applied() throws {
        let folder = try TemporaryFolder()
        let findings = NamesCheck().findings(try Self.tables(folder.path))
        let patch = NamesPatch(findings) { try? SourceTree.read($0) }
        let patchFile = try folder.write(patch.text, to: "names.patch")
        let program = try #require(OutsideTool.path("patch"))
        let result = try OutsideTool.run(program, ["-p1", "-d", "/", "-i", patchFile])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let left = NamesCheck().findings(
            try PlantedTree.names.trees.map { name in
                let tree = try SourceTree(at: "\(folder.path)/\(name)")
                return NameTable(label: name, isCompared: true, sources: tree.files)
            }
        )
        let mended: Set<NameFinding.Code> = [.letterCase, .nearMiss]
        #expect(left.filter { mended.contains($0.code) && $0.nearest.count == 1 && $0.place != nil }.count < 3)
    }

    @Test("the patch leaves out a file whose bytes are no text, which it could not show")
    func patchOfBytes() {
        let path = "a.js"
        for (bytes, count) in [([], 1), ([0xF5, 0xE9], 0)] as [([UInt8], Int)] {
            let text = Array("var a = 'RC:TXTMSG' // ".utf8) + bytes + [0x0A]
            let source = SourceFile(path: path, language: .javaScript, bytes: text)
            let findings = NamesCheck().findings([NameTable(label: "a", isCompared: false, sources: [source])])
            #expect(findings.count == 1)
            #expect(NamesPatch(findings) { _ in text }.count == count)
        }
    }

    @Test("a baseline leaves out what it has, once for each time, and nothing else")
    func baseline() throws {
        let folder = try TemporaryFolder()
        let findings = NamesCheck().findings(try Self.tables(folder.path))
        let report = FindingReportText.json(findings)
        #expect(try NamesBaseline(parsing: report).new(of: findings) == [])
        let half = Array(findings.prefix(findings.count / 2))
        let rest = try NamesBaseline(parsing: FindingReportText.json(half)).new(of: findings)
        #expect(rest.count == findings.count - half.count)
        #expect(throws: (any Error).self) { try NamesBaseline(parsing: Array("{}".utf8)) }
    }
}

/// Findings as the report that the program writes.
private enum FindingReportText {
    static func json(_ findings: [NameFinding]) -> [UInt8] {
        Array(FindingReport(names: findings, sourceCount: 1).text(.json, version: "1").utf8)
    }
}
