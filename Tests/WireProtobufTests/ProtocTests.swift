import Foundation
import TestSupport
import Testing
import WireFormat
import WireProtobuf

/// Runs the protoc of this machine, so that the recorded bytes are known to be what a protoc writes.
private enum Protoc {
    static let isInstalled = OutsideTool.path("protoc") != nil

    static func run(_ arguments: [String], _ input: String, in folder: URL) throws -> [UInt8] {
        try OutsideTool.output(of: "protoc", arguments, input: Array(input.utf8), in: folder)
    }
}

@Suite("The recorded vectors", .enabled(if: Protoc.isInstalled, "protoc is not installed"))
struct ProtocTests {
    @Test("are what this machine's protoc writes")
    func vectors() throws {
        let folder = try TemporaryFolder()
        try Data(TestSchema.two.utf8).write(to: folder.url.appendingPathComponent("kinds.proto"))
        try Data(TestSchema.three.utf8).write(to: folder.url.appendingPathComponent("three.proto"))
        for vector in ProtocVector.all {
            guard let text = vector.text else { continue }
            let file = vector.message.hasPrefix("test.two") ? "kinds.proto" : "three.proto"
            let bytes = try Protoc.run(["--encode=" + vector.message, file], text, in: folder.url)
            #expect(Hex.encode(bytes) == vector.hex, "\(vector.name)")
        }
    }
}
