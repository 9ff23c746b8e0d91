import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("Expected failures")
struct RunnerExpectedFailuresTests {
    /// A run over twelve cases of which case 5 fails as malformed; the suite has the same cases.
    private func run() throws -> (AdapterRun, VectorSuite) {
        let entries = try ShellAdapter.entries()
        var run = try AdapterRun(suite: "1.2.0", [], adapter: .library(version: ""))
        run.results = entries.enumerated().map { index, entry in
            index == 5
                ? CaseResult(
                    entry,
                    .failed,
                    failure: CaseFailure(
                        "malformed",
                        "the adapter printed garbage",
                        [ValueDifference(path: "c"), ValueDifference(path: "a.b"), ValueDifference(path: "c")]
                    )
                )
                : CaseResult(entry, index == 9 ? .unsupported : .passed)
        }
        var group = try VectorGroup(VectorFileTests.file)
        group.cases = entries.map(\.vector)
        group.suite = "1.2.0"
        return (run, try VectorSuite([group]))
    }

    private func judged(_ list: String, today: String = "2026-11-21") throws -> AdapterRun {
        var (run, suite) = try run()
        try ExpectedFailures(parsing: Array(list.utf8)).apply(to: &run, suite: suite, today: today)
        return run
    }

    @Test(
        "make a run green",
        arguments: [
            #"[{"id":"count-05","reason":"r"}]"#, #"[{"id":"count-05","reason":"r","class":"malformed"}]"#,
            #"[{"id":"count-05","reason":"r","until":"2026-11-21"}]"#,
            #"[{"id":"count-05","reason":"r","until":"1.2.1"}]"#, #"[{"id":"count-05","reason":"r","until":"1.10.0"}]"#,
            #"[{"id":"count-05","reason":"r","issue":7}]"#, #"[{"id":"count-05","reason":"r","paths":["a.b","c"]}]"#,
        ]
    )
    func green(_ list: String) throws {
        let run = try judged(list)
        #expect(run.isGreen)
        #expect(run.results[5].status == .expectedFailure)
        #expect(run.results[5].note == "r")
    }

    @Test(
        "that are out of date make a run fail",
        arguments: [
            (#"[{"id":"count-05","reason":"r"},{"id":"count-06","reason":"r"}]"#, "count-06", "passes"),
            (#"[{"id":"count-05","reason":"r"},{"id":"count-77","reason":"r"}]"#, "count-77", "gone"),
            (#"[{"id":"count-05","reason":"r"},{"id":"count-09","reason":"r"}]"#, "count-09", "unsupported"),
            (#"[{"id":"count-05","reason":"r","class":"crash"}]"#, "count-05", "otherwise"),
            (#"[{"id":"count-05","reason":"r","paths":["c"]}]"#, "count-05", "otherwise"),
            (#"[{"id":"count-05","reason":"r","paths":["a.b","c","d"]}]"#, "count-05", "otherwise"),
            (#"[{"id":"count-05","reason":"r","until":"2026-11-20"}]"#, "count-05", "expired"),
            (#"[{"id":"count-05","reason":"r","until":"1.2.0"}]"#, "count-05", "expired"),
            (#"[{"id":"count-05","reason":"r","until":"1.1.9"}]"#, "count-05", "expired"),
        ]
    )
    func stale(_ list: String, _ id: String, _ kind: String) throws {
        let run = try judged(list)
        #expect(!run.isGreen)
        #expect(run.staleness.map(\.id) == [id])
        #expect(run.staleness.map(\.kind.rawValue) == [kind])
    }

    @Test("do not excuse what is not listed")
    func unlisted() throws {
        let run = try judged("[]")
        #expect(!run.isGreen)
        #expect(run.count(.failed) == 1)
    }

    @Test("say nothing of cases that were not selected")
    func notSelected() throws {
        var (run, suite) = try run()
        run.results.removeLast()
        let list = #"[{"id":"count-05","reason":"r"},{"id":"count-11","reason":"r"}]"#
        try ExpectedFailures(parsing: Array(list.utf8)).apply(to: &run, suite: suite, today: "2026-11-21")
        #expect(run.isGreen)
    }

    @Test("are brought up to date, a line each, what people wrote untouched")
    func fix() throws {
        let list = """
            [{"id":"count-06","reason":"passes"},
             {"until":"2030-01-01","id":"count-05","issue":7,"reason":"kept","class":"crash"},
             {"id":"count-77","reason":"gone"}]
            """
        let known = try ExpectedFailures(parsing: Array(list.utf8))
        var (run, suite) = try run()
        run.results[3] = CaseResult(run.results[3].entry, .failed, failure: CaseFailure("hang", "no answer"))
        known.apply(to: &run, suite: suite, today: "2026-11-21")
        let fixed = known.fixed(for: run)
        let expected = """
            [
              {"until":"2030-01-01","id":"count-05","issue":7,"reason":"kept","class":"malformed","unreviewed":true},
              {"id":"count-03","reason":"not looked into yet","class":"hang","unreviewed":true}
            ]

            """
        #expect(String(decoding: fixed.text, as: UTF8.self) == expected)
        try ExpectedFailures(parsing: fixed.text).apply(to: &run, suite: suite, today: "2026-11-21")
        #expect(run.isGreen)
        #expect(fixed.fixed(for: run) == fixed)
        // Green, but every report counts what nobody has looked at.
        #expect(run.unreviewedCount == 2)
        #expect(run.summary.contains("2 expected failures that nobody has looked at"))
        let report = ConformanceReport([run])
        #expect(report.json["runs"]?[0]?["unreviewed"]?.int64 == 2)
        #expect(report.lines.contains { $0.contains("2 expected failures that nobody has looked at") })
        #expect(report.markdown.contains { $0.contains("2 expected failures that nobody has looked at") })
        #expect(report.tap.contains("2 expected failures that nobody has looked at"))
        #expect(report.junit.contains(#"<property name="unreviewed" value="2"/>"#))
        #expect(report.html.contains("2 expected failures that nobody has looked at"))
    }

    @Test("take the places of a failure along, and count as looked at once a person takes the mark away")
    func reviewed() throws {
        let none = try ExpectedFailures(parsing: Array("[]".utf8))
        var (run, suite) = try run()
        none.apply(to: &run, suite: suite, today: "2026-11-21")
        let text = String(decoding: none.fixed(for: run).text, as: UTF8.self)
        #expect(text.contains(#""paths":["c","a.b"],"unreviewed":true"#))
        let looked = text.replacing(#","unreviewed":true"#, with: "").replacing("not looked into yet", with: "ticket 7")
        try ExpectedFailures(parsing: Array(looked.utf8)).apply(to: &run, suite: suite, today: "2026-11-21")
        #expect(run.isGreen)
        #expect(run.unreviewedCount == 0)
    }

    @Test(
        "that make no sense are refused",
        arguments: [
            "", "{}", "[1]", #"[{"id":"a"}]"#, #"[{"reason":"r"}]"#, #"[{"id":"a","reason":"  "}]"#,
            #"[{"id":"a","reason":"r","class":"oops"}]"#, #"[{"id":"a","reason":"r","until":"soon"}]"#,
            #"[{"id":"a","reason":"r"},{"id":"a","reason":"s"}]"#, #"[{"id":"a","reason":"r","until":"1.2"}]"#,
        ]
    )
    func refused(_ list: String) {
        #expect(throws: WireError.self) { try ExpectedFailures(parsing: Array(list.utf8)) }
    }
}
