import ArgumentParser
import Capture
import Inspection

/// What is said on standard error about a capture that was decoded.
struct OutcomeReport {
    private let outcome: CaptureDecoder.Outcome
    private let options: DecodingOptions

    /// Notes of one kind that are given one by one.
    private static let noticeLimit = 10

    init(_ outcome: CaptureDecoder.Outcome, options: DecodingOptions) {
        self.outcome = outcome
        self.options = options
    }

    /// Writes it all.
    ///
    /// - Parameter input: what was decoded: a file or an interface.
    /// - Returns: the exit code, when it is not 0.
    func write(input: String) -> ExitCode? {
        if options.explainDetect {
            outcome.explanations.forEach(StandardError.write)
            if outcome.explanationsLeftOut > 0 {
                StandardError.write("imwire: \(input): and \(outcome.explanationsLeftOut) more such lines")
            }
        }
        for notice in outcome.notices.prefix(Self.noticeLimit) { StandardError.write("imwire: \(input): \(notice)") }
        let more = outcome.notices.count - Self.noticeLimit + outcome.noticesLeftOut
        if more > 0 { StandardError.write("imwire: \(input): and \(more) more such notes") }
        for notice in outcome.counts.notices { StandardError.write("imwire: \(input): \(notice)") }
        write(outcome.notes, input: input)
        if let damage = outcome.damage {
            StandardError.write("imwire: \(input): damaged at byte \(damage.offset): \(damage.reason)")
        }
        let summary = outcome.summary
        if !options.common.quiet {
            StandardError.write(
                "\(summary.packets) packets, \(summary.flows) flows, \(summary.events) events; "
                    + "diagnostics: \(summary.errors) errors, \(summary.warnings) warnings, \(summary.notes) notes; "
                    + "\(summary.undecodedBytes) bytes undecoded, \(summary.otherBytes) bytes of other protocols"
            )
        }
        if outcome.damage != nil { return Exit.damagedInput }
        return options.strict && summary.errors > 0 ? Exit.findings : nil
    }

    /// What the capture file says of itself.
    private func write(_ notes: CaptureNotes, input: String) {
        for notice in notes.notices { StandardError.write("imwire: \(input): \(notice)") }
        guard !options.common.quiet else { return }
        for comment in notes.comments.prefix(Self.noticeLimit) {
            let subject =
                switch comment.subject {
                case .packet(let number): "packet \(number)"
                case .section, .interface, .other: "capture"
                }
            let text = TerminalText.shortened(TerminalText.safe(comment.text), 200)
            StandardError.write("imwire: \(input): comment on \(subject): \(text)")
        }
        if notes.commentCount > Self.noticeLimit {
            StandardError.write("imwire: \(input): and \(notes.commentCount - Self.noticeLimit) more comments")
        }
    }
}
