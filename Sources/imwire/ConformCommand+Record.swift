import ArgumentParser
import Capture
import Conformance
import Inspection
import Reporting
import RongCloud
import WireFormat
import WireJSON

extension ConformCommand {
    /// `imwire conform record`: vectors from events of a capture.
    struct Record: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record",
            abstract: "Turn events of a capture into vectors, for your review.",
            discussion: """
                Each frame becomes a case of frame.decode, its payload a case of payload.decode, and each content a case of \
                message.decode. The source of a case names the capture and the event.

                The expected values are those that this program decoded, so they prove nothing until you have reviewed \
                them: remove the flag \(VectorRecorder.flag) and the comment after your review. The frame with which a \
                client logs in contains its token or signature in full.

                Example: imwire conform record chat.pcap --flow 3 --select 18,20-24 -o recorded.json
                """
        )

        @OptionGroup var captures: CaptureArguments

        @Option(help: "Select the events of the connection with this number; --flow, --select or both are needed.")
        var flow: Int?

        @Option(help: ArgumentHelp("Select the events with these numbers, such as 18,20-24.", valueName: "n,n"))
        var select: String?

        @Option(name: .customShort("o"), help: ArgumentHelp("Write the vectors to this file.", valueName: "file"))
        var output: String?

        @Option(help: "The name of the group of vectors.")
        var group = "recorded"

        @Option(help: "The level of the cases.")
        var level = VectorCase.Level.should

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard captures.paths.count == 1 else {
                throw ValidationError("vectors are made of one capture; - is standard input")
            }
            if let output, captures.inputs.contains(where: { Posix.isSameFile(output, $0) }) {
                throw ValidationError("the vectors would overwrite an input")
            }
            if flow == nil, select == nil { throw ValidationError("say which events: --flow, --select or both") }
            if let flow, flow < 1 { throw ValidationError("--flow needs a positive number") }
            if let select, VectorRecorder.Selection.numbers(select) == nil {
                throw ValidationError("--select needs numbers of events such as 18,20-24")
            }
            let words = group.split(separator: ".", omittingEmptySubsequences: false)
            guard words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 48...57 ~= $0 || 97...122 ~= $0 } }) else {
                throw ValidationError("--group needs words of a-z and 0-9, joined by dots")
            }
        }

        func run() async throws {
            let capture = captures.paths[0]
            var recorder = VectorRecorder(
                capture: Self.name(of: capture),
                selection: VectorRecorder.Selection(
                    flow: flow.map { Int64($0) },
                    numbers: select.flatMap(VectorRecorder.Selection.numbers) ?? []
                ),
                level: level,
                key: captures.reading.obfuscationKey?.bytes
            )
            let damage = try await captures.forEach(common) { reader, _, _ in try await listen(reader, &recorder) }
            let recording = recorder.recording
            let name = SafeText.terminal(capture)
            for refusal in recording.refusals { StandardError.write("imwire: \(name): \(refusal)") }
            guard !recording.cases.isEmpty, recording.refusals.isEmpty else {
                if recording.cases.isEmpty { StandardError.write("imwire: \(name): no event to record") }
                throw damage ?? Exit.badData
            }
            let vectors = VectorRecorder.group(
                named: group,
                recording.cases,
                program: "imwire \(Versions.program)"
            )
            try OutputFile.write(vectors.text, to: output ?? "-")
            if !common.quiet {
                StandardError.write(
                    "imwire: \(Count.of("case", vectors.cases.count)) with what this program made of the bytes as the "
                        + "expectation: review them before you rely on them"
                )
                if recording.holdsSecret {
                    StandardError.write("imwire: the cases hold a token, or another secret, in full")
                }
            }
            if let damage { throw damage }
        }

        /// Decodes the capture, and passes all events to the recorder.
        private func listen(
            _ reader: consuming sending CaptureReader,
            _ recorder: inout VectorRecorder
        ) async throws -> CaptureOutcome {
            var decoder = CaptureDecoder()
            decoder.format = .jsonl
            decoder.showsRaw = true
            decoder.options = try captures.reading.options()
            decoder.options.showsSecrets = true
            var pending: [UInt8] = []
            var heard = recorder
            let outcome = try await decoder.decode(
                reader,
                name: nil,
                to: { chunk in
                    pending.append(contentsOf: Array(copying: chunk))
                    var start = 0
                    while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
                        heard.hear(try JSONValue(parsing: Array(pending[start..<end])))
                        start = end + 1
                    }
                    pending.removeFirst(start)
                }
            )
            recorder = heard
            return outcome.capture
        }

        /// Returns a file's name without folders and extension.
        private static func name(of path: String) -> String {
            if path == "-" { return "stdin" }
            let file = path.split(separator: "/").last ?? "capture"
            return file.lastIndex(of: ".").map { $0 > file.startIndex ? String(file[..<$0]) : String(file) }
                ?? String(file)
        }
    }
}
