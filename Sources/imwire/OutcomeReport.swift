import ArgumentParser
import Capture
import Inspection
import Reporting

/// What is said on standard error about a capture that was read: the same for all commands that do.
struct OutcomeReport {
    private let outcome: CaptureOutcome
    private let isQuiet: Bool

    /// Connections that are named one by one.
    private static let noticeLimit = 10

    init(_ outcome: CaptureOutcome, isQuiet: Bool) {
        self.outcome = outcome
        self.isQuiet = isQuiet
    }

    /// Writes it all.
    ///
    /// - Parameters:
    ///   - input: what was read: a file or an interface.
    ///   - saysSummary: whether the figures are written too.
    ///   - isSelective: whether only some of the events were asked for.
    func write(input: String, saysSummary: Bool, isSelective: Bool = false) {
        let input = SafeText.terminal(input)
        for explanation in outcome.explanations.lines { StandardError.write(SafeText.terminal(explanation)) }
        if outcome.explanations.leftOut > 0 {
            StandardError.write("imwire: \(input): and \(outcome.explanations.leftOut) more such lines")
        }
        write(outcome.notices, input: input)
        for notice in outcome.counts.notices { StandardError.write("imwire: \(input): \(notice)") }
        write(outcome.notes, input: input)
        if let damage = outcome.damage {
            StandardError.write("imwire: \(input): damaged at byte \(damage.offset): \(damage.reason)")
        }
        guard saysSummary, !isQuiet else { return }
        let summary = outcome.summary
        let events = isSelective ? "\(summary.passed) of \(summary.events) events" : "\(summary.events) events"
        StandardError.write(
            "\(summary.packets) packets, \(summary.flows) flows, \(events); "
                + "\(isSelective ? "their diagnostics" : "diagnostics"): "
                + "\(summary.errors) errors, \(summary.warnings) warnings, \(summary.notes) notes; "
                + "\(summary.undecodedBytes) bytes undecoded, \(summary.otherBytes) bytes of other protocols"
        )
    }

    /// The first connections that something is to be said of, and how many more there are.
    private func write(_ notices: NoteList, input: String) {
        let sorted = notices.sorted
        for notice in sorted.prefix(Self.noticeLimit) {
            StandardError.write("imwire: \(input): \(SafeText.terminal(notice.line))")
        }
        let rest = sorted.dropFirst(Self.noticeLimit)
        let more = rest.count + notices.leftOut
        guard more > 0 else { return }
        let connections = Set(rest.compactMap(\.flow)).subtracting(sorted.prefix(Self.noticeLimit).compactMap(\.flow))
        let suffix = notices.leftOut == 0 ? " of \(connections.count) more connections" : ""
        StandardError.write("imwire: \(input): and \(more) more such notes\(suffix)")
    }

    /// What the capture file says of itself.
    private func write(_ notes: CaptureNotes, input: String) {
        for notice in notes.notices { StandardError.write("imwire: \(input): \(notice)") }
        guard !isQuiet else { return }
        for comment in notes.comments.prefix(Self.noticeLimit) {
            let subject =
                switch comment.subject {
                case .packet(let number): "packet \(number)"
                case .section, .interface, .other: "capture"
                }
            let text = TerminalText.shortened(SafeText.terminal(comment.text), 200)
            StandardError.write("imwire: \(input): comment on \(subject): \(text)")
        }
        if notes.commentCount > Self.noticeLimit {
            StandardError.write("imwire: \(input): and \(notes.commentCount - Self.noticeLimit) more comments")
        }
    }
}
