import ArgumentParser
import LiveCapture

/// `imwire live`: network interfaces.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "List the interfaces that can be captured from.",
        discussion: "Example: imwire live --list-interfaces"
    )

    @Flag(name: [.customShort("D"), .long], help: "List the interfaces and end.")
    var listInterfaces = false

    func run() async throws {
        Posix.ignoreClosedPipes()
        do {
            for interface in try CaptureInterface.all() {
                let note = interface.description.map { "  \($0)" } ?? ""
                let loopback = interface.isLoopback ? "  (loopback)" : ""
                try StandardOutput().write(line: interface.name + note + loopback)
            }
        } catch let error as LiveCaptureError {
            StandardError.write("imwire: \(error)")
            throw Exit.unavailable
        } catch is StandardOutput.Closed {
            return
        }
    }

    func validate() throws {
        guard listInterfaces else {
            throw ValidationError("live capture is not available yet; use -D to list interfaces")
        }
    }
}
