package import Conformance
import Fuzzer
import WireFormat

/// The adapter under test: a process, which is restarted after it breaks down, or this library.
package final class AdapterLink {
    private enum End {
        case library(LibraryAdapter)
        case process(AdapterConversation)
        /// The process broke down.
        case none
    }

    private let choice: AdapterChoice
    private let options: RunOptions
    private var end = End.none
    /// The number of requests that the running process has answered.
    private var answered = 0
    /// Whether a request was never answered.
    private var hasHung = false
    private var nextId = 2

    /// The adapter's description of itself.
    package private(set) var greeting: AdapterGreeting
    /// The number of processes that were started.
    package private(set) var starts = 0

    /// Starts an adapter.
    ///
    /// - Parameters:
    ///   - choice: the adapter to use.
    ///   - options: the time limits for a reply and for the start.
    /// - Throws: ``Conformance/RunError``.
    package init(_ choice: AdapterChoice, _ options: RunOptions) throws(RunError) {
        self.choice = choice
        self.options = options
        greeting = AdapterGreeting(sdk: choice.text, version: "", operations: nil)
        try start()
    }

    deinit { stop() }

    /// Sends a question, and restarts the adapter if it breaks down.
    ///
    /// If the process had answered other requests before it broke down, the question is sent once more to a fresh
    /// process, to tell whether this request is the cause.
    ///
    /// - Throws: a violation that says how the adapter broke down. After an interruption the violation means nothing,
    ///   and the process has ended.
    func ask(_ question: AdapterQuestion) throws(Violation) -> AdapterReply {
        let hasAnswered = answered > 0
        do throws(CaseFailure) {
            return try attempt(question)
        } catch {
            guard hasAnswered, ![CaseFailure.Class.hang, CaseFailure.Class.interrupted].contains(error.name) else {
                throw breakdown(error, question)
            }
            do throws(CaseFailure) {
                _ = try attempt(question)
            } catch {
                throw breakdown(error, question)
            }
            throw Violation(
                .adapterState,
                "\(question.operation.rawValue): the adapter \(error.text), and not when it is asked this alone",
                kind: "adapter-state"
            )
        }
    }

    private func breakdown(_ failure: CaseFailure, _ question: AdapterQuestion) -> Violation {
        let operation = question.operation.rawValue
        let oracle: Oracle =
            switch failure.name {
            case CaseFailure.Class.hang: .adapterHang
            case CaseFailure.Class.malformed: .adapterMalformed
            default: .adapterCrash
            }
        // The way the process ended is part of the kind.
        let kind = failure.name == CaseFailure.Class.crash ? failure.text : ""
        return Violation(
            oracle,
            "\(operation): the adapter \(failure.text); asked \(question.input)",
            kind: "\(oracle.rawValue): \(operation) \(kind)"
        )
    }

    /// Asks once, and ends a process that broke down.
    private func attempt(_ question: AdapterQuestion) throws(CaseFailure) -> AdapterReply {
        if case .none = end {
            do throws(RunError) {
                try start()
            } catch {
                throw CaseFailure(CaseFailure.Class.crash, "does not start any more: \(error)")
            }
        }
        let request = AdapterRequest(id: nextId, operation: question.operation.rawValue, input: question.input)
        nextId += 1
        switch end {
        case .none: throw CaseFailure(CaseFailure.Class.crash, "does not run")
        case .library(let library): return library.reply(to: request)
        case .process(let conversation):
            do throws(CaseFailure) {
                // After a first hang the limit is shorter, because shrinking such an input takes many attempts.
                let reply = try conversation.reply(
                    to: request,
                    within: hasHung ? options.timeout / 4 : options.timeout
                )
                if let unrest = conversation.unrest { throw unrest }
                answered += 1
                return reply
            } catch {
                if error.name == CaseFailure.Class.hang { hasHung = true }
                stop()
                throw error
            }
        }
    }

    private func start() throws(RunError) {
        switch choice {
        case .library(let version):
            let library = LibraryAdapter(version: version)
            greeting = library.greeting
            end = .library(library)
        case .command(let command):
            let (conversation, greeting) = try AdapterConversation.begin(
                command,
                within: options.startTimeout,
                limits: options.limits,
                interruption: options.interruption
            )
            self.greeting = greeting
            end = .process(conversation)
        }
        starts += 1
        answered = 0
    }

    private func stop() {
        if case .process(let conversation) = end { conversation.kill() }
        end = .none
    }
}
