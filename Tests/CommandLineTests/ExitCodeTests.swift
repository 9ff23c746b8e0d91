import Foundation
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
    @Test("a whole capture ends with 0 and a summary on standard error")
    func whole() async throws {
        let result = try await Program.run("decode", Files.v2)
        #expect(result.status == 0)
        #expect(result.lines.count == 29)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains("3 flows"))
        #expect(result.errors.contains("29 events"))
    }

    @Test(
        "--quiet and --color are options of every subcommand",
        arguments: [
            "code 0", "conform adapter", "conform list", "fields", "frame decode c0",
            "fuzz list", "message list", "message show RC:TxtMsg", "message decode RC:TxtMsg",
            "uid BKR5-28P4-JT85-SK8H",
        ]
    )
    func quietEverywhere(_ command: String) async throws {
        let input = Data((command.contains("message decode") ? "{}" : "").utf8)
        let result = try await Program.shell("imwire \(command) --quiet --color never", input: input)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
    }

    @Test(
        "standard input named twice ends with 64, since the second reading would find it empty",
        arguments: ["decode - -", "flows - \(Files.v2) -", "check -r - -", "diff - -", "conform report - -"]
    )
    func standardInputTwice(_ command: String) async throws {
        let result = try await Program.shell("imwire \(command)", input: try Files.bytes(Files.v2))
        #expect(result.status == 64 && result.text.isEmpty)
        #expect(result.errors.contains("read only once"))
    }

    @Test("a negative code may stand behind --, and an option that does not exist is named")
    func negativeCode() async throws {
        let plain = try await Program.run("code", "-3")
        let behind = try await Program.run("code", "--", "-3")
        #expect(plain.status == 0 && behind.status == 0 && behind.text == plain.text)
        for arguments in [["code", "--nope", "3"], ["code", "3", "--nope=1"]] {
            let wrong = try await Program.run(arguments)
            #expect(wrong.status == 64 && wrong.errors.contains("there is no option --nope"))
        }
        for arguments in [["code", "--"], ["code", "3", "4"]] {
            let wrong = try await Program.run(arguments)
            #expect(wrong.status == 64 && wrong.errors.contains("one code is needed"))
        }
    }

    @Test("--quiet leaves standard error empty")
    func quiet() async throws {
        let result = try await Program.run("decode", "--quiet", "--format", "jsonl", "--raw", Files.v2)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.lines.count == 29)
    }

    @Test("a capture that was cut off ends with 2, gives what is whole, and says where it was cut")
    func cutOff() async throws {
        let start = Data(try Files.bytes(Files.v2).prefix(9000))
        let result = try await Program.run("decode", "--pings", "-", input: start)
        #expect(result.status == 2)
        #expect(!result.lines.isEmpty)
        let whole = try await Program.run("decode", "--pings", Files.v2)
        #expect(whole.text.hasPrefix(result.text))
        let record = try lastRecord(before: 9000)
        #expect(result.errors.contains("byte \(record)"))
        #expect(result.errors.contains("cut off"))
        let named = try await Program.run("decode", "--pings", "-r", "-", input: start)
        #expect(named.status == 2)
        #expect(named.output == result.output)
    }

    /// Where the last record begins before an offset of the file, by the lengths in its record headers.
    private func lastRecord(before end: Int) throws -> Int {
        let file = [UInt8](try Files.bytes(Files.v2))
        var offset = 24
        while true {
            let length = (0..<4).reduce(0) { $0 | Int(file[offset + 8 + $1]) << (8 * $1) }
            if offset + 16 + length > end { return offset }
            offset += 16 + length
        }
    }

    @Test(
        "a copy that cannot be written ends with 74, and it is the copy that is named",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full")
    )
    func fullDisk() async throws {
        let result = try await Program.run("decode", "-w", "/dev/full", Files.v2)
        #expect(result.status == 74)
        #expect(result.errors.contains("imwire: cannot write /dev/full: No space left on device"))
        #expect(!result.errors.contains("\(Files.v2): "))
    }

    @Test("a file that cannot be written whole stays as it was")
    func keptFile() async throws {
        try await Files.with(Data("what was known".utf8)) { file in
            // No file may grow beyond nothing, as on a full disk.
            let check = "imwire check --write-baseline '\(file)' '\(Files.v2)' > /dev/null 2> /dev/null"
            let result = try await Program.shell("(trap '' XFSZ; ulimit -f 0; \(check)); echo $?; ls '\(file)'*")
            #expect(result.lines == ["74", "\(file)"])
            #expect(try Files.bytes(file) == Data("what was known".utf8))
        }
    }

    @Test("2 wins over 1")
    func damageWinsOverFindings() async throws {
        var file = try Files.bytes(Files.v2)
        // A server's frame is not masked: the CONNACK's user, with a length that goes beyond the frame.
        let isChanged = file.replace("\u{0}\u{9}zhang_wei", with: "\u{7F}\u{9}zhang_wei")
        try #require(isChanged)
        let whole = try await Program.run("decode", "--strict", "-", input: file)
        #expect(whole.status == 1)
        let cut = try await Program.run("decode", "--strict", "-", input: Data(file.prefix(9000)))
        #expect(cut.status == 2)
    }

    @Test(
        "what is no capture ends with 65 and says what it is",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46, 0, 1, 2], "JPEG"), ([], "empty"),
            (Array("hello, this is no capture".utf8), "not a pcap"), ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0], "gzip"),
            ([0xD4, 0xC3], "not a pcap"),
        ] as [([UInt8], String)]
    )
    func noCapture(_ bytes: [UInt8], _ word: String) async throws {
        try await Files.with(Data(bytes)) { path in
            let result = try await Program.run("decode", path)
            #expect(result.status == 65)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains(word))
            #expect(result.errors.contains(path))
        }
    }

    @Test("of two captures the one is named that is none", arguments: [true, false])
    func noCaptureOfTwo(isFirst: Bool) async throws {
        try await Files.with(Data()) { path in
            let result = try await Program.run(["diff"] + (isFirst ? [path, Files.v2] : [Files.v2, path]))
            #expect(result.status == 65)
            #expect(result.output.isEmpty)
            #expect(result.errors == "imwire: \(path): the input is empty\n")
        }
    }

    @Test("what is not there ends with 66", arguments: ["/no/such/file.pcap", NSTemporaryDirectory()])
    func noInput(_ path: String) async throws {
        let result = try await Program.run("decode", path)
        #expect(result.status == 66)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(path))
    }

    @Test(
        "a capture that is not there is reported before another one is read",
        arguments: ["decode", "stats", "flows", "check", "ladder", "report -o -"]
    )
    func noSecondInput(_ command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        // The first one is damaged, which is reported once it is read.
        try await Files.with(try Data(contentsOf: URL(filePath: Files.v2)).prefix(9000)) { path in
            let result = try await Program.run(words + [path, "/no/such/file"])
            #expect(result.status == 66)
            #expect(result.output.isEmpty)
            #expect(result.errors == "imwire: /no/such/file: no such file\n")
        }
    }

    @Test("a named pipe is opened once, so that its writer is read whole")
    func pipeBesideFile() async throws {
        // The second writer lets a reader of an empty pipe end.
        let result = try await Program.shell(
            """
            d=$(mktemp -d); mkfifo "$d/pipe"
            (cat '\(Files.v2)' > "$d/pipe"; sleep 2; timeout 1 sh -c ": > '$d/pipe'") > /dev/null 2>&1 &
            imwire flows '\(Files.v2)' "$d/pipe"; code=$?; rm -r "$d"; exit $code
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        // The titles, and three connections of each.
        #expect(result.lines.count == 7)
    }

    @Test(
        "a file that cannot be opened ends with 66 and says why",
        arguments: [
            (["decode", "/no/such/file"], "imwire: /no/such/file: no such file\n"),
            (["decode", ""], "imwire: the name of an input is empty\n"),
            (["decode", "--keys", "", Files.v2], "imwire: the name of an input is empty\n"),
            (["decode", "/tmp"], "imwire: /tmp: this is a directory; name the captures in it\n"),
            (["diff", Files.v2, "/tmp"], "imwire: /tmp: this is a directory; name a capture in it\n"),
            (["redact", "/tmp", "/tmp/no-output"], "imwire: /tmp: this is a directory; name a capture in it\n"),
            (["report", "--extract", "/tmp"], "imwire: /tmp: this is a directory; name a page\n"),
            (["check", "--rules", "/tmp", Files.v2], "imwire: /tmp: this is a directory; name a file\n"),
            (["decode", "--keys", "\(Files.v2)/x", Files.v2], "\(Files.v2)/x: it cannot be opened: Not a directory\n"),
            (["names", "check", "--source", Files.v2], "\(Files.v2): this is neither a folder nor a file of"),
            (["names", "check", "--source", "/no/such"], "/no/such: it cannot be read: No such file or directory\n"),
        ]
    )
    func unopened(_ arguments: [String], _ text: String) async throws {
        let result = try await Program.run(arguments)
        #expect(result.status == 66)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test(
        "a file that is not what an option takes ends with 65 and says what it should be",
        arguments: [
            ("conform list --vectors", "not valid vectors: "),
            ("conform report", "not a valid report of conform run: "),
            (
                "conform run --adapter self --id ws-published-puback --expected-failures",
                "not a valid list of known failures: "
            ),
            ("names check --adapter self=self --baseline", "not a valid report of names check: "),
            ("check --rules", "no choice of rules: "), ("check --baseline", "no baseline: "),
        ]
    )
    func otherFile(_ command: String, _ text: String) async throws {
        try await Files.with(Data("hello\n".utf8)) { path in
            let captures = command.hasPrefix("check") ? [Files.v2] : []
            let words = command.split(separator: " ").map(String.init)
            let result = try await Program.run(words + [path] + captures)
            #expect(result.status == 65)
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("imwire: \(path): \(text)"), "\(result.errors)")
        }
    }

    @Test(
        "a directory in place of a file to write ends with 74 before anything is read, and says why",
        arguments: [
            ["decode", "-w", "/tmp", Files.v2], ["report", "-o", "/tmp", Files.v2],
            ["check", "--write-baseline", "/tmp", Files.v2],
            ["conform", "run", "--adapter", "false", "--junit", "/tmp"],
        ]
    )
    func directoryAsOutput(_ arguments: [String]) async throws {
        let result = try await Program.run(arguments)
        #expect(result.status == 74)
        #expect(result.output.isEmpty)
        #expect(result.errors == "imwire: /tmp: it cannot be written: Is a directory\n")
    }

    @Test(
        "wrong usage ends with 64",
        arguments: [
            ["decode"], ["decode", "--no-such-option", "x"], ["decode", "--format", "poem", "x"],
            ["decode", "-c", "0", "x"], ["decode", "-c", "many", "x"], ["decode", "--flow", "0", "x"],
            ["no-such-subcommand"], ["decode", "--color", "mauve", "x"], ["frame", "decode", "--sender", "cat", "c0"],
        ]
    )
    func usage(_ arguments: [String]) async throws {
        let line = arguments.map { "'\($0)'" }.joined(separator: " ")
        let result = try await Program.shell("imwire \(line)")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test(
        "an argument that is not UTF-8 is refused: another file would be read or written",
        arguments: ["cp FILE NAME; imwire decode NAME; s=$?; rm NAME", "imwire decode -w NAME FILE; s=$?"]
    )
    func notUTF8(_ line: String) async throws {
        try await Files.with(Files.bytes(Files.v2)) { path in
            let script = line.replacingOccurrences(of: "NAME", with: #"FILE"$(printf '\377')""#) + "; echo $s; ls FILE*"
            let result = try await Program.shell(script.replacingOccurrences(of: "FILE", with: "'\(path)'"))
            #expect(result.text == "64\n\(path)\n")
            #expect(result.errors.contains("is not UTF-8: \(path)\u{FFFD}"), "\(result.errors)")
        }
    }

    @Test("--strict ends with 1 when a diagnostic is an error, and with 0 when none is")
    func strict() async throws {
        let clean = try await Program.run("decode", "--strict", Files.v2)
        #expect(clean.status == 0)
        var file = try Files.bytes(Files.v2)
        // A server's frame is not masked: an s_msg whose topic's length goes beyond the frame.
        let isChanged = file.replace("\u{0}\u{5}s_msg", with: "\u{7F}\u{5}s_msg")
        try #require(isChanged)
        let result = try await Program.run("decode", "--strict", "-", input: file)
        #expect(result.status == 1)
        let relaxed = try await Program.run("decode", "-", input: file)
        #expect(relaxed.status == 0)
        #expect(relaxed.output == result.output)
        // What comes behind the last event that is asked for is not judged.
        let first = try await Program.run("decode", "--strict", "-c", "1", "-", input: file)
        #expect(first.status == 0)
        #expect(first.errors == "stopped after 1 event\n")
        #expect(try await Program.run("decode", "--strict", "-c", "29", "-", input: file).status == 1)
    }

    @Test("a reader that goes away ends the program quietly, with 0")
    func closedPipe() async throws {
        let files = Array(repeating: "'\(Files.v4)'", count: 60).joined(separator: " ")
        let line = "{ imwire decode --format jsonl --raw --quiet \(files); echo \"status $?\" >&2; } | head -1"
        let result = try await Program.shell(line)
        #expect(result.lines.count == 1)
        #expect(result.errors == "status 0\n")
    }

    @Test(
        "a file that is asked for is written whole, also when the reader of standard output goes away",
        arguments: [
            "decode --quiet -w FILE '\(Files.v2)'", "check --quiet --write-baseline FILE '\(Files.v2)'",
            "fuzz run --quiet --target uids --runs 10 --sarif FILE",
        ]
    )
    func fileBesideClosedPipe(_ command: String) async throws {
        try await Files.with(Data()) { path in
            let line = "imwire " + command.replacingOccurrences(of: "FILE", with: "'\(path)'")
            #expect(try await Program.shell(line).status == 0)
            let whole = try Files.bytes(path)
            try #require(!whole.isEmpty)
            // The reader closes the pipe before it lets the program start.
            let script = """
                rm '\(path)'; mkfifo '\(path).go'
                { read go < '\(path).go'; \(line); echo "status $?" >&2; } | { exec <&-; echo > '\(path).go'; }
                rm '\(path).go'
                """
            let result = try await Program.shell(script)
            #expect(result.errors == "status 0\n")
            #expect(try Files.bytes(path) == whole)
        }
    }

    @Test("--version names the program and the schemas, --help has an example")
    func versionAndHelp() async throws {
        let version = try await Program.run("--version")
        #expect(version.status == 0)
        #expect(version.lines.first?.hasPrefix("imwire ") == true)
        #expect(version.text.contains("imwire-event/1"))
        for command in [["decode"], ["frame", "decode"], ["frame", "encode"], ["live"]] {
            let help = try await Program.shell("imwire \(command.joined(separator: " ")) --help")
            #expect(help.status == 0)
            #expect(help.text.contains("Example"))
            #expect(help.text.contains("imwire \(command.joined(separator: " "))"))
        }
    }

    @Test(
        "help about a command that does not exist is an error of usage",
        arguments: ["nope", "frame nope", "decode x"]
    )
    func helpAboutNothing(_ names: String) async throws {
        let result = try await Program.run(["help"] + names.split(separator: " ").map(String.init))
        #expect(result.status == 64)
        #expect(result.text.isEmpty && result.errors.contains("there is no command \"\(names)\""))
    }

    @Test("help about a command shows its help", arguments: [[], ["help"], ["frame"], ["frame", "decode"], ["stats"]])
    func helpAboutCommand(_ names: [String]) async throws {
        let result = try await Program.run(["help"] + names)
        #expect(result.status == 0 && result.text.contains("USAGE: " + (["imwire"] + names).joined(separator: " ")))
    }

    @Test(
        "--help says which numbers an option takes",
        arguments: [
            ("decode", "so many columns, at least 40;"), ("ladder", "from 50 to 1000;"),
            ("live", "bytes of a packet, up to 16777216."),
        ]
    )
    func ranges(_ command: String, _ words: String) async throws {
        let help = try await Program.run(command, "--help")
        let text = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains(words))
    }

    @Test("--help of every command says a default in the words that the option takes")
    func defaultWords() async throws {
        let dump = try await Program.run("--experimental-dump-help")
        let root = try JSONSerialization.jsonObject(with: dump.output) as? [String: Any]
        var commands = [try #require(root?["command"] as? [String: Any])]
        var count = 0
        while let command = commands.popLast() {
            commands += command["subcommands"] as? [[String: Any]] ?? []
            for option in command["arguments"] as? [[String: Any]] ?? [] {
                guard let words = option["allValues"] as? [String], let word = option["defaultValue"] as? String else {
                    continue
                }
                count += 1
                let names = (option["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
                #expect(words.contains(word), "\(command["commandName"] ?? "") \(names): \(word) of \(words)")
            }
        }
        #expect(count > 30)
    }
}

extension Data {
    /// Replaces the first place where a text stands by another of the same length; says whether there was one.
    mutating func replace(_ text: String, with other: some StringProtocol) -> Bool {
        guard text.utf8.count == other.utf8.count, let range = range(of: Data(text.utf8)) else { return false }
        replaceSubrange(range, with: Data(other.utf8))
        return true
    }
}
