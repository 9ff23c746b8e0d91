import Foundation
import Testing
import WireFormat
import WireProtobuf

/// Runs the protoc of this machine, so that the recorded bytes are known to be what a protoc writes.
private enum Protoc {
    static let path: String? = ["/usr/bin/protoc", "/usr/local/bin/protoc", "/opt/homebrew/bin/protoc"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static func run(_ arguments: [String], _ input: String, in folder: URL) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let inputFile = folder.appendingPathComponent("input")
        try Data(input.utf8).write(to: inputFile)
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return [UInt8](bytes)
    }
}

@Suite("The recorded vectors", .enabled(if: Protoc.path != nil, "protoc is not installed"))
struct ProtocTests {
    @Test("are what this machine's protoc writes")
    func vectors() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("WireProtobufTests-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(TestSchema.two.utf8).write(to: folder.appendingPathComponent("kinds.proto"))
        try Data(TestSchema.three.utf8).write(to: folder.appendingPathComponent("three.proto"))
        for vector in ProtocVector.all {
            guard let text = vector.text else { continue }
            let file = vector.message.hasPrefix("test.two") ? "kinds.proto" : "three.proto"
            let bytes = try Protoc.run(["--encode=" + vector.message, file], text, in: folder)
            #expect(Hex.encode(bytes) == vector.hex, "\(vector.name)")
        }
    }
}
