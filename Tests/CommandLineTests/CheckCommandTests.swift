import Foundation
import TestSupport
import Testing

@Suite("imwire check")
struct CheckCommandTests {
    @Test("findings below --fail-on end with 0, at it and above with 1", arguments: [("error", 0), ("warning", 1)])
    func exitCodes(_ threshold: String, _ status: Int32) async throws {
        // Recorded without encryption, so that the token can be read: a warning.
        let result = try await Program.run("check", "--fail-on", threshold, Files.v2)
        #expect(result.status == status)
        #expect(result.text.contains("[token-in-clear]"))
        #expect(result.errors == "imwire: 0 errors, 2 warnings, 0 notes in 29 events\n")
    }

    @Test("a damaged capture ends with 2, also when there are findings")
    func damage() async throws {
        let cut = Data(try Files.bytes(Files.v2).prefix(9000))
        for threshold in ["error", "warning"] {
            let result = try await Program.run("check", "--quiet", "--fail-on", threshold, "-", input: cut)
            #expect(result.status == 2)
            #expect(result.errors.contains("cut off"))
            #expect(result.text.contains("stdin: flow 1"))
        }
    }

    @Test("what is no capture, or not there, is not judged")
    func noCapture() async throws {
        #expect(try await Program.run("check", "-", input: Data("hello, world, no capture".utf8)).status == 65)
        #expect(try await Program.run("check", "/nonexistent.pcap").status == 66)
        #expect(try await Program.run("check").status == 64)
        #expect(try await Program.run("check", "--fail-on", "panic", Files.v2).status == 64)
    }

    @Test("--quiet leaves standard error empty, and a clean capture leaves standard output empty")
    func quiet() async throws {
        let header = Data(try Files.bytes(Files.v2).prefix(24))
        #expect(try await Program.run("check", "--quiet", "-", input: header).status == 1)
        let result = try await Program.run("check", "--quiet", "--allow-empty", "-", input: header)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.errors.isEmpty)
    }

    @Test("each format that is JSON is one line and names the same rules", arguments: ["json", "sarif"])
    func formats(_ format: String) async throws {
        let result = try await Program.run("check", "--quiet", "--format", format, Files.v4)
        #expect(result.lines.count == 1)
        let object = try #require(try result.objects().first)
        if format == "json" {
            let findings = object["findings"] as? [[String: Any]]
            #expect(findings?.map { $0["code"] as? String } == ["token-in-clear", "message-uid-time"])
        } else {
            let run = (object["runs"] as? [[String: Any]])?.first
            let results = run?["results"] as? [[String: Any]]
            #expect(results?.map { $0["ruleId"] as? String } == ["token-in-clear", "message-uid-time"])
        }
    }

    @Test("a damaged capture is not told as clean in any format")
    func damageInEveryFormat() async throws {
        let cut = Data(try Files.bytes(Files.v2).prefix(9000))
        let json = try await Program.run("check", "--format", "json", "-", input: cut)
        #expect(json.status == 2)
        let notices = try #require(try json.objects().first?["notices"] as? [[String: Any]])
        #expect(notices.contains { ($0["text"] as? String)?.hasPrefix("damaged at byte ") == true })
        let sarif = try await Program.run("check", "--format", "sarif", "-", input: cut)
        let run = try #require((try sarif.objects().first?["runs"] as? [[String: Any]])?.first)
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
        #expect(notifications.contains { $0["level"] as? String == "warning" })
    }

    @Test("no format shows the token")
    func noToken() async throws {
        for format in ["text", "json", "sarif"] {
            let result = try await Program.run("check", "--format", format, Files.v2)
            let capture = String(decoding: try Files.bytes(Files.v2), as: UTF8.self)
            let start = try #require(capture.range(of: "token=")?.upperBound)
            let token = String(capture[start...].prefix { $0 != "&" && $0 != " " })
            #expect(token.count > 8)
            #expect(!result.text.contains(token))
        }
    }

    @Test("a baseline makes the run green, and a finding that it does not know makes it red")
    func baseline() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let first = try await Program.run("check", "--fail-on", "warning", "--write-baseline", file, Files.v2)
        #expect(first.status == 0)
        #expect(first.text.contains("[token-in-clear]"))
        let known = try await Program.run("check", "--fail-on", "warning", "--baseline", file, Files.v2)
        #expect(known.status == 0)
        #expect(known.output.isEmpty)
        #expect(known.errors.contains("2 known"))
        // Twice the same: one more than is known.
        let new = try await Program.run("check", "--fail-on", "warning", "--baseline", file, Files.v2, Files.v4)
        #expect(new.status == 1)
        // Written anew, it knows what it knew, and what was told now.
        let renewing = ["--baseline", file, "--write-baseline", file, "--fail-on", "warning"]
        let told = try await Program.run(["check"] + renewing + [Files.v2, Files.v4])
        #expect(told.status == 0)
        #expect(told.text == new.text)
        let both = try await Program.run("check", "--fail-on", "warning", "--baseline", file, Files.v2, Files.v4)
        #expect(both.status == 0, "\(both.text)")
        #expect(both.output.isEmpty)
        #expect(try await Program.run("check", "--baseline", Files.v2, Files.v2).status == 65)
        #expect(try await Program.run("check", "--baseline", "/nonexistent.json", Files.v2).status == 66)
    }

    @Test("a baseline that cannot be written is told before anything is judged")
    func unwritableBaseline() async throws {
        let result = try await Program.run("check", "--write-baseline", "/nonexistent/new.json", Files.v2)
        #expect(result.status == 74)
        #expect(result.output.isEmpty)
        #expect(!result.errors.contains("events"))
    }

    @Test("a rule can be disabled, and its severity changed")
    func choice() async throws {
        let disabled = try await Program.run(
            "check",
            "--fail-on",
            "note",
            "--disable",
            "token-in-clear",
            "--disable",
            "message-uid-time",
            Files.v2
        )
        #expect(disabled.status == 0)
        let severe = try await Program.run("check", "--severity", "token-in-clear=error", Files.v2)
        #expect(severe.status == 1)
        #expect(severe.text.contains(": error: a token can be read"))
        #expect(try await Program.run("check", "--disable", "no-such-rule", Files.v2).status == 64)
    }

    @Test("the rules are listed with severity and what they rest on, as the guide does")
    func rules() async throws {
        let result = try await Program.run("check", "--list-rules")
        #expect(result.status == 0)
        let text = try ProjectFolder.text("Docs/check.md")
        let row = #/^\| `[a-z0-9-]+` \| (?:note|warning|error) \| /#
        let rows = text.split(separator: "\n").filter { $0.contains(row) }
        let pairs = stride(from: 0, to: result.lines.count - 1, by: 2).map { (result.lines[$0], result.lines[$0 + 1]) }
        #expect(rows.count == pairs.count)
        for (row, (rule, basis)) in zip(rows, pairs) {
            let parts = rule.split(separator: ": ", maxSplits: 2)
            #expect(row == "| `\(parts[0])` | \(parts[1]) | \(parts[2]) \(basis.drop { $0 == " " }) |")
        }
    }
}
