import Foundation
import RongCloud
import WireFormat
import WireJSON

/// The TCP form as a second program writes and reads it: `tcp_form.py` beside this file.
enum TCPFormScript {
    /// Whether there is a Python to run it.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// A conversation: the key, and for each frame who sends it, its bytes and its fields.
    struct Conversation {
        var key: ObfuscationKey
        var frames: [(sender: FrameSender, bytes: [UInt8], fields: JSONValue)]
    }

    static func make(seed: Int) throws -> Conversation {
        let json = try JSONValue(parsing: run(["make", "\(seed)"], input: []))
        guard let key = json["key"]?.string, let frames = json["frames"]?.elements else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return Conversation(
            key: try ObfuscationKey(Hex.decode(key)),
            frames: try frames.map { frame in
                let sender: FrameSender = frame["sender"]?.string == "client" ? .client : .server
                return (sender, try Hex.decode(frame["hex"]?.string ?? ""), frame["fields"] ?? .null)
            }
        )
    }

    /// The fields of frames.
    static func read(_ frames: [(sender: FrameSender, bytes: [UInt8])], key: ObfuscationKey) throws -> [JSONValue] {
        let lines = frames.map { "\($0.sender.rawValue) \(Hex.encode($0.bytes))\n" }.joined()
        return try run(["read", Hex.encode(key.bytes)], input: Array(lines.utf8))
            .split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    }

    private static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "tcp_form.py")
        process.arguments = [script.path] + arguments
        let source = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try Data(input).write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        let output = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return Array(data)
    }
}
