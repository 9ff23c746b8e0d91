import FuzzInputs
import Fuzzer
import Fuzzing
import Testing

@Suite("Fuzz targets")
struct TargetTests {
    static let names = TargetCatalogue.all.map(\.name)

    private func target(_ name: String) throws -> any FuzzTarget {
        try #require(TargetCatalogue.target(named: name))
    }

    @Test("take their beginnings apart and put them together again", arguments: names)
    func shapes(_ name: String) throws {
        let target = try target(name)
        var random = FuzzRandom(seed: 2)
        let seeds = target.seeds(&random)
        let shapes = seeds.map { ($0, target.shape(of: $0)) }
        // JSON loses the white space between its tokens, and a length that HTTP's body does not have is set right.
        for (seed, shape) in shapes where !["json", "messages", "objects", "http", "vectors"].contains(name) {
            if let shape { #expect(shape.encoded == seed, "\(name)") }
        }
        #expect(shapes.count { $0.1 != nil } * 2 > shapes.count, "\(name): most beginnings have a form")
    }

    // The fuzzer itself goes on for longer, in a release build: see `.ci/run`.
    @Test("find nothing in their beginnings and a dozen new inputs, and reach something", arguments: names)
    func fewRuns(_ name: String) throws {
        var options = FuzzRun<InProcessExecutor>.Options()
        options.seed = 99
        options.budget = .runs(12)
        options.minimizing = 100
        let target = try target(name)
        var run = FuzzRun(target, InProcessExecutor(target), options)
        let outcome = run.run([])
        for finding in outcome.findings {
            let oracle = finding.violation.oracle.rawValue
            Issue.record("\(name): \(oracle): \(finding.violation.text), input \(finding.input)")
        }
        #expect(outcome.kept > 0 && outcome.beginnings > 0)
        #expect(outcome.features >= min(outcome.beginnings, 12))
    }
}
