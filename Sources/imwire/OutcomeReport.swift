import ArgumentParser
import Capture
import Inspection
import Reporting

/// The report on standard error about a capture that was read: the same for all commands that read captures.
struct OutcomeReport {
    private let outcome: CaptureOutcome
    private let isQuiet: Bool

    /// The maximum number of connections named one by one.
    private static let noticeLimit = 10

    init(_ outcome: CaptureOutcome, isQuiet: Bool) {
        self.outcome = outcome
        self.isQuiet = isQuiet
    }

    /// Writes the report.
    ///
    /// - Parameters:
    ///   - input: the file or interface that was read.
    ///   - saysSummary: whether the totals are written too.
    ///   - isSelective: whether only some of the events were requested.
    ///   - isOneOfSeveral: whether every line names the input, because there are several.
    func write(input: String, saysSummary: Bool, isSelective: Bool = false, isOneOfSeveral: Bool = false) {
        let input = SafeText.terminal(input)
        let name = isOneOfSeveral ? "\(input): " : ""
        for explanation in outcome.explanations.lines { StandardError.write(name + SafeText.terminal(explanation)) }
        if outcome.explanations.leftOut > 0 {
            StandardError.write("imwire: \(input): and \(Count.of("more such line", outcome.explanations.leftOut))")
        }
        write(outcome.notices, input: input)
        if !isQuiet { writeHints(about: outcome.notices) }
        for notice in outcome.counts.notices { StandardError.write("imwire: \(input): \(notice)") }
        writeCut(outcome.summary, input: input)
        write(outcome.notes, input: input)
        if let damage = outcome.damage {
            StandardError.write("imwire: \(input): damaged at byte \(damage.offset): \(damage.reason)")
        }
        guard saysSummary, !isQuiet else { return }
        let summary = outcome.summary
        let events = (isSelective ? "\(summary.passed) of " : "") + Count.of("event", summary.events)
        StandardError.write(
            "\(name)\(Count.of("packet", summary.packets)), \(Count.of("flow", summary.flows)), \(events); "
                + "\(isSelective ? "their diagnostics" : "diagnostics"): "
                + "\(Count.of("error", summary.errors)), \(Count.of("warning", summary.warnings)), "
                + "\(Count.of("note", summary.notes)); \(Count.of("byte", summary.undecodedBytes)) undecoded, "
                + "\(Count.of("byte", summary.otherBytes)) of other protocols"
        )
    }

    /// Writes the first notices about connections, and the number of further ones.
    private func write(_ notices: NoteList, input: String) {
        let sorted = notices.sorted
        for notice in sorted.prefix(Self.noticeLimit) {
            StandardError.write("imwire: \(input): \(SafeText.terminal(notice.line))")
        }
        let rest = sorted.dropFirst(Self.noticeLimit)
        let more = rest.count + notices.leftOut
        guard more > 0 else { return }
        let connections = Set(rest.compactMap(\.flow)).subtracting(sorted.prefix(Self.noticeLimit).compactMap(\.flow))
        let isOfOthers = notices.leftOut == 0 && !connections.isEmpty
        let suffix = isOfOthers ? " of " + Count.of("more connection", connections.count) : ""
        StandardError.write("imwire: \(input): and \(Count.of("more such note", more))\(suffix)")
    }

    /// Writes how much of the packets was not captured, which explains most holes of such a capture.
    private func writeCut(_ summary: DecodingSummary, input: String) {
        guard summary.cutSegments > 0 else { return }
        let cut = Count.of(summary.cutSegments, "TCP segment is", "TCP segments are")
        let missing = Count.of("byte", summary.cutBytes)
        StandardError.write(
            "imwire: \(input): \(cut) cut short, without \(missing); tcpdump -s 0 captures whole packets"
        )
    }

    /// Writes how to give what the capture lacks, once for all its connections.
    private func writeHints(about notices: NoteList) {
        let missing = Set(notices.notes.compactMap(\.missing))
        if missing.contains(.tlsSecrets) {
            StandardError.write("imwire: --keys FILE gives secrets of TLS (a key log, as of SSLKEYLOGFILE)")
        }
        if missing.contains(.obfuscationKey) {
            StandardError.write("imwire: --obfuscation-key HEX gives the key of obfuscated bodies")
        }
    }

    /// Writes the notices and comments of the capture file itself.
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
            let more = notes.commentCount - Self.noticeLimit
            StandardError.write("imwire: \(input): and \(Count.of("more comment", more))")
        }
    }
}
