import Capture
import Inspection
import WireFormat
import WireJSON

/// Tests an adapter itself: whether it follows the protocol, and whether it gives a few undisputed answers.
package struct AdapterCheck: Sendable {
    /// The result of one check.
    package struct Finding: Hashable, Sendable {
        /// The verdict of a check.
        package enum Verdict: String, Sendable {
            /// The adapter does the right thing.
            case good
            /// The adapter does something wrong.
            case wrong
            /// The check does not apply to the adapter.
            case skipped
        }

        /// The verdict.
        package var verdict: Verdict
        /// The name of the check.
        package var title: String
        /// The problem and the remedy, or the reason for skipping.
        package var explanation: String?
    }

    private let command: String
    private let timeout: Double
    private let startTimeout: Double
    private var nextId = 2

    /// The findings, in the order of the checks.
    package private(set) var findings: [Finding] = []
    /// The adapter's greeting; `nil` if there was none.
    package private(set) var greeting: AdapterGreeting?
    /// The reason why the adapter did not start; `nil` if it started.
    package private(set) var startFailure: String?

    /// Whether the adapter started and nothing is wrong.
    package var isGood: Bool { startFailure == nil && !findings.contains { $0.verdict == .wrong } }

    /// Tests an adapter.
    ///
    /// - Parameters:
    ///   - command: the command line that starts the adapter.
    ///   - timeout: the time limit for a reply in seconds.
    ///   - startTimeout: the time limit for the handshake in seconds.
    package init(command: String, timeout: Double, startTimeout: Double) {
        self.command = command
        self.timeout = timeout
        self.startTimeout = startTimeout
        let conversation: AdapterConversation
        do {
            conversation = try AdapterConversation(command: command)
        } catch {
            startFailure = "the system cannot start a process: \(SystemCall.reason(error.number))"
            return
        }
        defer { conversation.kill() }
        guard greet(conversation) else { return }
        checkOperations()
        checkAbilities()
        if checkUnknownOperation(conversation), checkAnswers(conversation), checkErrors(conversation),
            checkLongLines(conversation)
        {
            checkSilence(conversation)
            checkFarewell(conversation)
        }
    }

    /// The findings as lines for people.
    package var lines: [String] {
        findings.flatMap { finding -> [String] in
            let mark =
                switch finding.verdict {
                case .good: "ok       "
                case .wrong: "WRONG    "
                case .skipped: "skipped  "
                }
            return [mark + finding.title] + (finding.explanation.map { ["         " + $0] } ?? [])
        }
    }

    private mutating func good(_ title: String) { findings.append(Finding(verdict: .good, title: title)) }

    private mutating func wrong(_ title: String, _ explanation: String) {
        findings.append(Finding(verdict: .wrong, title: title, explanation: explanation))
    }

    private mutating func skip(_ title: String, _ explanation: String) {
        findings.append(Finding(verdict: .skipped, title: title, explanation: explanation))
    }

    // MARK: Asking

    /// Sends a request and returns the reply, or adds a finding about a wrong reply and returns `nil`.
    private mutating func ask(
        _ conversation: AdapterConversation,
        _ operation: String,
        _ input: JSONValue,
        for title: String
    ) -> AdapterReply? {
        let request = AdapterRequest(id: nextId, operation: operation, input: input)
        nextId += 1
        conversation.send(request.line)
        let asked = "asked: " + DifferenceText.shortened(String(decoding: request.line.dropLast(), as: UTF8.self))
        do {
            return try AdapterReply(parsing: conversation.line(within: timeout), id: request.id)
        } catch let silence as AdapterConversation.Silence {
            wrong(title, Self.explained(silence, timeout) + " " + asked)
        } catch let malformed as AdapterReply.Malformed {
            let hint =
                "Print one JSON object a line, with the id of the request, and nothing else on standard output: "
                + "messages for people belong on standard error."
            wrong(title, "The adapter \(malformed.reason). \(hint) \(asked)")
        } catch {
            wrong(title, "\(error)")
        }
        return nil
    }

    private static func explained(_ silence: AdapterConversation.Silence, _ seconds: Double) -> String {
        switch silence {
        case .ended(let how): "The adapter \(how) instead of answering."
        case .late:
            "No line came within \(seconds) s. Flush standard output after each reply, read standard input line by line "
                + "(not up to its end), and end each reply with a line feed."
        case .tooLong: "The adapter printed megabytes without a line feed."
        case .interrupted: "The check was interrupted."
        }
    }

    // MARK: The checks

    private mutating func greet(_ conversation: AdapterConversation) -> Bool {
        let title = "answers the handshake"
        conversation.send(AdapterRequest.hello.line)
        do {
            let line = try conversation.line(within: startTimeout)
            let greeting = try AdapterGreeting(AdapterReply(parsing: line, id: AdapterRequest.hello.id))
            self.greeting = greeting
            good("\(title): \(greeting.sdk) \(greeting.version)")
            return true
        } catch let silence as AdapterConversation.Silence {
            if case .ended(let how) = silence {
                startFailure = "the adapter \(how) before it answered the handshake"
                return false
            }
            wrong(title, Self.explained(silence, startTimeout) + Self.greetingHint)
        } catch let malformed as AdapterReply.Malformed {
            wrong(title, "The adapter \(malformed.reason). " + Self.greetingHint)
        } catch {
            wrong(title, "\(error)")
        }
        return false
    }

    private static let greetingHint = """
         The answer to {"id":1,"operation":"hello","protocol":1} is one line such as \
        {"id":1,"ok":true,"value":{"sdk":"name","version":"1.0","operations":["frame.decode"]}}.
        """

    private mutating func checkOperations() {
        let title = "lists operations that the suite knows"
        guard let operations = greeting?.operations else {
            return wrong(title, "The handshake has no \"operations\": everything would be asked. List what there is.")
        }
        let known = Set(LibraryAdapter.Operation.allCases.map(\.rawValue))
        let unknown = operations.filter { !known.contains($0) }
        if operations.isEmpty {
            wrong(title, "The list is empty, so that nothing will be asked.")
        } else if !unknown.isEmpty {
            let names = unknown.joined(separator: ", ")
            wrong(title, "\(names): no case asks for this; known are \(known.sorted().joined(separator: ", ")).")
        } else {
            good("\(title): \(operations.joined(separator: ", "))")
        }
    }

    /// Checks the greeting's forms, senders and systems: a name that no case uses is misspelt.
    private mutating func checkAbilities() {
        guard let greeting, greeting.systems != nil || greeting.frames != nil || greeting.messages != nil else {
            return
        }
        let title = "lists systems, frames and messages that the suite knows"
        let listed = (greeting.frames ?? []) + (greeting.messages ?? [])
        var unknown = (greeting.systems ?? []).filter { MessagingSystem(name: $0) == nil }
        unknown += listed.compactMap(\.form).filter { UnitForm(rawValue: $0) == nil }
        unknown += listed.compactMap(\.sender).filter { FrameSender(rawValue: $0) == nil }
        unknown += listed.compactMap(\.operations).joined().filter { LibraryAdapter.Operation(rawValue: $0) == nil }
        unknown.isEmpty ? good(title) : wrong(title, "\(unknown.joined(separator: ", ")): no case asks for this.")
    }

    private mutating func checkUnknownOperation(_ conversation: AdapterConversation) -> Bool {
        let title = "says so when it does not have an operation"
        guard let reply = ask(conversation, "no.such.operation", [:], for: title) else { return false }
        if reply == .unsupported {
            good(title)
        } else {
            wrong(title, "Answer an operation that you do not know with {\"id\":…,\"unsupported\":true}.")
        }
        return true
    }

    private mutating func checkAnswers(_ conversation: AdapterConversation) -> Bool {
        for known in MessagingSystem.allCases.flatMap({ $0.conformance.knownAnswers }) {
            let title = "\(known.operation): \(known.title)"
            guard greeting?.has(known.operation, known.input) ?? false else {
                skip(title, "The adapter does not have the operation, or not for this form and sender.")
                continue
            }
            guard let reply = ask(conversation, known.operation, known.input, for: title) else { return false }
            if let problem = known.problem(with: reply) { wrong(title, problem) } else { good(title) }
        }
        return true
    }

    private mutating func checkErrors(_ conversation: AdapterConversation) -> Bool {
        let title = "answers input that makes no sense with an error, and goes on"
        let inputs = UnitForm.allCases.flatMap { form in
            FrameSender.allCases.map { sender -> JSONValue in
                ["form": JSONValue(form.rawValue), "sender": JSONValue(sender.rawValue), "hex": "zz"]
            }
        }
        guard let input = inputs.first(where: { greeting?.has("frame.decode", $0) ?? false }) else {
            skip(title, "The adapter does not have frame.decode.")
            return true
        }
        guard let reply = ask(conversation, "frame.decode", input, for: title) else { return false }
        if case .error = reply {
            good(title)
        } else {
            wrong(title, "\"zz\" is no hex, and was accepted: \(reply).")
        }
        return true
    }

    private mutating func checkLongLines(_ conversation: AdapterConversation) -> Bool {
        let title = "reads a request of 300000 bytes"
        let long = JSONValue(String(repeating: "0", count: 300_000))
        guard let reply = ask(conversation, "no.such.operation", ["hex": long], for: title) else { return false }
        if reply == .unsupported { good(title) } else { wrong(title, "Another answer than to a short one.") }
        return true
    }

    private mutating func checkSilence(_ conversation: AdapterConversation) {
        let title = "prints nothing that nobody asked for"
        do {
            let line = try conversation.line(within: 0.2)
            let excerpt = AdapterReply.excerpt(line)
            wrong(title, "A line came that answers nothing: \(excerpt). Standard output is for replies only.")
        } catch .late {
            good(title)
        } catch {
            wrong(title, Self.explained(error, timeout))
        }
    }

    private mutating func checkFarewell(_ conversation: AdapterConversation) {
        let title = "ends when its standard input is closed"
        switch conversation.finish(within: 3) {
        case .status(0): good(title)
        case let other?: wrong(title, "It ended \(other.text); 0 is expected.")
        case nil: wrong(title, "It was still there 3 s later. The end of standard input is the sign to end.")
        }
    }
}
