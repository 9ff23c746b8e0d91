import Foundation
import Testing

@Suite("imwire decode --follow")
struct FollowTests {
    /// A file that grows.
    private final class Growing {
        let path = FileManager.default.temporaryDirectory.appending(path: "imwire-follow-\(UUID().uuidString)").path
        private let handle: FileHandle

        init() throws {
            try Data().write(to: URL(filePath: path))
            handle = try FileHandle(forWritingTo: URL(filePath: path))
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func append(_ bytes: Data) throws { try handle.write(contentsOf: bytes) }
    }

    @Test(
        "events come while the file grows, and an interrupt ends with the summary",
        arguments: ["rongcloud-web-v4-chat.pcap", "rongcloud-tls-chat-dsb.pcapng"],
        [SIGINT, SIGTERM]
    )
    func grows(_ capture: String, signal: Int32) async throws {
        let bytes = try Files.bytes(Files.bundled(capture))
        let whole = try await Program.run("decode", "--format", "jsonl", Files.bundled(capture))
        let file = try Growing()
        let run = try LiveRun(program: ["decode", "--follow", "--format", "jsonl", file.path])
        // The first bytes come late, and the parts end anywhere.
        try await Task.sleep(for: .milliseconds(150))
        try file.append(bytes.prefix(11))
        try await Task.sleep(for: .milliseconds(150))
        try file.append(bytes.dropFirst(11).prefix(bytes.count * 2 / 3 - 11))
        try await run.waitForLines(1)
        #expect(run.process.isRunning)
        #expect(run.lines.count < whole.lines.count)
        try file.append(bytes.dropFirst(bytes.count * 2 / 3))
        try await run.waitForLines(whole.lines.count)
        let result = try await run.end(signal)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == whole.output)
        #expect(result.errors.contains("\(whole.lines.count) events"))
    }

    @Test("a record that is half written when the user ends it is no damage")
    func halfRecord() async throws {
        let bytes = try Files.bytes(Files.v4)
        let file = try Growing()
        try file.append(bytes.dropLast(3))
        let run = try LiveRun(program: ["decode", "--follow", "--format", "jsonl", file.path])
        try await run.waitForLines(10)
        let result = try await run.end()
        #expect(result.status == 0)
        #expect(!result.errors.contains("cut off"))
        // Without --follow it is.
        #expect(try await Program.run("decode", "--quiet", file.path).status == 2)
    }

    @Test("-c ends it, and what cannot be followed is refused")
    func ends() async throws {
        let result = try await LiveRun(program: ["decode", "--follow", "-c", "3", "--format", "jsonl", Files.v4])
            .waitForEnd()
        #expect(result.status == 0)
        #expect(result.lines.count == 3)
        #expect(try await Program.run("decode", "--follow", Files.v4, Files.v2).status == 64)
        #expect(try await Program.run("decode", "--follow", "-w", "/dev/null", Files.v4).status == 64)
        let packed = try Growing()
        try packed.append(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]))
        let refused = try await Program.run("decode", "--follow", packed.path)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("gzip"))
    }
}
