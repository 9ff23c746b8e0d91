import Foundation
import RongCloud
import TestSupport
import Testing
import WireFormat

@testable import Inspection

/// `Docs/diagnostics.md`, held against the sources and against what decoding says.
@Suite("The page of diagnostics")
struct DiagnosticPageTests {
    @Test("has one row for each code of the sources, with its severities, and no other")
    func codes() throws {
        let rows = try Self.rows(of: "diagnostics.md")
        let known = try Self.codesOfSources()
        #expect(known.count > 60)
        #expect(Set(rows.map(\.code)).symmetricDifference(known.keys).sorted() == [])
        #expect(rows.count == known.count)
        for row in rows { #expect(row.severities == known[row.code], "\(row.code)") }
    }

    @Test("has a row for each stage of decoding that fails, and for each class of errors")
    func errors() throws {
        #expect(try Self.stages() == Self.stagesOfSources())
        #expect(try Self.classes() == Set(WireError.Code.allCases.map(\.rawValue)))
    }

    @Test("leads to a page that has the codes of RongCloud's contents, with their severities")
    func contents() throws {
        #expect(try ProjectFolder.text("Docs/diagnostics.md").contains("(messages.md#findings)"))
        let rows = try Self.rows(of: "messages.md")
        #expect(rows.map(\.code).sorted() == ContentRule.allCases.map(\.rawValue).sorted())
        for row in rows {
            #expect(row.severities == ContentRule(rawValue: row.code).map { [$0.severity.rawValue] }, "\(row.code)")
        }
    }

    @Test("knows each code that the bundled captures give, whole and damaged")
    func decoded() async throws {
        var known = Set(try Self.rows(of: "diagnostics.md").map(\.code))
        known.formUnion(ContentRule.allCases.map(\.rawValue))
        for stage in try Self.stages() { known.formUnion(try Self.classes().map { "\(stage)-\($0)" }) }
        let names = try FileManager.default.contentsOfDirectory(atPath: Bundled.directory.path)
        var found: Set<String> = []
        for name in names where name.hasSuffix(".pcap") || name.hasSuffix(".pcapng") {
            let whole = try Bundled.file(name)
            // Every so many bytes one is another; of the last no byte is.
            for distance in [211, 457, 1009, whole.count] {
                var capture = whole
                for place in stride(from: 200, to: whole.count, by: distance) where distance < whole.count {
                    capture[place] ^= 0x15
                }
                for event in try await Decoded(capture).events() { found.formUnion(event.codes) }
            }
        }
        #expect(found.count > 25)
        #expect(found.subtracting(known).sorted() == [])
    }

    // MARK: The pages

    /// The rows of codes: `` | `code` | severity, severity | … ``.
    private static func rows(of page: String) throws -> [(code: String, severities: Set<String>)] {
        let row = #/^\| `([a-z0-9]+(?:-[a-z0-9]+)+)` \| ([a-z, ]+) \|/#
        return try ProjectFolder.text("Docs/\(page)").split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: row) else { return nil }
            return (String(match.1), Set(match.2.split(separator: ", ").map(String.init)))
        }
    }

    private static func stages() throws -> Set<String> {
        let row = #/^\| `([a-z]+)-…` \| error \|/#
        let lines = try ProjectFolder.text("Docs/diagnostics.md").split(separator: "\n")
        return Set(lines.compactMap { line in line.firstMatch(of: row).map { String($0.1) } })
    }

    private static func classes() throws -> Set<String> {
        let row = #/^\| `…-([a-zA-Z]+)` \|/#
        let lines = try ProjectFolder.text("Docs/diagnostics.md").split(separator: "\n")
        return Set(lines.compactMap { line in line.firstMatch(of: row).map { String($0.1) } })
    }

    // MARK: The sources

    /// The sources in which diagnostics are made.
    private static func sources() throws -> [String] {
        try ["Inspection", "WireJSON", "LeanCloud", "NIM", "YC"].flatMap { module in
            let folder = ProjectFolder.file("Sources/\(module)").path
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return try files.filter { $0.hasSuffix(".swift") }.map { try ProjectFolder.text("Sources/\(module)/\($0)") }
        }
    }

    /// The codes in the sources with their severities.
    ///
    /// A code stands as a literal behind its severity, in `diagnose(…)`, `ContentFinding(…)`, `finding(…)`, `add(…)` or
    /// `Diagnostic(severity:code:…)`; behind an error; or in a constant whose name ends in `Code`, which an error has. The
    /// one that counts the rest has the severity of what it counts.
    private static func codesOfSources() throws -> [String: Set<String>] {
        let call = #/(?:diagnose|ContentFinding|finding)\(\s*([^"(),]+),\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"/#
        let added = #/add\(\.(note|warning|error), "([a-z0-9]+(?:-[a-z0-9]+)+)"/#
        let labelled = #/severity: \.(note|warning|error),\s*code: "([a-z0-9]+(?:-[a-z0-9]+)+)"/#
        let constant = #/static let \w+Code = "([a-z0-9]+(?:-[a-z0-9]+)+)"/#
        let rest = #/\bcode = "([a-z0-9]+(?:-[a-z0-9]+)+)"/#
        let severity = #/\.(note|warning|error)\b/#
        var codes: [String: Set<String>] = [:]
        for text in try sources() where text.contains("iagnos") || text.contains("Finding") {
            for match in text.matches(of: call) {
                let severities = Set(match.1.matches(of: severity).map { String($0.1) })
                codes[String(match.2), default: []].formUnion(severities.isEmpty ? ["error"] : severities)
            }
            for match in text.matches(of: added) { codes[String(match.2), default: []].insert(String(match.1)) }
            for match in text.matches(of: labelled) { codes[String(match.2), default: []].insert(String(match.1)) }
            for match in text.matches(of: constant) { codes[String(match.1), default: []].insert("error") }
            for match in text.matches(of: rest) { codes[String(match.1), default: []] = ["note", "warning", "error"] }
        }
        return codes
    }

    /// The stages in the sources: those of `diagnose(_:stage:)`, whose codes end in the class of the error.
    private static func stagesOfSources() throws -> Set<String> {
        var stages: Set<String> = []
        for text in try sources() where text.contains("stage: ") {
            for match in text.matches(of: #/stage: "([a-z]+)"/#) { stages.insert(String(match.1)) }
        }
        return stages
    }
}
