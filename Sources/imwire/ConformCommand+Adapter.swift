import ArgumentParser
import Conformance

extension ConformCommand {
    /// `imwire conform adapter`: the library as an adapter.
    struct Adapter: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "adapter",
            abstract: "Run this library as an adapter on standard input and output, one JSON line for each request.",
            discussion: """
                This is for authors of adapters and runners who want to see requests and replies. conform run --adapter \
                self asks the same library without a second process.

                Example: echo '{"id":1,"operation":"hello","protocol":1}' | imwire conform adapter
                """
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let output = StandardOutput()
            let library = LibraryAdapter(version: Versions.program)
            var lines = LineInput()
            do {
                while let line = lines.next() { try output.write(library.reply(line: line).span) }
            } catch is StandardOutput.Closed {
                return
            }
        }
    }
}

/// Standard input, a line at a time.
struct LineInput {
    private var bytes: [UInt8] = []
    private var searched = 0
    private var isAtEnd = false

    /// Returns the next line without its line feed; bytes after the last line feed count as a line too.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(bytes[..<end])
                bytes.removeFirst(end + 1)
                searched = 0
                return line
            }
            searched = bytes.count
            guard !isAtEnd else {
                defer {
                    bytes = []
                    searched = 0
                }
                return bytes.isEmpty ? nil : bytes
            }
            let chunk = Posix.readSome(0, limit: 1 << 16)
            if chunk.isEmpty { isAtEnd = true } else { bytes += chunk }
        }
    }
}
