import Testing
import WireFormat
import WireJSON

@testable import Conformance

/// A run with a result of every kind.
enum SampleRun {
    static func make() throws -> AdapterRun {
        var run = try AdapterRun(suite: "1.0.0", [], adapter: .library(version: "1"))
        run.adapter = "node it's.js"
        run.greeting = AdapterGreeting(sdk: "web", version: "4.1", operations: ["frame.decode"])
        let entries = try ShellAdapter.entries(6)
        run.results = entries.map { CaseResult($0, .passed) }
        run.results[1].status = .unsupported
        run.results[2].status = .expectedFailure
        run.results[2].note = "known since spring"
        run.results[2].failure = CaseFailure("hang", "the adapter did not answer")
        run.results[3].status = .failed
        run.results[3].entry.flagNotes = [JSONMember("Known", "what is known of it")]
        run.results[3].failure = CaseFailure(
            "difference",
            "the value differs",
            [
                ValueDifference(path: "targetId", expected: "u<1>", actual: nil),
                ValueDifference(
                    path: "data",
                    expected: "000102030405060708090a0b0c0d0e0f1011",
                    actual: "000102030405060708090a0b0c0d0e0f10ff12"
                ),
            ]
        )
        run.results[4].status = .failed
        run.results[4].failure = CaseFailure("malformed", "the adapter printed a line: \u{1B}[2J]]>\u{0}")
        run.results[5].note = "frame.encode is not supported: not encoded again"
        run.staleness = [Staleness(id: "count-77", kind: .gone, text: "the suite has no such case")]
        run.restarts = 1
        run.notes = ["the adapter does not end when its standard input is closed"]
        return run
    }
}

@Suite("The text report")
struct ReportTextTests {
    @Test("counts, shows each failure with its places, and says how to repeat it")
    func text() throws {
        let text = ConformanceReport([try SampleRun.make()]).lines.joined(separator: "\n")
        let failure = """
            FAILED count-03  (must, test)
              The reply to this request.
              asked: count.up {"n":3}
              difference: the value differs
                targetId
                  expected  "u<1>"
                  actual    (nothing)
                data
                  18 bytes expected, 19 there; they differ from byte 17 on
                    expected  0010  10 11 (ends)
                    actual    0010  10 ff 12 (ends)
                                       ^^
              source: made for the test
              Known: what is known of it
              repeat: imwire conform run --adapter 'node it'\\''s.js' --id count-03
            """
        #expect(text.contains(failure))
        #expect(text.contains("test   6      2       2       1         1"))
        #expect(text.contains("count-77: the suite has no such case"))
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("FAILED count-02"))
    }

    @Test("ends with a sentence")
    func summary() throws {
        let expected =
            "web 4.1: 2 passed, 2 failed, 1 failed as expected, 1 not supported, "
            + "1 expected failure out of date, adapter started again 1 time"
        #expect(try SampleRun.make().summary == expected)
    }
}

@Suite("Failures by what differs")
struct ReportGroupTests {
    @Test("are one line for each place with a count, the most frequent first, positions and values left out")
    func groups() throws {
        var run = try SampleRun.make()
        let missing = { (path: String) in ValueDifference(path: path, expected: 1) }
        run.results = try ShellAdapter.entries(5).map { CaseResult($0, .failed) }
        run.results[0].failure = CaseFailure("difference", "", [missing("user"), missing("list[0].id")])
        run.results[1].failure = CaseFailure("difference", "", [missing("list[7].id"), missing("list[8].id")])
        run.results[2].failure = CaseFailure("accepted", "", [ValueDifference(path: "", actual: 1)])
        run.results[3].failure = CaseFailure("difference", "", [missing("list[1].id")])
        run.results[4].failure = CaseFailure("json", "was refused")
        run.results[3].entry.vector.level = .should
        #expect(
            run.failureGroups.map { "\($0.title): \($0.countText)" } == [
                "count.up: list[].id is missing: 3 cases (2 must, 1 should)",
                "count.up: user is missing: 1 case (1 must)",
                "count.up: accepted what should be refused: 1 case (1 must)",
                "count.up: refused as json: 1 case (1 must)",
            ]
        )
        #expect(run.failureGroups[0].ids == ["count-00", "count-01", "count-03"])
        #expect(run.lines.contains { $0.contains("list[].id is missing") && $0.contains("count-00, count-01, …") })
        #expect(run.markdown.contains { $0.contains("is missing") && $0.contains("3 cases (2 must, 1 should)") })
        #expect(run.json["failureGroups"]?[0]?["count"]?.int64 == 3)
    }
}

@Suite("The difference of two byte strings")
struct ReportHexTests {
    private func lines(_ expected: String, _ actual: String, path: String = "hex") -> [String]? {
        HexDifference(
            ValueDifference(path: path, expected: JSONValue(expected), actual: JSONValue(actual))
        )?.lines
    }

    @Test("marks the first byte that differs, in the row where it is")
    func marks() throws {
        let same = String(repeating: "00", count: 32)
        let found = try #require(lines(same + "0a0b", same + "0a0c0d"))
        #expect(found[1] == "  expected  0020  0a 0b (ends)")
        #expect(found[2] == "  actual    0020  0a 0c 0d (ends)")
        let mark = found[3].distance(from: found[3].startIndex, to: try #require(found[3].firstIndex(of: "^")))
        let place = try #require(found[2].firstRange(of: "0c"))
        #expect(mark == found[2].distance(from: found[2].startIndex, to: place.lowerBound))
    }

    @Test("shows where one ends before the other")
    func ends() {
        #expect(lines("0001", "00")?[2] == "  actual    0000  00 (ends)")
        #expect(lines("", "00")?[1] == "  expected  0000  (ends)")
        let row = String(repeating: "11", count: 16)
        #expect(lines(row, row + "22")?[1] == "  expected  0010  (ends)")
    }

    @Test("is for members that hold hex")
    func members() {
        #expect(lines("00", "01", path: "frame.raw.targetId") != nil)
        #expect(lines("00", "01", path: "targetId") == nil)
        #expect(lines("zz", "01") == nil)
        #expect(lines("00", "00 ") == nil)
    }
}

@Suite("The JSON report")
struct ReportJSONTests {
    @Test("holds every result, with what failed and where")
    func json() throws {
        let json = ConformanceReport([try SampleRun.make()]).json
        let run = try #require(json["runs"]?[0])
        #expect(json["schema"]?.string == "imwire-conformance/1")
        #expect(run["adapter"]?["sdk"]?.string == "web")
        #expect(run["counts"]?["failed"]?.int64 == 2)
        #expect(run["groups"]?[0]?["group"]?.string == "test")
        #expect(run["cases"]?.elements?.count == 6)
        #expect(run["cases"]?[3]?["differences"]?[0]?["path"]?.string == "targetId")
        #expect(run["cases"]?[3]?["differences"]?[0]?["actual"] == nil)
        #expect(run["cases"]?[2]?["status"]?.string == "expectedFailure")
        #expect(run["stale"]?[0]?["kind"]?.string == "gone")
        #expect(try JSONValue(parsing: json.minified) == json)
    }
}
