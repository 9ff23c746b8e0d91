import ArgumentParser
import Conformance
import Dispatch
import Inspection

/// Runs the program while the main thread waits.
///
/// An asynchronous `main` ends the main thread on Linux. What is left of it is out of reach for the C library, so that
/// it would stay root's when `live` gives its privileges up.
@main
enum EntryPoint {
    static func main() {
        // The one thread that is always there, so that a signal always finds somebody.
        Posix.unblockEndingSignals()
        Task.detached { CaptureDecoder.prepare() }
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await Imwire.main()
            done.signal()
        }
        done.wait()
    }
}

/// The program: one subcommand a file, no logic of its own.
struct Imwire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imwire",
        abstract: "Decode, inspect and test instant-messaging protocols.",
        discussion: """
            Example: imwire decode chat.pcapng

            Exit codes: 0 done, 1 findings, 2 damaged input decoded in part, 64 usage, 65 not what it claims to be, \
            66 no such input, 69 missing capability, 74 input/output error.
            """,
        version: Versions.text,
        subcommands: [
            DecodeCommand.self, StatsCommand.self, FlowsCommand.self, CheckCommand.self, ReportCommand.self,
            LadderCommand.self, DiffCommand.self, RedactCommand.self, FieldsCommand.self, FrameCommand.self,
            MessageCommand.self, CodeCommand.self, UIDCommand.self, NamesCommand.self, ConformCommand.self,
            FuzzCommand.self, LiveCommand.self,
        ]
    )
}

/// The versions that `--version` prints.
enum Versions {
    static let program = "0.1.0"
    static let eventSchema = "imwire-event/1"
    static let vectorSchema = VectorGroup.schema

    static var text: String {
        """
        imwire \(program)
        event schema \(eventSchema)
        vector schema \(vectorSchema)
        vector suite \(VectorSuite.builtInVersion)
        """
    }
}
