import Foundation

/// Makes TLS sessions with a real library: Python's ssl in memory, and the openssl program over loopback.
package enum TLSRecorder {
    /// Why nothing was recorded.
    package enum Failure: Error {
        case missing(program: String)
        /// The recorder's output says why.
        case failed(status: Int32)
    }

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
    package static let isAvailable: Bool = {
        let found = ["python3", "openssl"].allSatisfy { find($0) != nil }
        guard found, let python = find("python3") else { return false }
        let process = Process()
        process.executableURL = python
        process.arguments = ["-c", "import ssl"]
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Plays scenes and gives the sessions in the order in which they were played.
    ///
    /// - Parameter conversation: what the applications send; without it, bytes of the scene's own choice.
    package static func record(
        _ scenes: String...,
        conversation: [TLSWire.Flight] = []
    ) throws -> [Session] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("imwire-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appendingPathComponent("recorder.py")
        try Data(TLSRecorderScript.text.utf8).write(to: script)
        if !conversation.isEmpty {
            let lines = conversation.map { ($0.fromClient ? "c " : "s ") + Data($0.bytes).base64EncodedString() }
            try Data(lines.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("conversation"))
        }
        let process = Process()
        process.executableURL = try program("python3")
        process.arguments = ["-W", "ignore", script.path, folder.path] + scenes
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.failed(status: process.terminationStatus) }
        return try lines.split(separator: 10).map { try JSONDecoder().decode(Session.self, from: $0) }
    }

    /// The cipher suites that openssl knows: number and name in the registry.
    package static func cipherSuites() throws -> [(number: UInt16, name: String)] {
        let process = Process()
        process.executableURL = try program("openssl")
        process.arguments = ["ciphers", "-V", "-stdname", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // A line begins like this: 0xC0,0x2F - TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 2 else { return nil }
            let digits = words[0].replacingOccurrences(of: "0x", with: "").replacingOccurrences(of: ",", with: "")
            return UInt16(digits, radix: 16).map { ($0, String(words[2])) }
        }
    }

    private static func program(_ name: String) throws -> URL {
        guard let found = find(name) else { throw Failure.missing(program: name) }
        return found
    }

    private static func find(_ program: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
