import Foundation
import RongCloud
import TestSupport
import WireFormat
import WireJSON

/// The TCP form as a second program writes and reads it: `tcp_form.py` beside this file.
enum TCPFormScript {
    /// Whether there is a Python to run it.
    static let isAvailable = OutsideTool.path("python3") != nil

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
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "tcp_form.py")
        return try OutsideTool.output(of: "python3", [script.path] + arguments, input: input)
    }
}
