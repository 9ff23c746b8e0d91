import Foundation
import TestSupport
import Testing

/// The scripts that build the vectors, held against the files.
@Suite("The vectors' construction")
struct ConstructionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Construction")

    /// Whether Python is new enough for the scripts.
    private static let hasPython = OutsideTool.python("import sys; sys.exit(sys.version_info < (3, 10))")

    private static func run(_ script: String, _ arguments: String...) throws -> OutsideTool.Result {
        let python = try #require(OutsideTool.path("python3"))
        return try OutsideTool.run(python, ["-B", folder.appending(path: script).path] + arguments)
    }

    @Test("gives the files as they are", .enabled(if: hasPython, "needs Python 3.10"))
    func build() throws {
        let result = try Self.run("build.py", "--check")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("of contents holds against its own check", .enabled(if: hasPython, "needs Python 3.10"))
    func contents() throws {
        let result = try Self.run("contents_check.py")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(
        "of payloads holds against protoc",
        .enabled(if: hasPython && OutsideTool.path("protoc") != nil, "needs Python 3.10 and protoc")
    )
    func payloads() throws {
        let result = try Self.run("check_payloads.py")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(
        "of LeanCloud's commands holds against protoc and Python's protobuf",
        .enabled(
            if: OutsideTool.python("import google.protobuf") && OutsideTool.path("protoc") != nil,
            "needs protoc and Python's protobuf"
        )
    )
    func leanCloud() throws {
        let result = try Self.run("check_leancloud.py")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        // Hundreds are judged; the rest is of forms that protobuf has nothing to say about.
        let judged = result.output.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(judged > 700, "\(result.output)")
    }
}
