import Foundation
import Testing

@Suite(
    "imwire live on loopback",
    .enabled(if: LiveAccess.isPermitted, "this user may not capture on lo"),
    .enabled(if: Replay.isAvailable, "python3 is not installed: nothing to capture")
)
struct LiveCommandTests {
    private static func file() -> String {
        FileManager.default.temporaryDirectory.appending(path: "imwire-live-\(UUID().uuidString).pcapng").path
    }

    /// What decides whether two events are of the same unit, wherever and whenever that was captured.
    private static func units(_ lines: [Substring]) throws -> [String] {
        try lines.map { line in
            let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let frame = event["frame"] as? [String: Any] ?? [:]
            return "\(event["sender"] ?? "") \(frame["type"] ?? "") \(frame["path"] ?? "") \(event["hex"] ?? "")"
        }
    }

    @Test(
        "the events are those of the written file, and of the capture that was sent",
        arguments: [
            "rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap", "rongcloud-tcp-chat.pcap",
            "rongcloud-polling-chat.pcap", "rongcloud-tls-chat.pcapng",
        ]
    )
    func events(_ capture: String) async throws {
        let keys = capture.contains("tls") ? ["--keys", Files.bundled("rongcloud-tls-chat.keys")] : []
        let recorded = try await Program.run(
            ["decode", "--format", "jsonl", "--raw"] + keys + [Files.bundled(capture)]
        )
        let expected = try Self.units(recorded.lines)
        let copy = Self.file()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let replay = try Replay(capture)
        let arguments = ["-f", "tcp port \(replay.port)", "-w", copy, "--format", "jsonl", "--raw"]
        let live = try await LiveRun(arguments + keys)
        try replay.run()
        // The events are there before anything ends.
        try await live.waitForLines(expected.count)
        let result = try await live.end()
        #expect(result.status == 0)
        #expect(try Self.units(result.lines).sorted() == expected.sorted())
        #expect(result.errors.contains("0 dropped by the kernel"))
        #expect(result.errors.contains("\(expected.count) events"))
        // The file is whole, and with the secrets in it no key log is needed.
        let again = try await Program.run("decode", "--format", "jsonl", "--raw", copy)
        #expect(again.status == 0)
        #expect(again.output == result.output)
    }

    @Test(
        "text, tree and filters are those of decode",
        arguments: [
            ["--format", "text", "--utc"], ["--format", "tree", "--utc"], ["-Y", "frame.type == PUBLISH", "--utc"],
            ["--flow", "3", "--format", "jsonl"],
        ]
    )
    func formats(_ options: [String]) async throws {
        let copy = Self.file()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let replay = try Replay("rongcloud-web-v4-chat.pcap")
        let live = try await LiveRun(["-f", "tcp port \(replay.port)", "-w", copy] + options)
        try replay.run()
        try await live.waitForLines(1)
        let result = try await live.end(SIGTERM)
        #expect(result.status == 0)
        let again = try await Program.run(["decode"] + options + [copy])
        #expect(!again.output.isEmpty)
        #expect(again.output == result.output)
    }

    @Test("-c ends with the event, not with the next packet, and the file is whole")
    func count() async throws {
        let copy = Self.file()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let replay = try Replay("rongcloud-web-v2-chat.pcap")
        let live = try await LiveRun(["-f", "tcp port \(replay.port)", "-w", copy, "-c", "3", "--format", "jsonl"])
        try replay.run()
        let result = try await live.waitForEnd()
        #expect(result.status == 0)
        #expect(result.lines.count == 3)
        #expect(try await Program.run("decode", "--format", "jsonl", "-c", "3", copy).lines.count == 3)
        #expect(try await Program.run("decode", copy).status == 0)
    }

    @Test("--duration ends by itself, with a summary and a whole file even without packets")
    func duration() async throws {
        let copy = Self.file()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let result = try await LiveRun(["-f", "tcp port 1", "-w", copy, "--duration", "1"]).waitForEnd()
        #expect(result.status == 0)
        #expect(result.errors.contains("0 packets captured"))
        let again = try await Program.run("decode", copy)
        #expect(again.status == 0)
        #expect(again.errors.contains("0 packets"))
    }

    @Test("a signal that comes twice at once, as the command timeout sends it, ends with the summary")
    func repeatedSignal() async throws {
        for number in [SIGINT, SIGTERM, SIGINT, SIGTERM] {
            let live = try await LiveRun(["-f", "tcp port 1"])
            kill(live.process.processIdentifier, number)
            let result = try await live.end(number)
            #expect(result.status == 0 && result.errors.contains("0 packets captured"))
        }
    }

    @Test("a short snap length leaves holes, which are told")
    func snapLength() async throws {
        let copy = Self.file()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let replay = try Replay("rongcloud-web-v2-chat.pcap")
        let options = ["-f", "tcp port \(replay.port)", "-w", copy, "-s", "120", "--format", "jsonl"]
        let live = try await LiveRun(options)
        try replay.run()
        try await live.waitForLines(1)
        let result = try await live.end()
        #expect(try Self.units(result.lines).contains { $0.contains(" GAP ") })
        #expect(try await Program.run("decode", "--format", "jsonl", copy).output == result.output)
    }

    @Test(
        "lines that come to the key log while capturing are used, and kept only when wanted",
        arguments: [false, true]
    )
    func growingKeyLog(_ strips: Bool) async throws {
        let copy = Self.file()
        let log = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).keys")
        defer {
            try? FileManager.default.removeItem(atPath: copy)
            try? FileManager.default.removeItem(at: log)
        }
        try Data("# nothing yet\n".utf8).write(to: log)
        let replay = try Replay("rongcloud-tls-chat.pcapng")
        let options =
            ["-f", "tcp port \(replay.port)", "-w", copy, "--keys", log.path, "--format", "jsonl"]
            + (strips ? ["--strip-secrets"] : [])
        let live = try await LiveRun(options)
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        try handle.write(contentsOf: Files.bytes(Files.bundled("rongcloud-tls-chat.keys")))
        try replay.run()
        try await live.waitForLines(40)
        let result = try await live.end()
        #expect(result.lines.count == 40)
        #expect(try await Program.run("decode", "--format", "jsonl", copy).lines.count == (strips ? 0 : 40))
    }

    @Test("root becomes somebody else in every thread, unless told to stay", .enabled(if: geteuid() == 0, "not root"))
    func privileges() async throws {
        for (options, isRoot) in [([], false), (["--keep-privileges"], true)] {
            let live = try await LiveRun(["-f", "tcp port 1"] + options)
            let tasks = "/proc/\(live.process.processIdentifier)/task"
            let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
            #expect(!threads.isEmpty)
            for thread in threads {
                let status = try String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
                let users = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }?.split(separator: "\t")
                    .dropFirst()
                #expect(users?.count == 4)
                #expect(users?.allSatisfy { ($0 == "0") == isRoot } == true)
            }
            #expect(try await live.end().status == 0)
        }
    }

    @Test(
        "an interface that is not there, a condition that is none, and a file that cannot be written have their codes"
    )
    func mistakes() async throws {
        let none = try await Program.run("live", "-i", "no-such-0")
        #expect(none.status == 66)
        #expect(none.errors == "imwire: no-such-0: there is no such interface; -D lists the interfaces\n")
        let filter = try await Program.run("live", "-i", "lo", "-f", "tcp porto 1")
        #expect(filter.status == 64)
        #expect(filter.errors.contains("tcp porto 1: "))
        let file = try await Program.run("live", "-i", "lo", "-w", "/no-such-folder/out.pcapng")
        #expect(file.status == 74)
        let full = try await Program.run("live", "-i", "lo", "-f", "tcp port 1", "-w", "/dev/full", "--duration", "30")
        #expect(full.status == 74)
        #expect(full.errors.contains("imwire: lo: the copy could not be written: No space left on device"))
    }
}

@Suite("imwire live without capturing")
struct LiveUsageTests {
    @Test(
        "usage errors",
        arguments: [
            [], ["-i", "lo", "-s", "0"], ["-i", "lo", "--duration", "0"], ["-i", "lo", "-p", "--promiscuous"],
            ["-i", "lo", "-w", "-"], ["-i", "lo", "--strip-secrets"], ["-i", "lo", "-c", "0"],
        ]
    )
    func usage(_ arguments: [String]) async throws {
        let result = try await Program.run(["live"] + arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    @Test("a user without permission gets a sentence and 69")
    func notPermitted() async throws {
        guard geteuid() == 0 else {
            if !LiveAccess.isPermitted { try expectRefusal(try await Program.run("live", "-i", "lo")) }
            return
        }
        // A copy where everybody can reach it.
        let program = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: Program.path(), toPath: program.path)
        defer { try? FileManager.default.removeItem(at: program) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let user = "setpriv --reuid 65534 --regid 65534 --clear-groups '\(program.path)'"
        guard try await Program.shell("\(user) --version").status == 0 else {
            print("skipped: setpriv is not installed, or nobody cannot run the program")
            return
        }
        try expectRefusal(try await Program.shell("\(user) live -i lo"))
    }

    private func expectRefusal(_ result: ProgramResult) throws {
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("imwire: lo: capturing is not permitted"))
    }
}
