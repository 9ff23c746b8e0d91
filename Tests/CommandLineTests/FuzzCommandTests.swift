import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("imwire fuzz")
struct FuzzCommandTests {
    private func folder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-fuzz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }

    @Test("prints the same for the same seed and number of runs, and ends with 0 when nothing is found")
    func repeats() async throws {
        try await folder { folder in
            let arguments = "fuzz run --quiet --target uids,keylogs,json --runs 50 --seed 11 --findings \(folder)/found"
            let first = try await Program.shell("imwire \(arguments)")
            let second = try await Program.shell("imwire \(arguments)")
            #expect(first.status == 0)
            #expect(first.errors.isEmpty)
            #expect(first.text == second.text)
            #expect(first.lines.count == 3)
            #expect(first.lines.allSatisfy { $0.contains(": 50 runs from ") && $0.hasSuffix(" 0 findings") })
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/found"))
        }
    }

    @Test("keeps a corpus, begins with it, and merges it")
    func corpus() async throws {
        try await folder { folder in
            let arguments = "fuzz run --quiet --target uids --runs 200 --corpus \(folder)/corpus"
            let first = try await Program.shell("imwire \(arguments)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/corpus/uids")
            #expect(kept.count > 4)
            let second = try await Program.shell("imwire \(arguments)")
            #expect(first.text.contains("runs from 4 inputs"))
            #expect(second.text.contains("runs from \(kept.count + 4) inputs"))
            let merged = try await Program.shell(
                "imwire fuzz merge --target uids -o \(folder)/small \(folder)/corpus/uids"
            )
            #expect(merged.status == 0)
            let small = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/small")
            let all = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/corpus/uids")
            #expect(!small.isEmpty && small.count <= all.count)
            let replay = try await Program.shell("imwire fuzz replay --target uids \(folder)/small/*")
            #expect(replay.status == 0)
            #expect(replay.lines.count == small.count)
            #expect(replay.lines.allSatisfy { $0.hasSuffix(": passes") })
        }
    }

    @Test("writes SARIF and JUnit that other programs read")
    func reports() async throws {
        try await folder { folder in
            let result = try await Program.shell(
                "imwire fuzz run --quiet --target uids --runs 10 --sarif \(folder)/a.sarif --junit \(folder)/b/c.xml"
            )
            #expect(result.status == 0)
            let sarif = try JSONSerialization.jsonObject(with: Files.bytes("\(folder)/a.sarif")) as? [String: Any]
            #expect(sarif?["version"] as? String == "2.1.0")
            let xml = XMLParser(data: try Files.bytes("\(folder)/b/c.xml"))
            #expect(xml.parse())
        }
    }

    @Test("refuses what makes no sense with 64, and a missing input with 66")
    func usage() async throws {
        for line in [
            "fuzz run --target nothing", "fuzz run --budget soon", "fuzz run --budget 1s --runs 1",
            "fuzz run --timeout 0",
            "fuzz replay some/where", "fuzz run --max-findings 0",
        ] {
            let result = try await Program.shell("imwire \(line)")
            #expect(result.status == 64, "\(line)")
        }
        #expect(try await Program.shell("imwire fuzz replay --target uids /does/not/exist").status == 66)
    }
}
