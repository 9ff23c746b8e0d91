import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
    fileprivate func json(_ name: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Files.bytes(path(name))) as? [String: Any])
    }
}

/// Adapters in shell.
private enum Adapter {
    /// Answers every frame with a PINGREQ, and crashes at what is not asked of a client.
    static let wrong = """
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in
            *hello*) echo '{"id":1,"ok":true,"value":{"sdk":"shell","version":"2","operations":["frame.decode"]}}';;
            *'"sender":"server"'*) exit 3;;
            *) echo "{\\"id\\":$id,\\"ok\\":true,\\"value\\":{\\"type\\":\\"PINGREQ\\",\\"qos\\":0,\\"dup\\":false,\\"retain\\":false}}";;
          esac
        done
        """
    /// Cases of which it passes none.
    static let cases = ["--id", "ws-published-*", "--operation", "frame.decode"]
}

@Suite("imwire conform")
struct ConformCommandTests {
    @Test("list shows the cases that are chosen, as text and as JSON")
    func list() async throws {
        let text = try await Program.run("conform", "list", "--group", "rongcloud.uid", "--level", "must")
        #expect(text.status == 0)
        #expect(text.lines.first?.hasPrefix("Id ") == true)
        #expect(text.lines.dropFirst().allSatisfy { $0.contains("rongcloud.uid") && $0.contains("must") })
        let all = try #require(try await Program.run("conform", "list", "--format", "json").objects().first)
        #expect((all["count"] as? Int ?? 0) >= 1500)
        #expect(all["count"] as? Int == (all["cases"] as? [Any])?.count)
        #expect(try await Program.run("conform", "list", "--id", "no-such-case").status == 64)
        #expect(try await Program.run("conform", "list", "--level", "perhaps").status == 64)
    }

    @Test("vectors --export writes files that a run can read again")
    func export() async throws {
        let folder = try TemporaryFolder()
        let result = try await Program.run("conform", "vectors", "--export", folder.path("vectors"))
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("vectors"))
        #expect(files.contains("rongcloud.uid.json") && files.count >= 8)
        let object = try folder.json("vectors/rongcloud.uid.json")
        #expect(object["schema"] as? String == "imwire-vectors/1")
        #expect(object["count"] as? Int == (object["cases"] as? [Any])?.count)
        let run = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "self",
            "--vectors",
            folder.path("vectors/rongcloud.uid.json")
        )
        #expect(run.status == 0)
        let cut = try folder.write(String(try folder.text("vectors/rongcloud.uid.json").dropLast(9)), to: "cut.json")
        #expect(try await Program.run("conform", "list", "--vectors", cut).status == 65)
        #expect(try await Program.run("conform", "list", "--vectors", folder.path("none.json")).status == 66)
        #expect(try await Program.run("conform", "vectors", "--export", "/dev/null/x").status == 74)
    }

    @Test("run with self passes, says so on standard error, and ends with 0")
    func library() async throws {
        let result = try await Program.run("conform", "run", "--adapter", "self", "--group", "rongcloud.frame.tcp")
        #expect(result.status == 0)
        #expect(result.text.contains("rongcloud.frame.tcp"))
        #expect(!result.text.contains("FAILED"))
        #expect(result.errors.contains("imwire 0.1.0: ") && result.errors.contains(" 0 failed"))
        let quiet = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "self",
            "--id",
            "ws-published-puback",
            "--quiet"
        )
        #expect(quiet.errors.isEmpty)
    }

    @Test("run in which nothing passes ends with 1 and says so")
    func nothingPassed() async throws {
        let hello = #"{"id":1,"ok":true,"value":{"sdk":"empty","operations":["no.such"]}}"#
        let adapter = "read -r line; echo '\(hello)'; cat"
        let result = try await Program.run("conform", "run", "--adapter", adapter, "--group", "rongcloud.uid")
        #expect(result.status == 1)
        #expect(result.errors.contains("no case passed"))
        #expect(result.text.contains("FAILED no case passed"))
    }

    @Test("run limits what an adapter prints on standard error, and lets none of it reach the terminal as a command")
    func standardError() async throws {
        let adapter =
            "printf '\\033[2J' >&2; yes 0123456 | head -c 3000000 >&2; '\(try Program.path())' conform adapter"
        let result = try await Program.run("conform", "run", "--adapter", adapter, "--group", "rongcloud.uid")
        #expect(result.status == 0, "\(result.text)")
        #expect(result.errors.hasPrefix(#"adapter: \u{1b}[2J0123456"#))
        #expect(result.errors.utf8.count < 200_000)
        #expect(result.errors.contains("more bytes that the adapter printed on standard error are not shown"))
    }

    @Test("the library passes as a child process, too")
    func child() async throws {
        let result = try await Program.shell(
            "imwire conform run --adapter \"'\(try Program.path())' conform adapter\" --group rongcloud.uid --jobs 2"
        )
        #expect(result.status == 0, "\(result.text)")
    }

    @Test("run with an adapter that is wrong and crashes ends with 1, and shows each failure with its repetition")
    func failures() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Adapter.wrong, to: "wrong.sh")
        let result = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "sh \(script)",
            "--id",
            "ws-published-puback",
            "--start-timeout",
            "120",
            "--timeout",
            "60"
        )
        #expect(result.status == 1)
        #expect(result.text.contains("FAILED ws-published-puback  (should, rongcloud.frame.websocket)"))
        #expect(result.text.contains("expected  \"PUBACK\"") && result.text.contains("actual    \"PINGREQ\""))
        #expect(result.text.contains("repeat: imwire conform run --adapter 'sh \(script)' --id ws-published-puback"))
        #expect(result.errors.contains("shell 2: 0 passed, 1 failed"))
    }

    @Test(
        "--fail-fast and --max-failures end the run with the first failures",
        arguments: [(["--fail-fast"], 1), (["--max-failures", "1"], 1), (["--max-failures", "2"], 2)]
    )
    func endsEarly(_ options: [String], _ count: Int) async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Adapter.wrong, to: "wrong.sh")
        let result = try await Program.run(
            ["conform", "run", "--adapter", "sh \(script)", "--start-timeout", "120", "--timeout", "60"]
                + ["--format", "json"] + Adapter.cases + options
        )
        #expect(result.status == 1)
        let report = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        let run = try #require((report["runs"] as? [[String: Any]])?.first)
        let cases = try #require(run["cases"] as? [[String: Any]])
        #expect(cases.count { $0["status"] as? String == "failed" } == count)
        let notes = try #require(run["notes"] as? [String])
        #expect(notes.contains { $0.hasPrefix("the run was ended after \(count) failure") })
    }

    @Test(
        "--fail-fast and --max-failures that make no sense end with 64",
        arguments: [
            ["--max-failures", "0"], ["--fail-fast", "--max-failures", "3"],
            ["--fail-fast", "--expected-failures", "known.json", "--fix"],
        ]
    )
    func senseless(_ options: [String]) async throws {
        #expect(try await Program.run(["conform", "run", "--adapter", "self"] + options).status == 64)
    }

    @Test("run writes all reports at once, and report makes the same ones of the JSON")
    func reports() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Adapter.wrong, to: "wrong.sh")
        let names = ["junit.xml", "report.tap", "report.md", "report.html", "report.json"]
        let options = zip(["junit", "tap", "markdown", "html", "json"], names).map { "--\($0) '\(folder.path($1))'" }
        let run = try await Program.shell(
            "imwire conform run --adapter 'sh \(script)' --adapter self --group rongcloud.frame.websocket --level should "
                + "--operation frame.decode --start-timeout 120 --timeout 60 " + options.joined(separator: " ")
        )
        #expect(run.status == 1)
        let json = try folder.json("report.json")
        #expect(json["schema"] as? String == "imwire-conformance/1")
        let runs = try #require(json["runs"] as? [[String: Any]])
        #expect(runs.count == 2)
        let classes = Set((runs[0]["cases"] as? [[String: Any]] ?? []).compactMap { $0["class"] as? String })
        #expect(classes.isSuperset(of: ["difference", "crash"]))
        #expect(try folder.text("junit.xml").contains("<testsuite name=\"shell 2: rongcloud.frame.websocket\""))
        #expect(try folder.text("report.tap").hasPrefix("TAP version 14\n1..2\n"))
        #expect(try folder.text("report.md").contains("## Where they differ"))
        #expect(try folder.text("report.html").hasPrefix("<!DOCTYPE html>"))
        let again = try await Program.run(
            "conform",
            "report",
            folder.path("report.json"),
            "--html",
            folder.path("again.html"),
            "--markdown",
            "-"
        )
        #expect(again.status == 0)
        #expect(try folder.text("again.html") == folder.text("report.html"))
        #expect(again.text == (try folder.text("report.md")))
        // One file for each SDK gives the same as one run of all.
        for (index, adapter) in ["sh \(script)", "self"].enumerated() {
            _ = try await Program.shell(
                "imwire conform run --adapter '\(adapter)' --group rongcloud.frame.websocket --level should --operation "
                    + "frame.decode --start-timeout 120 --timeout 60 --json '\(folder.path("\(index).json"))'"
            )
        }
        let both = try await Program.run("conform", "report", folder.path("0.json"), folder.path("1.json"))
        #expect(both.status == 0)
        #expect(both.text == run.text)
    }

    @Test("run ends with 64 for wrong usage, 69 without an adapter, 74 where a report cannot be written")
    func exitCodes() async throws {
        #expect(try await Program.run("conform", "run").status == 64)
        #expect(try await Program.run("conform", "run", "--adapter", "self", "--jobs", "0").status == 64)
        #expect(try await Program.run("conform", "run", "--adapter", "self", "--junit", "-", "--tap", "-").status == 64)
        let missing = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "/no/such/adapter",
            "--id",
            "ws-published-puback"
        )
        #expect(missing.status == 69)
        #expect(missing.errors.contains("not found"))
        let unwritable = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "self",
            "--id",
            "ws-published-puback",
            "--html",
            "/dev/null/x"
        )
        #expect(unwritable.status == 74)
        #expect(unwritable.text.isEmpty)
        #expect(try await Program.run("conform", "report", "/no/such/file").status == 66)
        let folder = try TemporaryFolder()
        // The adapter does not start, because the report could not be written.
        let early = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "touch '\(folder.path("started"))'",
            "--junit",
            folder.path("none/report.xml")
        )
        #expect(early.status == 74)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        let damaged = try folder.write("{\"schema\":\"imwire-conformance/1\"}", to: "damaged.json")
        #expect(try await Program.run("conform", "report", damaged, "--junit", damaged).status == 64)
        let result = try await Program.run("conform", "report", damaged)
        #expect(result.status == 65)
        #expect(result.errors.contains("runs"))
    }

    @Test("run takes known failures, demands that they are up to date, and brings them up to date")
    func expectedFailures() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Adapter.wrong, to: "wrong.sh")
        let list = try folder.write(
            #"[{"id":"ws-published-puback","reason":"ticket 1","class":"difference"}]"#,
            to: "known.json"
        )
        func run(_ adapter: String, _ options: String...) async throws -> Int32 {
            let line =
                "imwire conform run --adapter '\(adapter)' --id ws-published-puback --expected-failures '\(list)' "
                + "--start-timeout 120 --timeout 60 " + options.joined(separator: " ")
            return try await Program.shell(line).status
        }
        #expect(try await run("sh \(script)") == 0)
        #expect(try await run("self") == 1)
        #expect(try await run("self", "--json", list) == 64)
        #expect(try await run("self", "--fix") == 0)
        #expect(try folder.text("known.json").filter { !$0.isWhitespace } == "[]")
    }

    @Test("record makes vectors of a capture that run passes")
    func record() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("recorded.json")
        let result = try await Program.run(
            "conform",
            "record",
            Files.v2,
            "--flow",
            "3",
            "--select",
            "18-20",
            "-o",
            file
        )
        #expect(result.status == 0)
        #expect(result.errors.contains("review them"))
        let cases = try #require(try folder.json("recorded.json")["cases"] as? [[String: Any]])
        #expect(
            cases.compactMap { $0["source"] as? String }.filter { !$0.contains("event 18,") && !$0.contains("20,") }
                == (18...20).map { "capture rongcloud-web-v2-chat, event \($0)" }
        )
        // The bytes are those that the recording server wrote down.
        let frames = Set(try Files.recordedFrames("rongcloud-web-v2-chat").map(\.hex))
        for entry in cases where entry["operation"] as? String == "frame.decode" {
            #expect(frames.contains((entry["input"] as? [String: Any])?["hex"] as? String ?? ""))
        }
        #expect(try await Program.run("conform", "run", "--adapter", "self", "--vectors", file).status == 0)
        // A failed case of the file is repeated by the command in the report.
        let wrong = try folder.text("recorded.json").replacing(#""type":"PUBACK""#, with: #""type":"QUERYCON""#)
        let failed = try await Program.run(
            "conform",
            "run",
            "--adapter",
            "self",
            "--vectors",
            try folder.write(wrong, to: "wrong.json")
        )
        let begin = "  repeat: "
        let line = try #require(failed.text.split(separator: "\n").first { $0.hasPrefix(begin) })
        let again = try await Program.shell(String(line.dropFirst(begin.count)))
        #expect(again.status == 1 && again.text.contains("FAILED"))
    }

    @Test(
        "record takes every frame of a connection, in every form",
        arguments: ["rongcloud-web-v4-chat", "rongcloud-tcp-chat", "rongcloud-polling-chat"]
    )
    func recordFlow(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("recorded.json")
        let flow = name == "rongcloud-tcp-chat" ? "1" : name == "rongcloud-polling-chat" ? "2" : "3"
        let result = try await Program.run(
            "conform",
            "record",
            Files.bundled(name + ".pcap"),
            "--flow",
            flow,
            "-o",
            file
        )
        #expect(result.status == 0, "\(result.errors)")
        let operations = Set(
            (try folder.json("recorded.json")["cases"] as? [[String: Any]] ?? []).compactMap {
                $0["operation"] as? String
            }
        )
        #expect(operations.isSuperset(of: ["frame.decode", "message.decode"]))
        let run = try await Program.run("conform", "run", "--adapter", "self", "--vectors", file)
        #expect(run.status == 0, "\(run.text)")
    }

    @Test(
        "record says when a case holds a secret, in every system",
        arguments: [
            ("rongcloud-tcp-chat", 1, true), ("rongcloud-tcp-chat", 5, false), ("leancloud-json-chat", 2, true),
            ("leancloud-json-chat", 4, false), ("leancloud-base64-chat", 3, true), ("leancloud-base64-chat", 4, false),
            ("nim-web-chatroom", 3, true), ("nim-web-chatroom", 5, false), ("yc-polling", 1, false),
        ] as [(String, Int, Bool)]
    )
    func recordSecret(_ name: String, _ event: Int, _ holdsSecret: Bool) async throws {
        let result = try await Program.run("conform", "record", Files.bundled(name + ".pcap"), "--select", "\(event)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("in full") == holdsSecret)
    }

    @Test("record ends with 64 without a choice, 65 for what is no frame, 66 without a capture")
    func recordErrors() async throws {
        #expect(try await Program.run("conform", "record", Files.v2).status == 64)
        #expect(try await Program.run("conform", "record", Files.v2, "--select", "x").status == 64)
        let http = try await Program.run("conform", "record", Files.v2, "--select", "1")
        #expect(http.status == 65)
        #expect(http.output.isEmpty)
        #expect(http.errors.contains("event 1 is no frame: HTTP"))
        #expect(try await Program.run("conform", "record", Files.v2, "--select", "9999").status == 65)
        #expect(try await Program.run("conform", "record", "/no/such/file", "--flow", "1").status == 66)
        #expect(try await Program.run("conform", "record", Files.v2, Files.v4, "--flow", "1").status == 64)
        let folder = try TemporaryFolder()
        let capture = try folder.write("no capture", to: "chat.pcap")
        let overwriting = try await Program.run("conform", "record", capture, "--flow", "1", "-o", capture)
        #expect(overwriting.status == 64)
        #expect(overwriting.errors.contains("would overwrite an input"))
    }

    @Test("record reads captures as other commands do, and says the same of them")
    func recordReading() async throws {
        let named = try await Program.run("conform", "record", "-r", Files.v2, "--flow", "3", "-d", "tcp.port==1,nim")
        #expect(named.status == 0)
        let encrypted = try await Program.run("conform", "record", Files.tls, "--flow", "3")
        #expect(encrypted.status == 65)
        #expect(encrypted.errors.contains("flow 3: TLS is not decrypted"))
        let keys = try await Program.run("conform", "record", Files.tls, "--flow", "3", "--keys", Files.tlsKeys)
        #expect(keys.status == 0)
        let cut = Data(try Files.bytes(Files.v2).prefix(9000))
        let damaged = try await Program.run("conform", "record", "-", "--select", "9999", input: cut)
        #expect(damaged.status == 2)
        #expect(damaged.errors.contains("damaged at byte") && damaged.errors.contains("no event to record"))
    }

    @Test("names check asks adapters, and writes the matrix as text, Markdown and HTML")
    func names() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(
            """
            while IFS= read -r line; do
              case $line in
                *hello*) echo '{"id":1,"ok":true,"value":{"sdk":"shell"}}';;
                *names.list*) echo '{"id":2,"ok":true,"value":[{"objectName":"RC:TXTMSG","class":"Text"}]}';;
              esac
            done
            """,
            to: "names.sh"
        )
        let table = try folder.write(#"[{"objectName":"RC:TxtMsg","class":"TextMessage"}]"#, to: "names.json")
        let adapters = ["--adapter", "one=sh \(script)", "--adapter", "two=\(table)", "--adapter", "own=self"]
        let line = "imwire names check " + adapters.map { "'\($0)'" }.joined(separator: " ")
        let findings = try await Program.shell(line)
        #expect(findings.status == 1)
        #expect(findings.text.contains("one: error: RC:TXTMSG is RC:TxtMsg in another letter case"))
        let matrix = try await Program.shell(line + " --matrix markdown")
        #expect(matrix.status == 1)
        #expect(matrix.text.hasPrefix("| Object name | Catalogue | one | two | own |\n"))
        #expect(
            matrix.text.contains("| RC:TxtMsg | persisted+counted | ! RC:TXTMSG, Text | TextMessage | TextMessage,")
        )
        let page = try await Program.shell(line + " --matrix html -o '\(folder.path("names.html"))'")
        #expect(page.text == findings.text)
        #expect(try folder.text("names.html").contains("! RC:TXTMSG, Text"))
        #expect(try await Program.run("names", "check", "--adapter", "x=/no/such/adapter").status == 69)
        #expect(try await Program.run("names", "check", "--adapter", "x=none.json").status == 66)
        #expect(try await Program.run("names", "check", "--adapter", "x=self", "-o", "y").status == 64)
    }
}
