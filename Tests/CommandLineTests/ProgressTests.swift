import Foundation
import Testing

@Suite(
    "Progress is drawn on a terminal only",
    .enabled(if: Replay.isAvailable, "python3 is not installed: nothing to make a terminal with")
)
struct ProgressTests {
    /// Runs a command with standard error on a terminal, and prints what the terminal got.
    private static let script = """
        import os, pty, subprocess, sys
        ours, theirs = pty.openpty()
        child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs, stdin=subprocess.DEVNULL)
        os.close(theirs)
        got = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            got += part
        sys.stdout.buffer.write(got)
        sys.exit(child.wait())
        """

    private static func onTerminal(_ arguments: [String]) async throws -> ProgramResult {
        let words = ([try Program.path()] + arguments).map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        return try await Program.shell("python3 -c '\(script)' " + words.joined(separator: " "))
    }

    /// A capture whose packets are repeated until decoding them takes a while.
    private static func longCapture() throws -> String {
        let bytes = try Files.bytes(Files.v4)
        #if DEBUG
            let size = 30_000_000
        #else
            let size = 400_000_000
        #endif
        var file = Data(bytes.prefix(24))
        while file.count < size { file += bytes.dropFirst(24) }
        let path = FileManager.default.temporaryDirectory.appending(path: "imwire-long-\(UUID().uuidString)").path
        try file.write(to: URL(filePath: path))
        return path
    }

    @Test("reading a long capture shows how far it is, how fast, and how long it takes")
    func captures() async throws {
        let path = try Self.longCapture()
        defer { try? FileManager.default.removeItem(atPath: path) }
        for command in [["stats"], ["decode", "--format", "jsonl"]] {
            let result = try await Self.onTerminal(command + [path])
            let line = #/\r\u{1B}\[K\d+\.\d MB of \d+\.\d MB, \d+\.\d MB/s, \d+ (?:s|min \d+ s) left/#
            #expect(result.text.contains(line), "\(result.text.debugDescription)")
            // The line is gone before anything else is written.
            let rest = result.text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last ?? ""
            #expect(!rest.contains(" left"))
        }
        let quiet = try await Self.onTerminal(["stats", "--quiet", path])
        #expect(quiet.text.isEmpty)
    }

    @Test("a pipe gets no progress")
    func pipes() async throws {
        let path = try Self.longCapture()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let result = try await Program.run("flows", path)
        #expect(result.status == 0)
        #expect(!result.errors.contains("\r") && !result.errors.contains(" left"))
    }

    @Test("a run of cases shows how many there are, how fast they go, and how long they take")
    func cases() async throws {
        let adapter =
            "while IFS= read -r line; do sleep 0.15; id=${line#*\"id\":}; id=${id%%,*}; "
            + #"case $line in *hello*) echo "{\"id\":1,\"ok\":true,\"value\":{\"sdk\":\"slow\",\"version\":\"1\"}}";; "#
            + #"*) echo "{\"id\":$id,\"unsupported\":true}";; esac; done"#
        let result = try await Self.onTerminal([
            "conform", "run", "--adapter", adapter, "--id", "ws-published-p*", "--operation", "frame.decode",
        ])
        #expect(result.text.contains(#/\d+ of \d+ cases, \d+ failed, \d+ cases/s, \d+ s left/#), "\(result.text)")
    }
}
