import Foundation
import TestSupport
import Testing

@Suite("imwire report")
struct ReportCommandTests {
    /// The bundled captures, and what it takes to read them; the first eight are of every system and form.
    static let captures: [(name: String, options: [String])] = [
        ("rongcloud-web-v2-chat.pcap", []), ("rongcloud-web-v4-chat.pcap", []), ("rongcloud-polling-chat.pcap", []),
        ("rongcloud-tcp-chat.pcap", []), ("leancloud-protobuf-chat.pcap", []), ("nim-web-chatroom.pcap", []),
        ("yc-polling.pcap", []), ("rongcloud-tls-chat.pcapng", ["--keys", Files.bundled("rongcloud-tls-chat.keys")]),
        ("rongcloud-tls-chat-dsb.pcapng", []), ("nim-polling-chat.pcap", []), ("mixed-systems.pcap", []),
        ("leancloud-json-chat.pcap", []), ("leancloud-base64-chat.pcap", []), ("leancloud-deflate-chat.pcap", []),
        ("leancloud-older-chat.pcap", []),
    ]

    /// Writes the page of a capture and hands it to `body`.
    private func page<Result>(
        _ arguments: [String],
        _ body: (_ path: String, _ text: String, _ run: ProgramResult) async throws -> Result
    ) async throws -> Result {
        let directory = try TemporaryFolder()
        let path = directory.path("page.html")
        let run = try await Program.run(["report", "-o", path] + arguments)
        return try await body(path, try String(contentsOfFile: path, encoding: .utf8), run)
    }

    @Test("The lines come out again as decode --raw writes them", arguments: captures)
    func extraction(capture: (name: String, options: [String])) async throws {
        let file = Files.bundled(capture.name)
        let lines = try await Program.run(
            ["decode", "--quiet", "--format", "jsonl", "--raw", "--show-secrets", file] + capture.options
        )
        try await page(["--quiet", "--show-secrets", file] + capture.options) { path, _, run in
            #expect(run.status == 0)
            let extracted = try await Program.run("report", "--extract", path)
            #expect(extracted.status == 0)
            #expect(extracted.text == lines.text)
            #expect(!extracted.lines.isEmpty)
        }
    }

    @Test("Without --show-secrets only bytes of tokens differ, and are asterisks", arguments: captures)
    func masking(capture: (name: String, options: [String])) async throws {
        let file = Files.bundled(capture.name)
        let full = try await Program.run(
            ["decode", "--quiet", "--format", "jsonl", "--raw", file] + capture.options
        ).objects()
        try await page(["--quiet", file] + capture.options) { path, _, _ in
            let shown = try await Program.run("report", "--extract", path).objects()
            try #require(shown.count == full.count)
            for (one, other) in zip(shown, full) {
                var (one, other) = (one, other)
                let masked = one.removeValue(forKey: "hex") as? String ?? ""
                let hex = other.removeValue(forKey: "hex") as? String ?? ""
                #expect(NSDictionary(dictionary: one) == NSDictionary(dictionary: other))
                try #require(masked.count == hex.count)
                let pairs = zip(Self.bytes(masked), Self.bytes(hex)).filter { $0.0 != $0.1 }
                #expect(pairs.allSatisfy { $0.0 == "2a" })
            }
        }
    }

    private static func bytes(_ hex: String) -> [String] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }
    }

    @Test("A page is small: 2.5 bytes a byte of unit, and 300 KB", arguments: captures)
    func size(capture: (name: String, options: [String])) async throws {
        let file = Files.bundled(capture.name)
        try await page(["--quiet", file] + capture.options) { path, text, _ in
            let objects = try await Program.run("report", "--extract", path).objects()
            let unitBytes = objects.reduce(0) { $0 + (($1["hex"] as? String)?.count ?? 0) / 2 }
            #expect(Double(text.utf8.count) <= 2.5 * Double(unitBytes) + 300_000)
        }
    }

    @Test("The page allows nothing from outside, and holds text of the wire in packed form only")
    func policy() async throws {
        try await page(["--quiet", Files.bundled("rongcloud-web-v4-chat.pcap")]) { _, text, _ in
            #expect(text.contains("default-src 'none'; script-src 'sha256-"))
            #expect(!text.contains("车票"))
            #expect(!text.contains("gao_yuan"))
            #expect(text.components(separatedBy: "<script>").count == 2)
        }
    }

    @Test("--limit shows the first events and says so")
    func limit() async throws {
        let file = Files.bundled("rongcloud-web-v4-chat.pcap")
        try await page(["--limit", "7", file]) { path, _, run in
            #expect(run.errors.contains("the first 7 of 50"))
            let extracted = try await Program.run("report", "--extract", path)
            #expect(extracted.lines.count == 7)
        }
    }

    @Test("Numbers go on over several captures, and each event names its own")
    func several() async throws {
        let files = ["rongcloud-web-v2-chat.pcap", "leancloud-protobuf-chat.pcap"].map(Files.bundled)
        try await page(["--quiet"] + files) { path, _, _ in
            let objects = try await Program.run("report", "--extract", path).objects()
            #expect(objects.compactMap { $0["n"] as? Int } == Array(1...objects.count))
            #expect(Set(objects.compactMap { $0["file"] as? String }) == Set(files))
        }
    }

    @Test(
        "What is no report is refused",
        arguments: ["", "<html></html>", "<script type=\"imwire-events\">!</script>"]
    )
    func noReport(text: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).html")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try await Program.run("report", "--extract", file.path)
        #expect(run.status == 65)
        #expect(run.errors.contains("no report"))
    }

    @Test("An input is never overwritten, and a slip empties no file")
    func output() async throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        try FileManager.default.copyItem(atPath: Files.bundled("rongcloud-web-v2-chat.pcap"), toPath: copy.path)
        defer { try? FileManager.default.removeItem(at: copy) }
        let before = try Data(contentsOf: copy)
        let onto = try await Program.run("report", copy.path, "-o", copy.path)
        #expect(onto.status == 64)
        let nowhere = try await Program.run("report", copy.path)
        #expect(nowhere.status == 64)
        let after = try Data(contentsOf: copy)
        #expect(after == before)
    }

    @Test("A page appears when it is finished: without one of its captures there is none, and one of before stays")
    func whole() async throws {
        let folder = try TemporaryFolder()
        let page = folder.path("page.html")
        let broken = try await Program.run("report", Files.v2, "/dev/null", "-o", page)
        #expect(broken.status == 65)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try Data("before".utf8).write(to: URL(filePath: page))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: page)
        let again = try await Program.run("report", Files.v2, "/dev/null", "-o", page)
        #expect(again.status == 65)
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "before")
        let written = try await Program.run("report", Files.v2, Files.v4, "-o", page)
        #expect(written.status == 0)
        #expect(try await Program.run("report", "--extract", page).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["page.html"])
        let mode = try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}

@Suite("imwire ladder")
struct LadderCommandTests {
    @Test("Text fits the width, with every event", arguments: [80, 160])
    func text(width: Int) async throws {
        for capture in ReportCommandTests.captures {
            let run = try await Program.run(
                ["ladder", "--quiet", "--width", "\(width)", Files.bundled(capture.name)] + capture.options
            )
            #expect(run.status == 0)
            // Wide characters take two columns, so that lines have at most as many characters as columns.
            let longest = run.lines.map { $0.count }.max() ?? 0
            #expect(longest <= width)
            let events = try await Program.run(
                ["decode", "--quiet", "--format", "jsonl", Files.bundled(capture.name)] + capture.options
            ).lines.count
            let arrows = run.lines.filter { $0.contains("▶│") || $0.contains("│◀") }
            #expect(arrows.count == events)
        }
    }

    @Test("A capture without events gives no diagram, which is said")
    func nothing() async throws {
        let header = try Files.bytes(Files.v2).prefix(24)
        let run = try await Program.run("ladder", "-", input: Data(header))
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errors == "imwire: there is no event to draw\n")
        #expect(try await Program.run("ladder", "--quiet", "-", input: Data(header)).errors.isEmpty)
        #expect(try await !Program.run("ladder", Files.v2).errors.contains("no event to draw"))
    }

    @Test("A drawing is well-formed XML")
    func drawing() async throws {
        for capture in ReportCommandTests.captures {
            let run = try await Program.run(
                ["ladder", "--quiet", "--format", "svg", Files.bundled(capture.name)] + capture.options
            )
            let check = try await Program.shell(
                "python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.stdin.buffer)'",
                input: run.output
            )
            #expect(check.status == 0)
            #expect(run.text.hasPrefix("<svg "))
        }
    }

    @Test("Mermaid's signs are spelt as numbers")
    func mermaid() async throws {
        let run = try await Program.run(
            "ladder",
            "--quiet",
            "--format",
            "mermaid",
            Files.bundled("rongcloud-web-v4-chat.pcap")
        )
        #expect(run.lines.first == "sequenceDiagram")
        for line in run.lines.dropFirst() {
            let label = line.split(separator: ": ", maxSplits: 1).last ?? ""
            // A semicolon ends a number and nothing else.
            #expect(!label.replacing(/#\d+;/, with: "").contains(";"))
            #expect(!label.contains(/[<>{}"`%|\\]/))
        }
    }

    @Test(
        "Mermaid itself takes the diagrams of all bundled captures",
        .enabled(if: Chromium.hasPackage("pymermaid"), "needs chromium, and the package pymermaid of PyPI")
    )
    func parsedByMermaid() async throws {
        var diagrams: [String] = []
        for capture in ReportCommandTests.captures {
            let run = try await Program.run(
                ["ladder", "--quiet", "--format", "mermaid", Files.bundled(capture.name)] + capture.options
            )
            diagrams.append(run.text)
        }
        diagrams.append("sequenceDiagram\n    c0->>s0 no colon\n")
        let output = try await Chromium.run("ladder_mermaid.py", [], input: try JSONEncoder().encode(diagrams))
        let errors = try JSONDecoder().decode([String?].self, from: output)
        #expect(errors.dropLast().allSatisfy { $0 == nil }, "\(errors)")
        #expect(errors.last != .some(nil), "a text that is no diagram passes")
        #expect(errors.count == diagrams.count)
    }

    @Test(
        "A hole is drawn as one",
        arguments: [("text", "╌"), ("mermaid", "--x"), ("svg", "class=\"arrow client hole\"")]
    )
    func hole(format: String, mark: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        try GeneratedCapture.write(texts: (0..<8).map { "text \($0)" }, lost: [2], to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try await Program.run("ladder", "--quiet", "--format", format, file.path)
        #expect(run.lines.contains { $0.contains("GAP") })
        #expect(run.text.contains(mark))
    }

    @Test("Requests without an answer say so, and answers without a request", arguments: ["text", "mermaid", "svg"])
    func missing(format: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        defer { try? FileManager.default.removeItem(at: file) }
        try GeneratedCapture.write(texts: ["one", "two", "three"], to: file)
        let unanswered = try await Program.run("ladder", "--quiet", "--format", format, file.path)
        // The client's two messages and the server's one.
        #expect(unanswered.lines.filter { $0.contains("no answer") }.count == 3)
        let whole = Files.bundled("rongcloud-web-v4-chat.pcap")
        let limited = try await Program.run("ladder", "--quiet", "--format", format, "--limit", "5", whole)
        // The answer to the fifth event lies behind the limit, and was seen all the same.
        #expect(!limited.text.contains("no answer") && !limited.text.contains("no request"))
        // Without the packet of event 13 nobody knows what event 14 answers.
        try Self.withoutPacket(33, of: try Data(contentsOf: URL(filePath: whole))).write(to: file)
        let holed = try await Program.run("ladder", "--quiet", "--format", format, file.path)
        #expect(holed.lines.contains { $0.contains("PUBACK") && $0.contains("no request") } || format == "svg")
        #expect(holed.text.contains("no request"))
    }

    /// A pcap without one of its packets, which count from 1.
    private static func withoutPacket(_ number: Int, of capture: Data) -> Data {
        var (kept, position, count) = (Data(capture.prefix(24)), 24, 0)
        while position + 16 <= capture.count {
            let length = (0..<4).reduce(0) { $0 | Int(capture[position + 8 + $1]) << (8 * $1) }
            count += 1
            if count != number { kept += capture[position..<position + 16 + length] }
            position += 16 + length
        }
        return kept
    }

    @Test("Tokens are in no ladder", arguments: ["text", "mermaid", "svg"])
    func tokens(format: String) async throws {
        let capture = Files.bundled("rongcloud-web-v4-chat.pcap")
        let secret = try await Program.run(
            "decode",
            "--quiet",
            "--show-secrets",
            "--format",
            "jsonl",
            "-c",
            "1",
            capture
        )
        let frame = try #require(try secret.objects().first?["frame"] as? [String: Any])
        let token = try #require((frame["query"] as? [String: String])?["token"])
        let run = try await Program.run("ladder", "--quiet", "--format", format, capture)
        #expect(!run.text.contains(token))
    }

    @Test("Findings of the check stand at their events, and --limit is said")
    func findings() async throws {
        let run = try await Program.run("ladder", "--limit", "5", Files.bundled("rongcloud-web-v4-chat.pcap"))
        #expect(run.text.contains("[token-in-clear]"))
        #expect(run.text.contains("and 45 more events"))
        #expect(run.errors.contains("left out 45 more events"))
    }

    @Test("The largest --limit draws all events")
    func largestLimit() async throws {
        let file = Files.bundled("rongcloud-web-v4-chat.pcap")
        let run = try await Program.run("ladder", "--quiet", "--limit", "100000", file)
        #expect(run.status == 0)
        #expect(run.text == (try await Program.run("ladder", "--quiet", file)).text)
    }
}
