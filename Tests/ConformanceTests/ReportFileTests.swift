import Foundation
import Reporting
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Conformance

/// Reports with every kind of result, one of them with text that means something to every format.
enum SampleReport {
    /// Two SDKs; the other one lacks a case, passes another, and is green.
    static func make() throws -> ConformanceReport {
        let one = try SampleRun.make()
        var other = one
        other.adapter = "./a|b <c>"
        other.greeting = AdapterGreeting(sdk: "ios </script>&amp; `x` | # *", version: "", operations: nil)
        other.results.remove(at: 4)
        for index in other.results.indices where other.results[index].status == .failed {
            other.results[index].status = .passed
            other.results[index].failure = nil
        }
        other.staleness = []
        other.notes = []
        return ConformanceReport([one, other])
    }
}

@Suite("The JUnit report")
struct ReportJUnitTests {
    private static let script = """
        import json, sys
        from junitparser import JUnitXml
        suites = []
        for suite in JUnitXml.fromfile(sys.argv[1]):
            cases = [[case.name, case.classname, [type(r).__name__ for r in case.result],
                      [r.message for r in case.result], [r.type for r in case.result],
                      [r.text for r in case.result]] for case in suite]
            suites.append({"name": suite.name, "tests": suite.tests, "failures": suite.failures,
                           "errors": suite.errors, "skipped": suite.skipped, "cases": cases,
                           "properties": {p.name: p.value for p in suite.properties()}})
        print(json.dumps(suites))
        """

    @Test("says the same to an independent reader", .enabled(if: OutsideTool.has("junitparser"), "needs junitparser"))
    func independentReader() throws {
        let python = try #require(OutsideTool.path("python3"))
        let folder = try TemporaryFolder()
        let file = try folder.write(try SampleReport.make().junit, to: "report.xml")
        let result = try OutsideTool.run(python, ["-c", Self.script, file])
        let suites = try #require(try JSONValue(parsing: Array(result.output.utf8)).elements)
        #expect(
            suites.map { $0["name"]?.string } == [
                "web 4.1: test", "web 4.1: expected failures", "ios </script>&amp; `x` | # *: test",
            ]
        )
        let counts = suites.map { suite in
            ["tests", "failures", "errors", "skipped"].map { suite[$0]?.int64 }
        }
        #expect(counts == [[6, 1, 1, 2], [1, 1, 0, 0], [5, 0, 0, 2]])
        #expect(suites[0]["properties"]?["adapter"]?.string == "node it's.js")
        let cases = try #require(suites[0]["cases"]?.elements)
        #expect(cases.map { $0[0]?.string } == (0..<6).map(ShellAdapter.name))
        #expect(cases.allSatisfy { $0[1]?.string == "test" })
        #expect(cases.map { $0[2]?[0]?.string } == [nil, "Skipped", "Skipped", "Failure", "Error", nil])
        #expect(cases[2][3]?[0]?.string == "expected failure: known since spring")
        #expect(cases[3][4]?[0]?.string == "difference")
        #expect(cases[3][5]?[0]?.string?.contains("expected  \"u<1>\"") == true)
        #expect(cases[3][5]?[0]?.string?.contains("imwire conform run --adapter 'node it'\\''s.js'") == true)
        #expect(cases[4][3]?[0]?.string == #"the adapter printed a line: \u{1b}[2J]]>\u{0}"#)
    }

    @Test("escapes what XML reads as something else, and what it cannot hold")
    func escaping() throws {
        let text = try SampleReport.make().junit
        #expect(text.contains(#"message="the adapter printed a line: \u{1b}[2J]]&gt;\u{0}""#))
        #expect(text.contains("name=\"ios &lt;/script&gt;&amp;amp; `x` | # *: test\""))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(SafeText.markup("a\u{FFFE}\u{0B}\n\t\"") == #"a\u{fffe}\u{b}&#10;&#9;&quot;"#)
    }

    @Test("shows seconds with six digits, whatever they are")
    func seconds() {
        #expect(JUnitReport.shown(1.25) == "1.250000")
        #expect(JUnitReport.shown(0.000_001_4) == "0.000001")
        #expect(JUnitReport.shown(-1) == "0.000000")
        #expect(JUnitReport.shown(.infinity) == "1000000000.000000")
        #expect(JUnitReport.shown(.nan) == "0.000000")
    }
}

@Suite("The TAP report")
struct ReportTAPTests {
    private static let script = """
        import json, sys
        from tap.parser import Parser
        lines = []
        for line in Parser().parse_file(sys.argv[1]):
            entry = {"category": line.category}
            if line.category == "test":
                entry.update(ok=line.ok, number=line.number, description=line.description, skip=line.skip,
                             todo=line.todo, diagnostics=getattr(line, "yaml_block", None))
            if line.category == "plan":
                entry["expected"] = line.expected_tests
            lines.append(entry)
        print(json.dumps(lines))
        """

    @Test("says the same to an independent reader", .enabled(if: OutsideTool.has("tap"), "needs tap.py"))
    func independentReader() throws {
        let python = try #require(OutsideTool.path("python3"))
        let folder = try TemporaryFolder()
        let file = try folder.write(ConformanceReport([try SampleRun.make()]).tap, to: "report.tap")
        let result = try OutsideTool.run(python, ["-c", Self.script, file])
        // Without its YAML reader the package says so first.
        let output = try #require(result.output.split(separator: "\n").last)
        let lines = try #require(try JSONValue(parsing: String(output)).elements)
        #expect(lines.first?["category"]?.string == "version")
        #expect(lines.filter { $0["category"]?.string == "plan" }.map { $0["expected"]?.int64 } == [7])
        let tests = lines.filter { $0["category"]?.string == "test" }
        #expect(tests.map { $0["number"]?.int64 } == (1...7).map { $0 })
        #expect(tests.map { $0["ok"]?.bool } == [true, true, false, false, false, true, false])
        #expect(tests.map { $0["skip"]?.bool } == [false, true, false, false, false, false, false])
        #expect(tests.map { $0["todo"]?.bool } == [false, false, true, false, false, false, false])
        #expect(tests[3]["description"]?.string == "- count-03")
        if result.output.split(separator: "\n").count == 1 {
            #expect(tests[3]["diagnostics"]?["differences"]?[0]?["path"]?.string == "targetId")
            #expect(tests[4]["diagnostics"]?["message"]?.string == "the adapter printed a line: \u{1B}[2J]]>\u{0}")
            #expect(!lines.contains { $0["category"]?.string == "unknown" })
        }
    }

    @Test("has its diagnostics as YAML in ASCII, which are JSON")
    func diagnostics() throws {
        let lines = ConformanceReport([try SampleRun.make()]).tap.split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "not ok 5 - count-04"))
        #expect(lines[start + 1] == "  ---")
        #expect(lines[start + 2] == #"  class: "malformed""#)
        #expect(lines[start + 3] == #"  message: "the adapter printed a line: \u001b[2J]]>\u0000""#)
        #expect(lines[start + 5] == #"  source: "made for the test""#)
        #expect(lines[start + 6] == "  ...")
        #expect(lines.contains("not ok 3 - count-02 # TODO known since spring"))
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
    }

    @Test("has a subtest for each of several runs, which is ok when that is green")
    func subtests() throws {
        let lines = try SampleReport.make().tap.split(separator: "\n")
        #expect(lines[..<3] == ["TAP version 14", "1..2", "# Subtest: web 4.1"])
        #expect(lines[3] == "    1..7")
        #expect(
            lines.filter { !$0.hasPrefix(" ") && $0.contains("ok ") } == [
                "not ok 1 - web 4.1", "ok 2 - ios </script>&amp; `x` | \\# *",
            ]
        )
        #expect(SafeText.tap("a\nb # SKIP \\") == "a b \\# SKIP \\\\")
    }
}

@Suite("The Markdown report")
struct ReportMarkdownTests {
    /// The cells of a row of a table.
    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.dropFirst().dropLast() {
            if character == "|", !isEscaped { cells.append("") } else { cells[cells.count - 1].append(character) }
            isEscaped = character == "\\" && !isEscaped
        }
        return cells.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("has tables whose rows all have as many cells as their heads, and fences that end")
    func tables() throws {
        let lines = try SampleReport.make().markdown
        #expect(lines.allSatisfy { !$0.contains("\n") })
        var fence: String?
        var width: Int?
        var tables = 0
        for line in lines {
            if let open = fence {
                if line == open { fence = nil }
            } else if line.hasPrefix("```") {
                fence = String(line.prefix { $0 == "`" })
            } else if line.hasPrefix("|") {
                if width == nil { tables += 1 }
                width = width ?? Self.cells(line).count
                #expect(Self.cells(line).count == width, "\(line)")
            } else {
                width = nil
            }
        }
        #expect(fence == nil)
        #expect(tables == 5)
    }

    @Test("shows the counts, the failures, and where the SDKs differ")
    func content() throws {
        let lines = try SampleReport.make().markdown
        #expect(lines.contains("| web 4.1 | 1.0.0 | 6 | 2 | 2 | 1 | 1 |"))
        #expect(lines.contains("| count-03 | must | failed | passed |"))
        #expect(lines.contains("| count-04 | must | failed | not run |"))
        #expect(!lines.contains { $0.hasPrefix("| count-00 ") })
        #expect(lines.contains("#### `count-03` (must)"))
        #expect(lines.contains("- `count-77`: the suite has no such case"))
        #expect(lines.contains { $0.contains("ios \\</script>\\&amp; \\`x\\` \\| # \\*") })
    }
}

@Suite("A JSON report that is read again")
struct ReportReadingTests {
    @Test("is the same, and so is what the other reports say")
    func same() throws {
        let report = try SampleReport.make()
        let again = try ConformanceReport(parsing: report.json.minified)
        #expect(again.json == report.json)
        #expect(again.lines == report.lines)
        #expect(again.markdown == report.markdown)
        #expect(again.html == report.html)
        #expect(again.tap == report.tap)
    }

    @Test("is refused when a member is missing or wrong, with the member's place")
    func damaged() throws {
        let json = try SampleReport.make().json
        let places: [(String, (inout JSONValue) -> Void)] = [
            ("schema", { $0["schema"] = "imwire-conformance/2" }), ("runs", { $0["runs"] = nil }),
            ("runs[0].suite", { $0["runs"]?[0]?["suite"] = nil }),
            ("runs[1].cases[2].status", { $0["runs"]?[1]?["cases"]?[2]?["status"] = "good" }),
            ("runs[0].cases[0].comment", { $0["runs"]?[0]?["cases"]?[0]?["comment"] = 1 }),
            ("runs[0].stale[0].kind", { $0["runs"]?[0]?["stale"]?[0]?["kind"] = "old" }),
        ]
        for (place, change) in places {
            var damaged = json
            change(&damaged)
            let bytes = damaged.minified
            do {
                _ = try ConformanceReport(parsing: bytes)
                Issue.record("\(place) is accepted")
            } catch {
                #expect(error.path.joined(separator: ".") == place)
            }
        }
        #expect(throws: WireError.self) { _ = try ConformanceReport(parsing: Array("{".utf8)) }
    }
}
