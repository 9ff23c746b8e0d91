import Foundation
import Testing

/// Whether there is a program that makes a terminal.
let hasTerminal: Bool = {
    #if os(Linux)
        FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
        false
    #endif
}()

@Suite("imwire decode")
struct DecodeTests {
    @Test("text has a line an event, with its columns, and one for each connection")
    func textLines() async throws {
        let result = try await Program.run("decode", "--utc", "--pings", Files.v4)
        let introductions = result.lines.filter { $0.hasPrefix("     f") }.map { columns(String($0)) }
        #expect(
            introductions.last == [
                "f3", "127.0.0.1:34386 → 127.0.0.1:8082", "websocket",
                "rongcloud, app devkey0404, SDK 4.2.0, packet 15",
            ]
        )
        let lines = result.lines.filter { !$0.hasPrefix("     f") }.map(String.init)
        try #require(lines.count == 50)
        // Number, time, connection with its arrow and type, topic, target, object name, result, digest.
        #expect(
            columns(lines[2]) == [
                "3", "03:53:25.097", "f3 → HTTP", "/websocket", "GET 101", "app devkey0404, SDK 4.2.0",
                "appId=devkey0404 token=dev-… sdkVer=4.2.0 pid=undefined apiVer=normal",
            ]
        )
        #expect(
            columns(lines[3]) == [
                "4", "03:53:25.097", "f3 ← CONNACK", "ok",
                "as ding_4, app devkey0404, SDK 4.2.0, session 9KI6-ARAT-H5PQ-GR1F",
            ]
        )
        #expect(
            columns(lines[12]) == [
                "13", "03:53:25.867", "f3 → PUBLISH", "ppMsgP", "gao_yuan", "RC:TxtMsg",
                "车票订好了，G103 次",
            ]
        )
        #expect(
            columns(lines[13]) == [
                "14", "03:53:25.868", "f3 ← PUBACK", "ppMsgP", "ok, to 13 in 0.4 ms", "7ROK-2AU0-A7SF-ANMV",
            ]
        )
        #expect(
            columns(lines[5]) == [
                "6", "03:53:25.102", "f3 ← PINGRESP", "to 5 in 0.1 ms",
            ]
        )
        let last = columns(lines[49])
        #expect(last[2] == "f3 ← DISCONNECT")
        #expect(last[3].hasPrefix("1 "))
        #expect(last[3].contains("another device"))
        #expect(last[4] == "ding_4, app devkey0404, SDK 4.2.0")
    }

    private func columns(_ line: String) -> [String] {
        line.split(separator: /\s{2,}/).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("times are local without --utc")
    func localTime() async throws {
        let shanghai = try await Program.run("decode", "-c", "1", Files.v4)
        #expect(shanghai.text.contains("\n  1  11:53:25.082"))
        let lima = try await Program.run("decode", "-c", "1", Files.v4, environment: ["TZ": "UTC+5"])
        #expect(lima.text.contains("\n  1  22:53:25.082"))
        let dated = try await Program.run("decode", "-c", "1", "-t", "d", Files.v4, environment: ["TZ": "UTC+5"])
        #expect(dated.text.contains("\n  1  2026-11-20 22:53:25.082"))
    }

    @Test("JSON lines are one object an event, and standard input gives the same")
    func jsonLines() async throws {
        let file = try await Program.run("decode", "--format", "jsonl", Files.v4)
        let objects = try file.objects()
        #expect(objects.map { $0["n"] as? Int } == Array(1...50))
        #expect(objects.allSatisfy { $0["file"] == nil && $0["hex"] == nil })
        let piped = try await Program.run("decode", "--format", "jsonl", "-", input: try Files.bytes(Files.v4))
        #expect(piped.output == file.output)
        let named = try await Program.run("decode", "--format", "jsonl", "-r", Files.v4)
        #expect(named.output == file.output)
    }

    @Test("-c stops after so many events", arguments: [1, 7, 500])
    func count(_ limit: Int) async throws {
        let result = try await Program.run("decode", "--format", "jsonl", "-c", "\(limit)", Files.v2, Files.v4)
        #expect(result.status == 0)
        #expect(try result.objects().map { $0["n"] as? Int } == Array(1...min(limit, 79)))
    }

    @Test("--flow keeps one connection and its numbers")
    func flow() async throws {
        let result = try await Program.run("decode", "--format", "jsonl", "--flow", "2", Files.v2)
        let objects = try result.objects()
        #expect(objects.map { $0["flow"] as? Int } == [2])
        #expect(objects.map { $0["n"] as? Int } == [2])
    }

    @Test("a connection that the capture does not have is told")
    func unknownFlow() async throws {
        let result = try await Program.run("decode", "--flow", "99", Files.v2)
        #expect(result.status == 0 && result.text.isEmpty)
        #expect(result.errors.contains("no connection 99 among its 3 connections"))
        let known = try await Program.run("decode", "--flow", "2", Files.v2)
        #expect(!known.errors.contains("no connection"))
    }

    @Test("several files name themselves in each event, and the numbers go on")
    func severalFiles() async throws {
        let result = try await Program.run("decode", "--format", "jsonl", Files.v2, Files.v4)
        let objects = try result.objects()
        #expect(objects.map { $0["n"] as? Int } == Array(1...79))
        #expect(objects.prefix(29).allSatisfy { $0["file"] as? String == Files.v2 })
        #expect(objects.dropFirst(29).allSatisfy { $0["file"] as? String == Files.v4 })
        for object in objects {
            guard let reply = object["inReplyTo"] as? [String: Any], let request = reply["n"] as? Int else { continue }
            #expect(objects[request - 1]["file"] as? String == object["file"] as? String)
        }
    }

    @Test("--raw adds the frame's bytes, and says once that they hold secrets")
    func raw() async throws {
        let result = try await Program.run("decode", "--format", "jsonl", "--raw", Files.v2, Files.v4)
        let found = try result.objects().compactMap { $0["hex"] as? String }
        let recorded = try ["rongcloud-web-v2-chat", "rongcloud-web-v4-chat"].flatMap { try Files.recordedFrames($0) }
        #expect(found == recorded.map(\.hex))
        #expect(result.errors.split(separator: "\n").filter { $0.contains("token") }.count == 1)
        let plain = try await Program.run("decode", "--format", "jsonl", Files.v2)
        #expect(!plain.errors.contains("token"))
    }

    @Test("tokens are shortened unless --show-secrets", arguments: ["text", "tree", "jsonl"])
    func secrets(_ format: String) async throws {
        let hidden = try await Program.run("decode", "--format", format, "--explain-detect", Files.v2)
        #expect(!hidden.text.contains("dev-token"))
        #expect(!hidden.errors.contains("dev-token"))
        #expect(hidden.text.contains("dev-…"))
        let shown = try await Program.run("decode", "--format", format, "--show-secrets", Files.v2)
        #expect(shown.text.contains("dev-token-AbCdEf0123456789=="))
    }

    @Test("--explain-detect says for each connection why it was taken for what it is")
    func explainDetect() async throws {
        let result = try await Program.run("decode", "--explain-detect", Files.v4)
        for flow in 1...3 { #expect(result.errors.contains("flow \(flow): ")) }
        #expect(result.errors.contains("rongcloud: upgrade of /websocket"))
        #expect(result.errors.contains("generation v4"))
        let silent = try await Program.run("decode", Files.v4)
        #expect(!silent.errors.contains("flow 3: "))
        #expect(silent.output == result.output)
    }

    @Test("the tree has a line for each field with the bytes that lie there", arguments: [Files.v2, Files.v4])
    func tree(_ file: String) async throws {
        let tree = try await Program.run("decode", "--format", "tree", "--show-secrets", file)
        #expect(tree.status == 0)
        let events = try await Program.run("decode", "--format", "jsonl", "--raw", file).objects()
        let blocks = tree.text.split(separator: "\n\n", omittingEmptySubsequences: true)
        try #require(blocks.count == events.count)
        var fields = 0
        for (block, event) in zip(blocks, events) {
            let type = try #require((event["frame"] as? [String: Any])?["type"] as? String)
            guard let hex = event["hex"] as? String, type != "UNDECODED" else { continue }
            let bytes = Array(hex)
            var covered = 0
            // A connection's first event has the line that introduces it before its own.
            let lines = block.split(separator: "\n")
            for line in lines.dropFirst(lines[0].hasPrefix("     f") ? 2 : 1) {
                // Two blanks, the range in eleven columns, two blanks, the dump in thirty-six, two blanks, the name.
                guard line.hasPrefix("  "), line.count > 53, let range = line.firstMatch(of: /^\ {2}(\d+)(?:–(\d+))?\ /)
                else { continue }
                let first = try #require(Int(range.1))
                let last = range.2.flatMap { Int($0) } ?? first
                let dump = line.dropFirst(15).prefix(36).filter(\.isHexDigit)
                let isOutermost = !line.dropFirst(53).hasPrefix(" ")
                let there = String(bytes[min(first * 2, bytes.count)..<min((last + 1) * 2, bytes.count)])
                #expect(there.hasPrefix(dump), "\(line)")
                #expect(dump.isEmpty || dump.count == min(there.count, 24), "\(line)")
                if isOutermost { covered += last - first + 1 }
                fields += 1
            }
            #expect(covered == bytes.count / 2, "\(type): the outermost fields cover \(covered) bytes")
        }
        #expect(fields > 150)
    }

    @Test("colour comes with --color always only, when the output is no terminal")
    func color() async throws {
        let escape = "\u{1B}["
        let plain = try await Program.run("decode", Files.v4)
        #expect(!plain.text.contains(escape))
        let colored = try await Program.run("decode", "--color", "always", Files.v4)
        #expect(colored.text.contains(escape))
        let bare = colored.text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(#/ +\n/#, with: "\n")
        #expect(bare == plain.text)
        let never = try await Program.run("decode", "--color", "never", Files.v4, environment: ["NO_COLOR": "1"])
        #expect(never.output == plain.output)
        let json = try await Program.run("decode", "--format", "jsonl", "--color", "always", Files.v4)
        #expect(!json.text.contains(escape))
    }

    @Test(
        "on a terminal there is colour, but not with NO_COLOR, nor where escape sequences are not understood",
        .enabled(if: hasTerminal, "needs util-linux's script, which makes a terminal")
    )
    func terminalColor() async throws {
        let command = "stty cols 80; '\(try Program.path())' decode --quiet -c 3 '\(Files.v4)'"
        let onTerminal = try await Program.shell("TERM=xterm script -qec \"\(command)\" /dev/null")
        #expect(onTerminal.text.contains("\u{1B}["))
        let without = try await Program.shell("TERM=xterm NO_COLOR=1 script -qec \"\(command)\" /dev/null")
        #expect(!without.text.contains("\u{1B}["))
        let dumb = try await Program.shell("TERM=dumb script -qec \"\(command)\" /dev/null")
        #expect(dumb.text == without.text)
        #expect(without.text.contains("/navi.js"))
        // What is too long for the terminal gives way.
        #expect(!without.text.contains("apiVer="))
        #expect(without.text.contains("…"))
    }

    @Test(
        "on a terminal what is said beside the events goes on in the next line, indented",
        .enabled(if: hasTerminal, "needs util-linux's script, which makes a terminal")
    )
    func summaryOnATerminal() async throws {
        let command =
            "stty cols 80; '\(try Program.path())' decode --color never --format jsonl '\(Files.v4)' >/dev/null"
        let lines = try await Program.shell("script -qec \"\(command)\" /dev/null").text
            .split { $0.isNewline }.map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 })
        let place = try #require(lines.firstIndex { $0.contains(" packets, ") })
        #expect(lines.dropFirst(place + 1).first?.hasPrefix("    ") == true)
    }

    @Test("an answer with a long payload still shows its latency")
    func latencyOfLongAnswers() async throws {
        let result = try await Program.run("decode", Files.v4)
        let answers = result.lines.filter { $0.contains(" QUERYACK  ") }
        #expect(answers.count == 8)
        #expect(answers.allSatisfy { $0.contains(", to ") && $0.contains(" ms") })
    }
}
