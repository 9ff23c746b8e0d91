import Foundation
import TestSupport
import Testing

@Suite("imwire redact")
struct RedactCommandTests {
    @Test("says which names of fields no value has, and succeeds")
    func unmatchedNames() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "in.pcap")
        try GeneratedCapture.write(texts: ["one", "two"], to: file)
        let output = folder.path("out.pcapng")
        let names = ["--keep", "targetId", "--keep", "targetID", "--also", "tokn\u{1B}"]
        let run = try await Program.run(["redact", "--quiet"] + names + [file.path, output])
        #expect(run.status == 0)
        let lines = run.errors.split(separator: "\n").filter { $0.contains("one of these names") }
        #expect(!run.errors.contains("\u{1B}"))
        #expect(lines.count == 1 && lines[0].contains(": targetID, tokn"), "\(run.errors)")
    }

    @Test("lets no report take the place of a capture, also through a link", arguments: [true, false])
    func linkedReport(exists: Bool) async throws {
        let folder = try TemporaryFolder()
        try GeneratedCapture.write(texts: ["one"], to: folder.url.appending(path: "in.pcap"))
        let output = folder.url.appending(path: "out.pcapng")
        if exists { try Data("kept".utf8).write(to: output) }
        let link = folder.url.appending(path: "report.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: output)
        let input = folder.path("in.pcap")
        let run = try await Program.run("redact", "--report", link.path, input, output.path)
        #expect(run.status == (exists ? 64 : 74), "\(run.errors)")
        #expect((try? Data(contentsOf: output)) == (exists ? Data("kept".utf8) : nil))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == (exists ? 3 : 2))
    }

    @Test("leaves neither a report nor a part of the capture where that cannot get its name")
    func takenName() async throws {
        let folder = try TemporaryFolder()
        try GeneratedCapture.write(texts: (0..<4000).map { "text \($0)" }, to: folder.url.appending(path: "in.pcap"))
        // A folder takes the name while the capture is being made. Where the capture was made before that, it is made
        // again.
        let script = """
            cd '\(folder.path)'
            for attempt in 1 2 3 4 5 6 7 8 9; do
                imwire redact --quiet --report report.json in.pcap out.pcapng &
                redaction=$!
                while kill -0 $redaction 2> /dev/null; do set -- out.pcapng.part-*; [ -e "$1" ] && break; done
                mkdir out.pcapng 2> /dev/null && break
                wait $redaction
                rm -f out.pcapng report.json
            done
            wait $redaction
            """
        let run = try await Program.shell(script)
        #expect(run.status == 74, "\(run.errors)")
        #expect(run.errors.contains("out.pcapng: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["in.pcap", "out.pcapng"])
    }
}
