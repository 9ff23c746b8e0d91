package import Conformance
package import Fuzzer

/// Runs the golden vectors, which are known to be right, before the generated inputs of a run over all targets.
package enum GoldenVectorRun {
    /// The name of the run among the targets.
    package static let name = "golden-vectors"

    /// Runs cases against the library.
    ///
    /// - Parameter entries: the cases; `nil` for the built-in ones.
    package static func outcome(of entries: [VectorSuite.Entry]? = nil) -> FuzzOutcome {
        var outcome = FuzzOutcome(target: name)
        let suite = VectorSuite.builtIn
        let run: AdapterRun
        do throws(RunError) {
            run = try AdapterRun(
                suite: suite.version,
                entries ?? suite.entries,
                adapter: .library(version: "")
            )
        } catch {
            outcome.findings = [finding("none", "the cases cannot be put: \(error)")]
            return outcome
        }
        outcome.beginnings = run.results.count
        outcome.seconds = run.results.reduce(0) { $0 + $1.seconds }
        for result in run.results where result.status == .failed {
            let text = result.failure?.text ?? "not as expected"
            outcome.findings.append(finding(result.entry.vector.id, text))
        }
        return outcome
    }

    private static func finding(_ id: String, _ text: String) -> FuzzFinding {
        FuzzFinding(
            target: name,
            violation: Violation(.vector, "\(id): \(text)", kind: "vector: \(id)"),
            input: Array(id.utf8),
            originalCount: id.utf8.count,
            seed: 0,
            run: 0,
            file: "golden vector \(id)",
            repeatedBy: "imwire conform run --adapter self --id \(id)"
        )
    }
}
