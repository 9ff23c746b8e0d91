import Foundation
import TestSupport

/// Makes TLS sessions with a real library: Python's ssl in memory, and the openssl program over loopback.
package enum TLSRecorder {
    /// A session with what the library says of it.
    package struct Session: Decodable, Sendable {
        private struct Flight: Decodable, Sendable {
            var side: String
            var hex: String

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                side = try container.decode(String.self)
                hex = try container.decode(String.self)
            }
        }

        package var name: String
        /// The key log.
        package var keys: String
        package var cipher: String?
        package var version: String?
        package var alpn: String?
        private var wire: [Flight]
        private var client: String
        private var server: String

        /// The session as it went over the wire.
        package func played() -> TLSWire {
            TLSWire(
                name: name,
                keys: keys,
                flights: wire.map { .init(fromClient: $0.side == "c", bytes: bytes($0.hex)) },
                client: bytes(client),
                server: bytes(server)
            )
        }

        private func bytes(_ hex: String) -> [UInt8] {
            // Megabytes of digits in a debug build: as little as possible for each.
            let digits = Array(hex.utf8)
            var bytes = [UInt8](repeating: 0, count: digits.count / 2)
            var index = 0
            while index < bytes.count {
                let high = digits[2 * index]
                let low = digits[2 * index + 1]
                bytes[index] = (high < 58 ? high &- 48 : high &- 87) << 4 | (low < 58 ? low &- 48 : low &- 87)
                index += 1
            }
            return bytes
        }
    }

    /// Whether the programs are there that make sessions.
    package static let isAvailable = OutsideTool.path("openssl") != nil && OutsideTool.has("ssl")

    /// Plays scenes and gives the sessions in the order in which they were played.
    ///
    /// - Parameter conversation: what the applications send; without it, bytes of the scene's own choice.
    package static func record(
        _ scenes: String...,
        conversation: [TLSWire.Flight] = []
    ) throws -> [Session] {
        let folder = try TemporaryFolder()
        let script = try folder.write(TLSRecorderScript.text, to: "recorder.py")
        if !conversation.isEmpty {
            let lines = conversation.map { ($0.fromClient ? "c " : "s ") + Data($0.bytes).base64EncodedString() }
            _ = try folder.write(lines.joined(separator: "\n"), to: "conversation")
        }
        let lines = try OutsideTool.output(of: "python3", ["-W", "ignore", script, folder.path] + scenes)
        return try lines.split(separator: 10).map { try JSONDecoder().decode(Session.self, from: Data($0)) }
    }

    /// The cipher suites that openssl knows: number and name in the registry.
    package static func cipherSuites() throws -> [(number: UInt16, name: String)] {
        let arguments = ["ciphers", "-V", "-stdname", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"]
        let text = String(decoding: try OutsideTool.output(of: "openssl", arguments), as: UTF8.self)
        // A line begins like this: 0xC0,0x2F - TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 2 else { return nil }
            let digits = words[0].replacingOccurrences(of: "0x", with: "").replacingOccurrences(of: ",", with: "")
            return UInt16(digits, radix: 16).map { ($0, String(words[2])) }
        }
    }
}
