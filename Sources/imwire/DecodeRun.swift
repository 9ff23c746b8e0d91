import ArgumentParser
import Capture
import Inspection
import WireFormat

/// One run of `imwire decode` over its captures.
struct DecodeRun {
    let command: DecodeCommand
    var decoder: CaptureDecoder
    private(set) var exitCode: ExitCode?

    /// Connections that are named one by one on standard error.
    private static let noticeLimit = 10

    init(command: DecodeCommand, decoder: CaptureDecoder) {
        self.command = command
        self.decoder = decoder
    }

    /// Decodes all captures, one after the other.
    mutating func decodeAll(_ paths: [String]) async throws {
        var left = command.count
        var copy: CaptureOutput?
        for path in paths {
            if let left, left <= 0 { break }
            let input = try CaptureInput(path: path)
            let second = try command.write.map { _ in try SecondReading(input) }
            let output = StandardOutput()
            let isSilent = command.write == "-"
            let outcome: CaptureDecoder.Outcome
            do {
                let reader = try input.open(spool: second?.spool)
                // Not before an input has turned out to be a capture, so that a slip empties no file.
                if copy == nil { copy = try command.write.map { try CaptureOutput(path: $0, inputs: paths) } }
                outcome = try await decoder.decode(
                    reader,
                    name: paths.count > 1 ? path : nil,
                    isInteractive: input.isInteractive,
                    to: { if !isSilent { try output.write($0) } }
                )
            } catch let error as CaptureError {
                StandardError.write("imwire: \(path): \(error)")
                throw Exit.code(for: error)
            }
            left = left.map { $0 - outcome.written }
            report(outcome, path: path)
            if let copy, let second, let selection = outcome.selection {
                try write(selection, of: second, to: copy, path: path)
            }
        }
    }

    /// Copies the chosen packets of a capture that was decoded.
    private mutating func write(
        _ selection: PacketSelection,
        of second: SecondReading,
        to copy: CaptureOutput,
        path: String
    ) throws {
        do {
            let count = try selection.copy(
                try second.open(keepsSecrets: !command.stripSecrets),
                application: "imwire \(Versions.program)",
                limits: decoder.limits,
                to: copy.write(_:)
            )
            if !command.common.quiet { StandardError.write("\(count) packets of \(path) written to \(copy.path)") }
        } catch let error as CaptureError {
            StandardError.write("imwire: \(copy.path): the packets could not be copied: \(error)")
            throw Exit.code(for: error)
        }
    }

    /// What the capture file says of itself.
    private func report(_ notes: CaptureNotes, path: String) {
        for interface in notes.interfaces where interface.dropped > 0 {
            let name = interface.name.map { " on " + TerminalText.safe($0) } ?? ""
            StandardError.write("imwire: \(path): \(interface.dropped) packets were dropped while capturing\(name)")
        }
        if notes.oversizedBlocks > 0 {
            StandardError.write("imwire: \(path): \(notes.oversizedBlocks) blocks are too long and were not read")
        }
        guard !command.common.quiet else { return }
        for comment in notes.comments.prefix(Self.noticeLimit) {
            let subject =
                switch comment.subject {
                case .packet(let number): "packet \(number)"
                case .section, .interface, .other: "capture"
                }
            let text = TerminalText.shortened(TerminalText.safe(comment.text), 200)
            StandardError.write("imwire: \(path): comment on \(subject): \(text)")
        }
        if notes.commentCount > Self.noticeLimit {
            StandardError.write("imwire: \(path): and \(notes.commentCount - Self.noticeLimit) more comments")
        }
    }

    private mutating func report(_ outcome: CaptureDecoder.Outcome, path: String) {
        let summary = outcome.summary
        if command.explainDetect { outcome.explanations.forEach(StandardError.write) }
        for notice in outcome.notices.prefix(Self.noticeLimit) { StandardError.write("imwire: \(path): \(notice)") }
        if outcome.notices.count > Self.noticeLimit {
            StandardError.write(
                "imwire: \(path): and \(outcome.notices.count - Self.noticeLimit) more such connections"
            )
        }
        for (link, count) in outcome.counts.unknownLinks.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let name = link.name.map { " (\($0))" } ?? ""
            StandardError.write("imwire: \(path): link type \(link.rawValue)\(name) is not read: \(count) packets")
        }
        if outcome.counts.deepTunnels > 0 {
            StandardError.write(
                "imwire: \(path): \(outcome.counts.deepTunnels) packets have more tunnels inside one another than "
                    + "\(decoder.limits.tunnelDepth) and were not followed"
            )
        }
        report(outcome.notes, path: path)
        if outcome.counts.fragments > 0 {
            StandardError.write("imwire: \(path): \(outcome.counts.fragments) IP fragments are not put together")
        }
        if let damage = outcome.damage {
            StandardError.write("imwire: \(path): damaged at byte \(damage.offset): \(damage.reason)")
            exitCode = Exit.damagedInput
        } else if command.strict, summary.errors > 0, exitCode == nil {
            exitCode = Exit.findings
        }
        if !command.common.quiet {
            StandardError.write(
                "\(summary.packets) packets, \(summary.flows) flows, \(summary.events) events; "
                    + "diagnostics: \(summary.errors) errors, \(summary.warnings) warnings, \(summary.notes) notes; "
                    + "\(summary.undecodedBytes) bytes undecoded, \(summary.otherBytes) bytes of other protocols"
            )
        }
    }
}
