import Foundation
import TestSupport
import Testing

@Suite("Every command reads captures in the same way")
struct ReadingTests {
    private static let commands = [["decode"], ["flows"], ["stats"], ["check"]]

    @Test("several files, -r and standard input", arguments: commands)
    func inputs(_ command: [String]) async throws {
        let one = try await Program.run(command + [Files.v2, Files.v4])
        #expect(one.status == 0 || command == ["check"], "\(one.errors)")
        let other = try await Program.run(command + ["-r", Files.v2, Files.v4])
        #expect(other.output == one.output)
        let line = "imwire \(command[0]) - < '\(Files.v2)'"
        let piped = try await Program.shell(line)
        #expect(!piped.output.isEmpty || command == ["check"])
    }

    @Test("a filter on the name of the capture says that one capture alone has none", arguments: ["decode", "stats"])
    func nameOfOne(_ command: String) async throws {
        let note = "events have the field file with several captures only"
        let alone = try await Program.run(command, "-Y", "file contains chat", Files.v2)
        #expect(alone.status == 0 && alone.errors.contains(note))
        let both = try await Program.run(command, "-Y", "file contains chat", Files.v2, Files.v4)
        #expect(both.status == 0 && !both.errors.contains(note))
        #expect(try await !Program.run(command, Files.v2).errors.contains(note))
    }

    @Test("what is said of one of several captures names it", arguments: commands + [["diff"]])
    func explanations(_ command: [String]) async throws {
        let both = try await Program.run(command + ["--explain-detect", Files.v2, Files.v4])
        let lines = both.errors.split(separator: "\n")
        let explanations = lines.filter { $0.contains("flow 1: ") }
        #expect(explanations.contains { $0.hasPrefix("\(Files.v2): ") })
        #expect(explanations.contains { $0.hasPrefix("\(Files.v4): ") })
        #expect(explanations.allSatisfy { $0.contains(Files.v2) || $0.contains(Files.v4) }, "\(explanations)")
        guard command == ["decode"] else { return }
        let summaries = lines.filter { $0.contains(" packets, ") }.map { $0.prefix { $0 != ":" } }
        #expect(summaries == [Files.v2[...], Files.v4[...]])
    }

    @Test("rows and findings of several files name theirs")
    func names() async throws {
        let flows = try await Program.run("flows", "--format", "json", Files.v2, Files.v4)
        let rows = try #require(try flows.objects().first?["flows"] as? [[String: Any]])
        #expect(Set(rows.compactMap { $0["file"] as? String }) == [Files.v2, Files.v4])
        let alone = try await Program.run("flows", "--format", "json", Files.v2)
        let row = try #require((try alone.objects().first?["flows"] as? [[String: Any]])?.first)
        #expect(row["file"] == nil)
    }

    @Test("counts of several files are added up")
    func sums() async throws {
        func events(_ files: String...) async throws -> Int {
            let result = try await Program.run(["stats", "--format", "json"] + files)
            return try #require(try result.objects().first?["events"] as? Int)
        }
        #expect(try await events(Files.v2, Files.v4) == events(Files.v2) + events(Files.v4))
    }

    @Test("a connection that is not decrypted is no clean one: said by every command", arguments: commands)
    func encrypted(_ command: [String]) async throws {
        let result = try await Program.run(command + [Files.tls])
        #expect(result.errors.contains("TLS is not decrypted"))
        let open = try await Program.run(command + ["--keys", Files.tlsKeys, Files.tls])
        #expect(!open.errors.contains("TLS is not decrypted"))
        // How to give secrets is said once, and not where nothing is missing.
        #expect(result.errors.components(separatedBy: "--keys FILE").count == 2)
        #expect(!open.errors.contains("--keys"))
    }

    @Test("packets that were captured in part are counted, with what to do: said by every command", arguments: commands)
    func cutPackets(_ command: [String]) async throws {
        let whole = try Files.bytes(Files.v2)
        var cut = whole.prefix(24)
        var (segments, missing) = (0, 0)
        var place = 24
        while place < whole.count {
            let length = whole[place + 8..<place + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
            // Longer than all headers of these packets.
            let kept = min(length, 96)
            if kept < length { (segments, missing) = (segments + 1, missing + length - kept) }
            cut += whole[place..<place + 8] + [UInt8(kept), 0, 0, 0]
            cut += whole[place + 12..<place + 16 + kept]
            place += 16 + length
        }
        let notice = "\(segments) TCP segments are cut short, without \(missing) bytes; tcpdump -s 0"
        let result = try await Files.with(Data(cut)) { try await Program.run(command + [$0]) }
        #expect(segments > 10 && result.errors.contains(notice), "\(result.errors)")
        // The connections of the notes that are only counted were named before.
        #expect(!result.errors.contains("of 0 more connections"))
        #expect(try await !Program.run(command + [Files.v2]).errors.contains("cut short"))
    }

    @Test("a check without an event to judge ends with 1, unless that is allowed")
    func nothingToJudge() async throws {
        let result = try await Program.run("check", "--format", "json", Files.tls)
        #expect(result.status == 1)
        let report = try #require(try result.objects().first)
        #expect(report["events"] as? Int == 0)
        let notices = try #require(report["notices"] as? [[String: Any]])
        #expect(!notices.isEmpty)
        #expect(notices.allSatisfy { $0["file"] as? String == Files.tls && $0["flow"] is Int && $0["text"] is String })
        #expect(try await Program.run("check", "--allow-empty", Files.tls).status == 0)
    }

    @Test("a key log that is a folder, or cannot be read, is an error", arguments: commands)
    func badKeys(_ command: [String]) async throws {
        let folder = URL(filePath: Files.v2).deletingLastPathComponent().path
        let directory = try await Program.run(command + ["--keys", folder, Files.tls])
        #expect(directory.status == 66)
        #expect(directory.errors.contains("this is a directory"))
        #expect(try await Program.run(command + ["--keys", "/nonexistent", Files.tls]).status == 66)
    }

    @Test(
        "a key log that is empty or has a bad line is none",
        arguments: ["", "nonsense", "nonsense\n", "CLIENT_RANDOM 00"]
    )
    func noKeys(_ text: String) async throws {
        try await Files.with(Data(text.utf8)) { keys in
            let result = try await Program.run("decode", "--keys", keys, Files.tls)
            #expect(result.status == 65)
            #expect(result.errors.contains("not a key log"))
        }
    }

    @Test("of a key log that is still being written the last line may not be whole, which is told")
    func unfinishedKeys() async throws {
        let keys = try Files.bytes(Files.tlsKeys)
        let whole = try await Program.run("decode", "--keys", Files.tlsKeys, Files.tls)
        try await Files.with(keys + keys.prefix(60)) { path in
            let result = try await Program.run("decode", "--keys", path, Files.tls)
            #expect(result.status == 0)
            #expect(result.text == whole.text)
            #expect(result.errors.contains("\(path): the last line is not whole and was passed over"))
        }
        try await Files.with(keys + keys.prefix(60) + Data("\n".utf8)) { path in
            let result = try await Program.run("decode", "--keys", path, Files.tls)
            #expect(result.status == 65)
        }
    }

    @Test("key logs are closed when they are read, so that there may be many")
    func manyKeys() async throws {
        let program = try Program.path()
        let options = String(repeating: " --keys '\(Files.tlsKeys)'", count: 60)
        let result = try await Program.shell("ulimit -n 40; '\(program)' decode --quiet\(options) '\(Files.tls)'")
        #expect(result.status == 0)
    }

    @Test("the summary of a filter counts what passed beside all")
    func summary() async throws {
        let result = try await Program.run("decode", "-Y", "frame.type == \"PINGREQ\"", Files.v2)
        let passed = result.lines.count
        let all = try await Program.run("decode", Files.v2).lines.count
        #expect(result.errors.contains("\(passed) of \(all) events; their diagnostics: 0 errors, 0 warnings, 0 notes"))
    }

    @Test("what there is one of is counted in the singular")
    func singular() async throws {
        let capture = Files.bundled("rongcloud-tcp-chat.pcap")
        let summary = try await Program.run("decode", capture)
        #expect(summary.errors.contains("37 packets, 1 flow, 39 events; diagnostics: 0 errors, 1 warning, 3 notes;"))
        let connect = try await Program.run("diff", "--only", "frame.type == CONNECT", Files.v2, capture)
        #expect(connect.errors.hasSuffix("1 difference\n"), "\(connect.errors)")
    }

    @Test("--payload names a message of the schema")
    func payload() async throws {
        #expect(try await Program.run("decode", "--payload", "x=UpStreamMessage", Files.v2).status == 0)
        #expect(try await Program.run("decode", "--payload", "x=NoSuchMessage", Files.v2).status == 64)
        let misspelt = try await Program.run("decode", "--payload", "x=upStreamMesage", Files.v2)
        #expect(misspelt.status == 64 && misspelt.errors.contains("did you mean UpStreamMessage?"))
        #expect(try await Program.run("decode", "--payload", "nothing", Files.v2).status == 64)
    }

    @Test(
        "the end that wrote a frame is told from its bytes, or asked for",
        arguments: [
            ("400102", "messageId"), ("c0", "PINGREQ"), ("d0", "PINGRESP"),
            ("4200016ab4d4ea000000010000", "date"),
        ]
    )
    func sender(_ hex: String, _ word: String) async throws {
        let result = try await Program.run("frame", "decode", hex)
        #expect(result.text.contains(word), "\(result.errors)")
    }

    @Test("text of others is safe in what is said of files and connections")
    func safeNames() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a\u{1B}[31m\u{202E}b.pcap")
        try FileManager.default.copyItem(atPath: Files.tls, toPath: path)
        for command in Self.commands {
            let result = try await Program.run(command + [path])
            for text in [result.errors, command == ["check"] ? "" : result.text] {
                #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(command)")
            }
        }
    }
}
