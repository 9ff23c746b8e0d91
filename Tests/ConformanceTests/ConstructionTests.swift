import Foundation
import Testing

/// The scripts that build the vectors, held against the files.
@Suite("The vectors' construction")
struct ConstructionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Construction")

    private static func run(_ script: String, _ arguments: String...) throws -> OutsideTool.Result? {
        guard let python = OutsideTool.path("python3") else { return nil }
        guard try OutsideTool.run(python, ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status == 0 else {
            print("skipped: Python is older than 3.10 on this machine")
            return nil
        }
        return try OutsideTool.run(python, ["-B", folder.appending(path: script).path] + arguments)
    }

    @Test("gives the files as they are")
    func build() throws {
        guard let result = try Self.run("build.py", "--check") else { return }
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("of contents holds against its own check")
    func contents() throws {
        guard let result = try Self.run("contents_check.py") else { return }
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("of payloads holds against protoc")
    func payloads() throws {
        guard OutsideTool.path("protoc") != nil, let result = try Self.run("check_payloads.py") else { return }
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
