import Conformance
package import FuzzInputs
package import Fuzzer
import WireFormat
import WireJSON

/// Sends inputs to an adapter and to this library, and compares the replies.
///
/// The library runs in this process: a bug of the library itself is found without an adapter.
package final class AdapterExecutor: FuzzExecutor {
    private let subject: any AdapterSubject
    private let local: InProcessExecutor
    private let library = LibraryAdapter(version: "")
    private let link: AdapterLink
    /// The member names in the library's values for well-formed input; the fuzzer invented all other names.
    private let members: Set<String>

    /// Makes an executor.
    ///
    /// - Parameters:
    ///   - subject: generates the inputs and turns each into a question.
    ///   - link: the adapter.
    package init(_ subject: any AdapterSubject, _ link: AdapterLink) {
        self.subject = subject
        self.link = link
        local = InProcessExecutor(subject)
        var random = FuzzRandom(seed: 1)
        var members = Set(subject.words.map { String(decoding: $0, as: UTF8.self) })
        for seed in subject.seeds(&random) {
            guard let question = subject.question(of: seed),
                case .value(let value) = library.reply(to: AdapterRequest(question))
            else { continue }
            Self.collect(value, &members)
        }
        self.members = members
    }

    private static func collect(_ value: JSONValue, _ names: inout Set<String>) {
        for member in value.members ?? [] {
            names.insert(member.key.text)
            collect(member.value, &names)
        }
        for element in value.elements ?? [] { collect(element, &names) }
    }

    /// Whether the adapter supports an operation of this target.
    package var isSupported: Bool {
        var random = FuzzRandom(seed: 1)
        let questions = subject.seeds(&random).lazy.compactMap { self.subject.question(of: $0) }
        return questions.contains { question in
            [question, question.encoding([:])].contains { question in
                question.map { link.greeting.has($0.operation.rawValue, $0.input) } ?? false
            }
        }
    }

    /// The number of adapter processes that were started.
    package var starts: Int { link.starts }

    /// Runs one input.
    package func run(_ input: [UInt8]) -> RunOutcome {
        // The library's coverage decides whether the input is worth keeping.
        var outcome = local.run(input)
        outcome.violation = nil
        do throws(Violation) {
            guard let question = subject.question(of: input) else { return outcome }
            try ask(question, &outcome.features)
            guard case .value(let value) = library.reply(to: AdapterRequest(question)),
                let encoding = question.encoding(value)
            else { return outcome }
            try ask(encoding, &outcome.features)
        } catch {
            outcome.violation = error
        }
        return outcome
    }

    /// Mutates an input with another one and runs the result.
    package func mutate(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> (
        input: [UInt8], outcome: RunOutcome
    ) {
        let input = local.mutated(input, other: other, seed: seed, run: run)
        return (input, self.run(input))
    }

    /// Returns the input as a tree of parts.
    package func shape(of input: [UInt8]) -> Shape? { subject.shape(of: input) }

    private func ask(_ question: AdapterQuestion, _ features: inout Features) throws(Violation) {
        guard link.greeting.has(question.operation.rawValue, question.input) else { return }
        let request = AdapterRequest(question)
        let ours = library.reply(to: request)
        let theirs = try link.ask(question)
        var isNamed = true
        if case .error(let name, _) = theirs {
            isNamed = !name.isEmpty
            features.reach("adapter", "\(question.operation.rawValue) \(name)")
        }
        guard let expectation = AdapterExpectation.of(ours, to: question, about: subject, isNamed: isNamed) else {
            return
        }
        // The members of long polling's JSON have no order.
        let vector = VectorCase(
            id: "fuzz",
            level: .should,
            flags: ["MemberOrder"],
            comment: "",
            operation: request.operation,
            input: question.input,
            expectation: expectation,
            source: ""
        )
        let judge = CaseJudge(VectorSuite.Entry(group: "", vector: vector), firstRequest: request.id)
        guard case .done(let result) = judge.judge(theirs, to: request, of: link.greeting),
            let failure = result.failure
        else { return }
        throw violation(failure, ours, question)
    }

    private func violation(_ failure: CaseFailure, _ ours: AdapterReply, _ question: AdapterQuestion) -> Violation {
        let operation = question.operation.rawValue
        let asked = "asked \(question.input)"
        switch (failure.name, ours) {
        case (CaseFailure.Class.difference, _):
            let difference = failure.differences.first ?? ValueDifference(path: "")
            let place = difference.path.isEmpty ? "the value" : difference.path
            let here = difference.expected.map { "\($0)" } ?? "nothing"
            let there = difference.actual.map { "\($0)" } ?? "nothing"
            return Violation(
                .adapterDiffers,
                "\(operation): \(place) is \(here) here and \(there) there; \(asked)",
                kind: "adapter-differs: \(operation) \(general(difference.path))"
            )
        case (CaseFailure.Class.accepted, .error(let name, let text)):
            let place = text.firstIndex(of: ":").map { String(text[..<$0]) } ?? ""
            return Violation(
                .adapterAccepts,
                "\(operation): is accepted there and refused here: \(name): \(text); \(asked)",
                kind: "adapter-accepts: \(operation) \(name) \(general(place))"
            )
        default:
            return Violation(
                .adapterRefuses,
                "\(operation): \(failure.text); \(asked)",
                kind: "adapter-refuses: \(operation) \(failure.name)"
            )
        }
    }

    /// Returns a path without indices and invented names, so that one bug has one path.
    private func general(_ path: String) -> String {
        path.split(separator: ".").map { part in
            let name = String(part.prefix { $0 != "[" })
            return members.contains(name) ? name : "*"
        }.joined(separator: ".")
    }
}

extension AdapterRequest {
    /// Creates the request of a question; its number does not matter.
    init(_ question: AdapterQuestion) {
        self.init(id: 2, operation: question.operation.rawValue, input: question.input)
    }
}
