import Conformance
package import FuzzInputs
package import Fuzzer
import WireFormat
import WireJSON

/// Files of golden vectors, and the library's results for their cases.
package struct VectorsTarget: FuzzTarget {
    /// `vectors`.
    package let name = "vectors"
    /// The purpose of the target, for lists of targets.
    package let summary = "files of golden vectors, and the judging of their cases"
    /// The members, operations, outcomes and error classes.
    package var words: [[UInt8]] {
        let members = [
            "schema", "suite", "group", "count", "notes", "cases", "id", "level", "flags", "comment", "operation",
            "input", "expect", "outcome", "value", "values", "error", "reencode", "exact", "source", "accept",
            "reject", "either", "must", "should", "may", VectorGroup.schema,
        ]
        let operations = LibraryAdapter.Operation.allCases.map(\.rawValue)
        return (members + operations + WireError.Code.allCases.map(\.rawValue)).map { Array($0.utf8) }
    }

    /// The number of cases to judge in a file; each one calls the library.
    private static let judged = 8
    private static let library = LibraryAdapter(version: "")

    /// Makes the target.
    package init() {}

    /// Runs one file.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let group: VectorGroup
        do throws(WireError) {
            group = try VectorGroup(parsing: input)
        } catch {
            features.reach("vectors", error)
            try Oracles.place(error, in: input.count, "vectors")
            return
        }
        features.reach("vectors.cases", Features.bucket(group.cases.count), Features.bucket(group.notes.count))
        let text = group.text
        let again = attempt { () throws(WireError) in try VectorGroup(parsing: text) }
        guard case .success(let same) = again, same.text == text else {
            throw Violation(.roundtrip, "the file written of what was read gives \(again)")
        }
        guard (try? VectorSuite([group]))?.count == group.cases.count else {
            throw Violation(.disagreement, "a group that is read makes no suite")
        }
        for vector in group.cases.prefix(Self.judged) { try judge(vector, &features) }
    }

    /// Checks that a case has a result after at most two requests.
    private func judge(_ vector: VectorCase, _ features: inout Features) throws(Violation) {
        features.reach("vectors.operation", vector.operation, vector.reencodesExactly ? 1 : 0)
        features.reach("vectors.values", vector.level.rawValue, vector.expectation.values.count)
        let judge = CaseJudge(VectorSuite.Entry(group: "", vector: vector), firstRequest: 2)
        var step = CaseJudge.Step.ask(judge.request)
        for number in 0... {
            switch step {
            case .done(let result):
                features.reach("vectors.result", result.status.rawValue)
                if let failure = result.failure { features.reach("vectors.failure", failure.name) }
                return
            case .ask(let request):
                guard number < 2 else { throw Violation(.cost, "a case asks for a third request") }
                step = judge.judge(Self.library.reply(to: request), to: request, of: Self.library.greeting)
            }
        }
    }

    /// Returns the tokens of the JSON text.
    package func shape(of input: [UInt8]) -> Shape? { JSONShape.json(input) }

    /// Returns small files with cases of each built-in group.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        VectorSuite.builtIn.groups.flatMap { group in
            stride(from: 0, to: group.cases.count, by: max(1, group.cases.count / 12)).map { start in
                var part = group
                part.cases = Array(group.cases[start...].prefix(2))
                let flags = Set(part.flags)
                part.notes = group.notes.filter { flags.contains($0.key.text) }
                return part.text
            }
        }.filter { $0.count <= 4096 }
    }
}
