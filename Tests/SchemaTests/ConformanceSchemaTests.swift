import Testing
import WireJSON

@testable import Conformance

@Suite("Vectors and conformance reports follow the published schemas")
struct ConformanceSchemaTests {
    private static let vectors = "imwire-vectors-1.schema.json"
    private static let report = "imwire-conformance-1.schema.json"
    private static let list = "imwire-vector-list-1.schema.json"

    @Test("every group of the built-in vectors", arguments: VectorSuite.files.map(\.name))
    func groups(_ name: String) throws {
        let schema = try Published.schema()
        let file = try #require(VectorSuite.files.first { $0.name == name })
        #expect(try schema.faults(of: JSONValue(parsing: file.text), in: Self.vectors) == [])
    }

    @Test("the list of all cases")
    func list() throws {
        let schema = try Published.schema()
        let suite = VectorSuite.builtIn
        let list = VectorList(suite: suite.version, entries: suite.entries).json
        #expect(list["cases"]?.elements?.count == suite.count)
        #expect(try schema.faults(of: list, in: Self.list, closed: true) == [])
        var damaged = list
        damaged["cases"]?[0]?["level"] = "perhaps"
        #expect(try schema.faults(of: damaged, in: Self.list).map(\.path) == ["/cases/0/level"])
    }

    /// A run in which one case has every kind of failure.
    private static func run() throws -> AdapterRun {
        let entries = Array(VectorSuite.builtIn.entries.prefix(40))
        var run = try AdapterRun(suite: "1.0.0", entries, adapter: .library(version: "1"))
        run.results[1].status = .unsupported
        run.results[2].status = .failed
        run.results[2].failure = CaseFailure(
            "difference",
            "the value differs",
            [ValueDifference(path: "a[1]", actual: 1)]
        )
        run.results[3].status = .expectedFailure
        run.results[3].failure = CaseFailure("crash", "the adapter ended")
        run.results[3].note = "known"
        run.staleness = Staleness.Kind.allCases.map { Staleness(id: "x", kind: $0, text: "old") }
        run.notes = ["a note"]
        run.vectors = ["more cases.json"]
        return run
    }

    @Test("a report with results of every kind, and one that was read again")
    func reports() throws {
        let schema = try Published.schema()
        let report = ConformanceReport([try Self.run(), try Self.run()])
        #expect(try schema.faults(of: report.json, in: Self.report, closed: false) == [])
        let again = try ConformanceReport(parsing: report.json.minified)
        #expect(try schema.faults(of: again.json, in: Self.report) == [])
        #expect(again.json == report.json)
    }

    @Test("no report that breaks the contract")
    func broken() throws {
        let schema = try Published.schema()
        let report = ConformanceReport([try Self.run()]).json
        let changes: [(inout JSONValue) -> Void] = [
            { $0["schema"] = "imwire-conformance/2" }, { $0["runs"] = nil }, { $0["runs"]?[0]?["suite"] = nil },
            { $0["runs"]?[0]?["adapter"]?["sdk"] = "" }, { $0["runs"]?[0]?["counts"]?["failed"] = -1 },
            { $0["runs"]?[0]?["groups"]?[0]?["group"] = nil }, { $0["runs"]?[0]?["cases"]?[0]?["id"] = "A" },
            { $0["runs"]?[0]?["cases"]?[0]?["status"] = "green" }, { $0["runs"]?[0]?["cases"]?[0]?["comment"] = nil },
            { $0["runs"]?[0]?["cases"]?[2]?["class"] = nil }, { $0["runs"]?[0]?["cases"]?[3]?["input"] = nil },
            { $0["runs"]?[0]?["cases"]?[2]?["differences"]?[0]?["path"] = nil },
            { $0["runs"]?[0]?["stale"]?[0]?["kind"] = "new" }, { $0["runs"]?[0]?["restarts"] = "0" },
            { $0["runs"]?[0]?["vectors"]?[0] = 1 },
        ]
        for (index, change) in changes.enumerated() {
            var damaged = report
            change(&damaged)
            #expect(damaged != report, "change \(index) changes nothing")
            #expect(try schema.faults(of: damaged, in: Self.report) != [], "change \(index)")
        }
    }

    @Test("vectors recorded from a capture")
    func recorded() async throws {
        let schema = try Published.schema()
        for name in Bundled.rongCloudNames where !Bundled.needsKeys(name) {
            let selection = VectorRecorder.Selection(flow: nil, numbers: [])
            var recorder = VectorRecorder(capture: name, selection: selection, level: .should, key: nil)
            for event in try await Output.events(Bundled.bytes(name)) { recorder.hear(event) }
            let cases = recorder.recording.cases
            #expect(!cases.isEmpty)
            let group = VectorRecorder.group(named: "recorded", cases, program: "imwire 1")
            #expect(try schema.faults(of: JSONValue(parsing: group.text), in: Self.vectors) == [], "\(name)")
            _ = try VectorSuite([try VectorGroup(parsing: group.text)])
        }
    }
}
