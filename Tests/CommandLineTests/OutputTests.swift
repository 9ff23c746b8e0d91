import Foundation
import TestSupport
import Testing

@Suite("Where output goes")
struct OutputTests {
    /// A folder for one test, with a copy of a capture in it.
    private static func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try Files.bytes(Files.v2).write(to: folder.url.appending(path: "a.pcap"))
        try await body(folder.url)
    }

    @Test("what there is one of is counted in the singular")
    func singular() async throws {
        let result = try await Program.run("stats", "-Y", "n == 1", Files.v4)
        #expect(result.lines.first == "101 packets, 3 flows, 1 event")
        #expect(result.lines.last == "1 HTTP exchange")
    }

    @Test("redact writes through a symbolic link, and over no pipe and no device")
    func redactTargets() async throws {
        try await Self.inFolder { folder in
            let (link, real, pipe) = (folder.path + "/link", folder.path + "/real", folder.path + "/pipe")
            try Data().write(to: URL(filePath: real))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
            let written = try await Program.run("redact", folder.path + "/a.pcap", link)
            #expect(written.status == 0)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
            #expect(try !Files.bytes(real).isEmpty)

            try #require(mkfifo(pipe, 0o600) == 0)
            let refused = try await Program.run("redact", folder.path + "/a.pcap", pipe)
            #expect(refused.status == 74)
            #expect(refused.errors.contains("no ordinary file"))
            let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
            #expect(type != .typeRegular)
            #expect(try await Program.run("redact", folder.path + "/a.pcap", "-").status == 64)
        }
    }

    /// Commands that would overwrite what they read: `a.pcap`, `keys`, `App.swift` or `case.json`; or one of their own
    /// outputs, `b.pcapng`.
    private static let overwriting = [
        ["check", "--write-baseline", "a.pcap", "a.pcap"],
        ["decode", "--keys", "keys", "-w", "keys", "a.pcap"],
        ["report", "--keys", "keys", "-o", "keys", "a.pcap"],
        ["redact", "--keys", "keys", "a.pcap", "keys"],
        ["redact", "--report", "keys", "--keys", "keys", "a.pcap", "b.pcapng"],
        ["redact", "--report", "b.pcapng", "a.pcap", "./b.pcapng"],
        ["names", "check", "--source", "App.swift", "--matrix", "html", "-o", "App.swift"],
        ["names", "check", "--source", ".", "--matrix", "html", "-o", "App.swift"],
        ["names", "check", "--adapter", "sdk=a.pcap", "--matrix", "html", "-o", "a.pcap"],
        ["names", "check", "--adapter", "a=self", "--baseline", "keys", "--matrix", "html", "-o", "keys"],
        ["conform", "run", "--adapter", "self", "--vectors", "keys", "--json", "keys"],
        ["conform", "run", "--adapter", "self", "--vectors", ".", "--html", "case.json"],
        ["conform", "run", "--adapter", "self", "--id", "x", "--json", "b.pcapng", "--html", "./b.pcapng"],
        ["fuzz", "run", "--target", "uids", "--runs", "1", "--sarif", "b.pcapng", "--junit", "b.pcapng"],
    ]

    @Test("no command overwrites what it reads or writes itself", arguments: overwriting)
    func inputsStay(_ arguments: [String]) async throws {
        try await Self.inFolder { folder in
            let keys = try Files.bytes(Files.tlsKeys)
            try keys.write(to: folder.appending(path: "keys"))
            for name in ["App.swift", "case.json"] { try keys.write(to: folder.appending(path: name)) }
            let words = arguments.map { "'\($0)'" }.joined(separator: " ")
            let result = try await Program.shell("cd '\(folder.path)' && imwire \(words)")
            #expect(result.status == 64, "\(result.errors)")
            for name in ["App.swift", "case.json"] { #expect(try Files.bytes("\(folder.path)/\(name)") == keys) }
            #expect(try Files.bytes(folder.path + "/keys") == keys)
            #expect(try Files.bytes(folder.path + "/a.pcap") == Files.bytes(Files.v2))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.pcapng"))
        }
    }

    @Test(
        "every command ends with 74 where its output cannot be written, and names that output alone",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
        arguments: [
            "decode CAPTURE", "decode --format jsonl CAPTURE", "decode -w - CAPTURE", "report -o - CAPTURE",
            "flows CAPTURE", "stats CAPTURE", "check CAPTURE", "ladder CAPTURE", "diff CAPTURE OTHER",
            "fields", "--help", "help decode", "frame decode --help", "--version",
            "message list", "code 31004", "conform list", "fuzz list", "names check --list-rules",
        ]
    )
    func fullOutput(_ command: String) async throws {
        let program = try Program.path()
        let line =
            "'\(program)' "
            + command.replacingOccurrences(of: "CAPTURE", with: "'\(Files.v2)'")
            .replacingOccurrences(of: "OTHER", with: "'\(Files.v4)'")
        let result = try await Program.shell(line + " > /dev/full")
        // What writes nothing cannot fail.
        let plain = try await Program.shell(line)
        try #require(!plain.output.isEmpty, "\(command) writes nothing")
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("imwire: cannot write standard output: No space left on device"))
        #expect(!result.errors.contains("\(Files.v2): "), "\(result.errors)")
    }

    @Test(
        "an output without a name ends with 74 before anything is judged, and is told in words",
        arguments: [
            ["decode", "-w", "", Files.v2], ["report", "-o", "", Files.v2], ["redact", Files.v2, ""],
            ["check", "--write-baseline", "", Files.v2], ["conform", "run", "--adapter", "self", "--json", ""],
            ["conform", "vectors", "--export", ""],
        ]
    )
    func emptyName(_ arguments: [String]) async throws {
        let result = try await Program.run(arguments)
        #expect(result.status == 74)
        #expect(result.output.isEmpty)
        #expect(result.errors == "imwire: the name of an output is empty\n")
    }

    @Test("each -r is read, and a key log that is missing is told")
    func severalInputs() async throws {
        let both = try await Program.run("decode", "--quiet", "-r", Files.v2, "-r", Files.v4)
        let plain = try await Program.run("decode", "--quiet", Files.v2, Files.v4)
        #expect(both.status == 0)
        #expect(both.text == plain.text)
        let missing = try await Program.run("decode", "--keys", "/nowhere/keys", "--keys", Files.tlsKeys, Files.tls)
        #expect(missing.status == 66)
    }

    @Test("a standard input that is closed is empty, and one that is a folder cannot be read")
    func standardInput() async throws {
        let program = try Program.path()
        #expect(try await Program.shell("'\(program)' decode - <&-").status == 65)
        #expect(try await Program.shell("'\(program)' message decode RC:TxtMsg < /").status == 74)
    }

    @Test("a baseline is written of a damaged capture, too")
    func damagedBaseline() async throws {
        try await Self.inFolder { folder in
            let cut = folder.appending(path: "cut.pcap")
            try Data(Files.bytes(Files.v2).prefix(9000)).write(to: cut)
            let baseline = folder.path + "/baseline.json"
            let result = try await Program.run("check", "--write-baseline", baseline, cut.path)
            #expect(result.status == 2)
            #expect(FileManager.default.fileExists(atPath: baseline))
        }
    }
}
