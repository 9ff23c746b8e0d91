import Foundation
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("The table of filters")
struct FilterTableTests {
    @Test("there are hundreds of cases, right and wrong")
    func count() {
        #expect(FilterTable.cases.count >= 400 && FilterTable.failures.count >= 90)
        #expect(FilterTable.cases.count { !$0.passes.isEmpty } > 300)
    }

    @Test("a filter lets the events pass that the table names", arguments: FilterTable.captures)
    func passes(_ capture: String) throws {
        let cases = FilterTable.cases.filter { $0.capture == capture }
        let found = try FilterVerdicts.passing(cases.map(\.filter), in: Bundled.file(capture)) { $0.showsRaw = true }
        for (example, passing) in zip(cases, found) { #expect(passing == example.passes, "\(example.filter)") }
    }

    @Test("jq finds the same events in the JSON lines", .enabled(if: Jq.isAvailable), arguments: FilterTable.captures)
    func agreesWithJq(_ capture: String) async throws {
        let cases = FilterTable.cases.filter { $0.capture == capture }
        let lines = try await Decoded(Bundled.file(capture)).output
        let program = "[.n, (" + cases.map(\.jq).joined(separator: "), (") + ")]"
        let rows = try Jq.run(program, lines).split(separator: "\n").map {
            try JSONValue(parsing: String($0)).elements ?? []
        }
        #expect(!rows.isEmpty)
        for (index, example) in cases.enumerated() {
            let found = rows.filter { $0[index + 1] == true }.compactMap { $0[0].int64 }
            #expect(found == example.passes, "\(example.filter): \(example.jq)")
        }
    }

    @Test("a text that is no filter is refused with its place, its reason and what was meant")
    func failures() {
        for example in FilterTable.failures {
            do throws(FilterError) {
                _ = try EventFilter(example.filter)
                Issue.record("\(example.filter) was taken")
            } catch {
                let expected = FilterError(
                    position: example.position,
                    length: example.length,
                    reason: example.reason,
                    suggestion: example.suggestion
                )
                #expect(error == expected, "\(example.filter)")
            }
        }
    }

    @Test("the place is marked under the expression, whatever it is written in")
    func marks() {
        for (filter, expected) in [
            ("frame.tpye == PUBLISH", "  frame.tpye == PUBLISH\n  ^^^^^^^^^^"),
            (#"content.x == "中文" && bogus"#, "  content.x == \"中文\" && bogus\n                         ^^^^^"),
            ("n == 1 &&", "  n == 1 &&\n           ^"), ("n == 1\u{1B}[2J", "  n == 1\\u{1b}[2J\n        ^^^^^^"),
        ] {
            do throws(FilterError) {
                _ = try EventFilter(filter)
                Issue.record("\(filter) was taken")
            } catch {
                #expect(error.marked(in: filter) == expected)
            }
        }
    }
}

/// Runs jq, where it is installed.
enum Jq {
    static let isAvailable = OutsideTool.path("jq") != nil

    static func run(_ program: String, _ input: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(program, to: "program")
        return String(decoding: try OutsideTool.output(of: "jq", ["-c", "-f", file], input: input), as: UTF8.self)
    }
}
