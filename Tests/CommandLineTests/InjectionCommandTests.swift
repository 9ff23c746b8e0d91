import Foundation
import TestSupport
import Testing

@Suite("Text from the wire and names of files in what commands write")
struct InjectionCommandTests {
    private static let text = "e\u{1B}[2J\u{202E}\u{9B}31m\u{7}\n\r\u{85}\u{2066}\u{7F}\u{2028}v"

    @Test("commands that read captures show it as text, on standard error too")
    func captures() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: Self.text + ".pcap")
        let other = folder.url.appending(path: Self.text + "2.pcap")
        try GeneratedCapture.write(
            texts: [Self.text, Self.text, "third", Self.text],
            objectNames: [Self.text, "RC:TxtMsg"],
            topics: [Self.text],
            sdk: Self.text,
            lost: [2],
            to: file
        )
        try GeneratedCapture.write(texts: ["one", Self.text], topics: ["x" + Self.text], to: other)
        let cut = folder.url.appending(path: Self.text + "cut.pcap")
        try Data(contentsOf: file).dropLast(7).write(to: cut)
        let report = folder.path("report.json")
        let redacted = folder.path(Self.text + "out.pcapng")
        var runs: [[String]] = []
        for format in ["text", "tree", "jsonl"] {
            runs.append(["decode", "--explain-detect", "--format", format, file.path, other.path])
        }
        runs += ["text", "json", "sarif"].map { ["check", "--format", $0, file.path, other.path] }
        runs += ["text", "mermaid", "svg"].map { ["ladder", "--format", $0, file.path] }
        runs += ["text", "json"].map { ["flows", "--format", $0, file.path, other.path] }
        runs += ["text", "json"].map { ["stats", "--by", "message.objectName", "--format", $0, file.path] }
        runs += ["text", "json"].map { ["diff", "--format", $0, file.path, other.path] }
        runs += [
            ["decode", cut.path], ["decode", folder.path + "/missing" + Self.text], ["check", cut.path],
            ["redact", "--report", report, file.path, redacted], ["check", "--rules", "no" + Self.text, file.path],
            ["uid", "BUFE-A62U-32C4-01I2", "--target", Self.text], ["code", "no" + Self.text],
        ]
        for arguments in runs {
            let result = try await Program.run(arguments)
            let what = arguments.prefix(3).filter { !$0.contains("/") }.joined(separator: " ")
            #expect(HarmfulCharacters.found(in: result.text) == [], "\(what)")
            #expect(HarmfulCharacters.found(in: result.errors) == [], "\(what), standard error")
            #expect(!result.text.isEmpty || !result.errors.isEmpty, "\(what)")
            // A name is shown, and ends no line.
            #expect(!(result.text + result.errors).split(separator: "\n").contains { $0.hasPrefix("\\r") }, "\(what)")
        }
        let written = String(decoding: try Data(contentsOf: URL(filePath: report)), as: UTF8.self)
        #expect(HarmfulCharacters.found(in: written) == [])
        #expect(written.contains("imwire-redaction/1"))
    }

    @Test("commands that take a frame or a content apart show it as text, and a frame still comes back")
    func frames() async throws {
        let name = Array("t\u{9B}\u{202E}\u{7F}".utf8)
        let hex = ([0x32, 0, UInt8(name.count)] + name + [0, UInt8(name.count)] + name + [0, 1])
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let frame = try await Program.run("frame", "decode", "--sender", "client", hex)
        #expect(frame.status == 0, "\(frame.errors)")
        #expect(HarmfulCharacters.found(in: frame.text) == [])
        let back = try await Program.run("frame", "encode", "--sender", "client", input: frame.output)
        #expect(back.text == hex + "\n")
        let content = try await Program.run(
            "message",
            "decode",
            "RC:TxtMsg",
            input: Data("{\"content\":\"\u{9B}31m\u{202E}\u{7F}\"}".utf8)
        )
        #expect(content.status == 0)
        #expect(HarmfulCharacters.found(in: content.text) == [])
    }
}
