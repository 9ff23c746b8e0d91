import Foundation
import NIM
import Testing
import WireFormat
import WireJSON

enum Fixture {
    static func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// The units of the recorded capture: who sent each, and its bytes.
    static func units() throws -> [(isClient: Bool, bytes: [UInt8])] {
        try text("nim-web-chatroom.units").split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return (words[0] == "client", try Hex.decode(words[2]))
        }
    }
}

extension NIMPacket {
    /// Reads a packet of text.
    init(text: String) throws(WireError) {
        try self.init(bytes: Array(text.utf8))
    }

    /// Reads a packet of bytes of its own.
    init(bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes.span)
    }
}
