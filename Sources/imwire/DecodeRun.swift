import ArgumentParser
import Capture
import Inspection
import Reporting
import Transport
import WireFormat

/// One run of `imwire decode` over its captures.
struct DecodeRun {
    let command: DecodeCommand
    var decoder: CaptureDecoder
    private(set) var exitCode: ExitCode?

    init(command: DecodeCommand, decoder: CaptureDecoder) {
        self.command = command
        self.decoder = decoder
    }

    /// Decodes all captures, one after the other.
    mutating func decodeAll(_ paths: [String]) async throws {
        var left = command.decoding.count
        var copy: CaptureOutput?
        var matched: Set<DecodeAs> = []
        var isStopped = false
        // Whether events are not written: standard output has the copy, or nobody reads it any more.
        var isSilent = command.write == "-"
        for path in paths {
            if let left, left <= 0 {
                isStopped = true
                break
            }
            let input = try CaptureInput(path: path)
            let second = try command.write.map { _ in try SecondReading(input) }
            let output = StandardOutput()
            // On a terminal, the lines of events themselves show the progress.
            let isShown = command.decoding.common.showsProgress && !command.follow && !Posix.isTerminal(1)
            let outcome = try await input.read(showsProgress: isShown) { input in
                let reader = try input.open(spool: second?.spool, follows: command.follow)
                // The output is created after the first input has proved to be a capture: a wrong path empties no file.
                if copy == nil {
                    copy = try command.write.map { try CaptureOutput(path: $0, inputs: command.captures.inputs) }
                }
                return try await decoder.decode(
                    reader,
                    name: paths.count > 1 ? path : nil,
                    to: { part in
                        guard !isSilent else { return }
                        do {
                            try output.write(part)
                        } catch is StandardOutput.Closed where copy != nil {
                            // The copy is wanted whole, whoever stops reading the events.
                            isSilent = true
                        }
                    }
                )
            }
            left = left.map { $0 - outcome.written }
            matched.formUnion(outcome.capture.matchedRules)
            isStopped = isStopped || outcome.isStopped
            let code = command.decoding.report(outcome, of: path, isOneOfSeveral: paths.count > 1)
            if let code, exitCode != Exit.damagedInput { exitCode = code }
            if let copy, let second, let selection = outcome.selection {
                try write(selection, of: second, to: copy, path: path)
            }
        }
        try copy?.close()
        // A connection that was not read may match.
        if !isStopped { command.captures.reading.reportUnmatchedRules(matched) }
    }

    /// Copies the selected packets of a capture that was decoded.
    private mutating func write(
        _ selection: PacketSelection,
        of second: SecondReading,
        to copy: CaptureOutput,
        path: String
    ) throws {
        do {
            let (count, omissions) = try selection.copy(
                try second.open(keepsSecrets: !command.stripSecrets),
                application: "imwire \(Versions.program)",
                secrets: command.stripSecrets ? TLSSecrets() : decoder.options.secrets,
                limits: decoder.options.limits.capture,
                to: copy.write(_:)
            )
            for notice in omissions.notices { StandardError.write("imwire: \(SafeText.terminal(path)): \(notice)") }
            if !command.decoding.common.quiet {
                StandardError.write(
                    "\(Count.of("packet", count)) of \(SafeText.terminal(path)) written to \(SafeText.terminal(copy.path))"
                )
            }
        } catch let error as CaptureError {
            StandardError.write("imwire: \(copy.path): the packets could not be copied: \(error)")
            throw Exit.code(for: error)
        }
    }
}
