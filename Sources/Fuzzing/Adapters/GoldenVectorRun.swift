package import Conformance
package import Fuzzer

/// The golden vectors as the first inputs of a run over everything: what is known to be right, before anything is made up.
package enum GoldenVectorRun {
    /// What the run is called among the targets.
    package static let name = "golden-vectors"

    /// Puts cases to the library.
    ///
    /// - Parameter entries: the cases; those of the binary when there is none.
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
            outcome.findings = [finding("none", "the cases can not be put: \(error)")]
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
