import Conformance
import Fuzzer
import Fuzzing
import Testing

@Suite("Golden vectors in a fuzz run")
struct GoldenVectorRunTests {
    @Test("all hold, and all are run")
    func all() {
        let outcome = GoldenVectorRun.outcome()
        #expect(outcome.findings.isEmpty)
        #expect(outcome.beginnings == VectorSuite.builtIn.count)
    }

    @Test("a case that does not hold is a finding with the command that repeats it")
    func wrong() throws {
        let right = try #require(VectorSuite.builtIn.entries.first { $0.vector.operation == "uid.decode" })
        let other = try #require(
            VectorSuite.builtIn.entries.first { entry in
                entry.vector.operation == "uid.decode" && entry.vector.expectation != right.vector.expectation
            }
        )
        var entry = right
        entry.vector.expectation = other.vector.expectation
        let outcome = GoldenVectorRun.outcome(of: [right, entry])
        #expect(outcome.beginnings == 2)
        let finding = try #require(outcome.findings.first)
        #expect(outcome.findings.count == 1)
        #expect(finding.violation.oracle == .vector)
        #expect(finding.command("found").hasSuffix("--id \(right.vector.id)"))
    }

    @Test("time buys more inputs of targets that cost less, and some of each")
    func shares() throws {
        let cheap = try #require(TargetCatalogue.target(named: "uids"))
        let dear = try #require(TargetCatalogue.target(named: "websocket"))
        #expect(TargetCatalogue.runs(of: cheap, for: 1) > 4 * TargetCatalogue.runs(of: dear, for: 1))
        for target in TargetCatalogue.all { #expect(TargetCatalogue.runs(of: target, for: 1) > 10) }
    }
}
