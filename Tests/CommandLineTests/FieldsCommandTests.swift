import Foundation
import Testing

@Suite("Fields on the command line")
struct FieldsCommandTests {
    @Test("fields lists them as text, JSON and Markdown")
    func lists() async throws {
        let text = try await Program.run("fields")
        #expect(text.status == 0)
        #expect(text.text.contains("message.objectName"))
        let json = try await Program.run("fields", "--format", "json")
        #expect(try json.objects().map { $0["schema"] as? String } == ["imwire-fields/1"])
        let markdown = try await Program.run("fields", "--format", "markdown")
        #expect(markdown.text.contains("| `latency` |"))
    }

    @Test("--format fields writes the values of -e, with --header their names first")
    func columns() async throws {
        let arguments = ["decode", "--quiet", "--format", "fields", "-e", "n", "-e", "packets", "-e", "frame.type"]
        let plain = try await Program.run(arguments + ["-Y", "frame.type == PINGREQ", Files.v2])
        let named = try await Program.run(arguments + ["-Y", "frame.type == PINGREQ", "--header", Files.v2])
        #expect(plain.status == 0)
        #expect(plain.lines.count == 2)
        #expect(plain.lines.allSatisfy { $0.split(separator: "\t").count == 3 && $0.hasSuffix("\tPINGREQ") })
        #expect(named.lines == ["n\tpackets\tframe.type"] + plain.lines)
        let twice = try await Program.run(arguments + ["-e", "file", "--header", Files.v2, Files.v4])
        #expect(twice.lines.count { $0.hasPrefix("n\t") } == 1)
        #expect(twice.lines.dropFirst().allSatisfy { $0.hasSuffix(Files.v2) || $0.hasSuffix(Files.v4) })
        let one = try await Program.run(
            "decode",
            "--quiet",
            "--format",
            "jsonl",
            "-Y",
            "file contains \"v4\"",
            Files.v2,
            Files.v4
        )
        #expect(one.lines.count > 10)
        #expect(one.lines.allSatisfy { $0.contains(Files.v4) })
    }

    @Test(
        "what cannot be written ends with 64 and says why",
        arguments: [
            (["--format", "fields"], "-e FIELD"), (["-e", "n"], "--format fields"), (["--header"], "--format fields"),
            (["--format", "fields", "-e", "frame.tpye"], "did you mean frame.type?"),
            (["--format", "fields", "-e", "frame"], "name one, as in frame.type"),
            (["--format", "fields", "-e", "hex"], "--raw"), (["-Y", "hex == \"c0\""], "--raw"),
            (["-Y", "frame.type == PUBLSH"], "frame.type == PUBLSH\n                ^^^^^^"),
        ]
    )
    func refusals(_ arguments: [String], _ words: String) async throws {
        let result = try await Program.run(["decode"] + arguments + [Files.v2])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
