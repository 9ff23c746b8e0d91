import Foundation
import Inspection
import Testing
import Transport
import WireFormat

@Suite("Captures that hold more secrets of TLS than are kept")
struct SecretLimitTests {
    /// Secrets of sessions that are not in the capture.
    private static func foreign(_ count: Int, from first: Int = 0) -> String {
        (first..<first + count).map { number in
            let random = String(repeating: "0", count: 56) + String(1 << 30 + number, radix: 16)
            return "CLIENT_RANDOM \(random) \(String(repeating: "2d", count: 48))\n"
        }.joined()
    }

    /// The bundled TLS capture with blocks of secrets behind its head or behind all packets, each in a stretch of its own.
    private static func capture(_ keyLogs: [String], behindPackets: Bool = false) throws -> [UInt8] {
        let file = try Bundled.tls.capture()
        let head = behindPackets ? file.count : Int(file[4]) | Int(file[5]) << 8
        let blocks = keyLogs.flatMap { CaptureFile.divider + CaptureFile.secrets($0) }
        return file[..<head] + blocks + CaptureFile.divider + file[head...]
    }

    /// How many secrets the bundled capture needs.
    private static func needed() throws -> Int {
        try Bundled.tls.keyLogText().split(separator: "\n")
            .count { $0.contains("TRAFFIC_SECRET") || $0.hasPrefix("CLIENT_RANDOM") }
    }

    private static func settings(_ limit: Int) -> (inout CaptureDecoder) -> Void {
        { decoder in
            decoder.showsRaw = true
            decoder.options.limits.tlsSecrets = limit
        }
    }

    @Test("as many as the limit are kept", arguments: [1 << 12, 1 << 20])
    func below(_ chunk: Int) async throws {
        let capture = try Self.capture([try Bundled.tls.keyLogText(), Self.foreign(100)])
        let found = try await Decoded(capture, inChunksOf: chunk, with: Self.settings(try Self.needed() + 100))
        #expect(found.output == (try await Bundled.tls.decoded().output))
        #expect(found.outcome.capture.notices.lines.isEmpty)
    }

    @Test("the same secrets over and over are no more than once")
    func repeated() async throws {
        let capture = try Self.capture(Array(repeating: try Bundled.tls.keyLogText(), count: 4))
        let found = try await Decoded(capture, inChunksOf: 1 << 12, with: Self.settings(try Self.needed()))
        #expect(found.output == (try await Bundled.tls.decoded().output))
        #expect(found.outcome.capture.notices.lines.isEmpty)
    }

    @Test("with one more the older ones go, which is told once, and only a file is searched for them")
    func above() async throws {
        let limit = try Self.needed() + 99
        let capture = try Self.capture([try Bundled.tls.keyLogText(), Self.foreign(100)])
        let piped = try await Decoded(capture, inChunksOf: 1 << 12, with: Self.settings(limit))
        let dropped = piped.outcome.capture.notices.lines.filter {
            $0.contains("holds more than \(limit) secrets of TLS")
        }
        #expect(dropped.count == 1)
        #expect(piped.outcome.capture.notices.lines.filter { $0.contains("no secret for client random") }.count == 3)
        let file = try await Decoded(capture, with: Self.settings(limit))
        #expect(file.outcome.capture.notices.lines == dropped)
        #expect(file.output == (try await Bundled.tls.decoded().output))
    }

    @Test("what was given beside the capture stays")
    func given() async throws {
        let capture = try Self.capture([Self.foreign(60), Self.foreign(50, from: 60)])
        let keyLog = Array(try Bundled.tls.keyLogText().utf8)
        let found = try await Decoded(capture, inChunksOf: 1 << 12) { decoder in
            Self.settings(100)(&decoder)
            try? decoder.options.secrets.add(keyLog: keyLog.span)
        }
        #expect(found.output == (try await Bundled.tls.decoded().output))
        #expect(found.outcome.capture.notices.lines.count == 1)
    }

    @Test("the search through a file keeps no more than the limit, the first ones", arguments: [(0, 0), (1, 3)])
    func search(_ beyond: Int, _ missing: Int) async throws {
        let capture = try Self.capture([Self.foreign(99 + beyond), try Bundled.tls.keyLogText()], behindPackets: true)
        let found = try await Decoded(capture, with: Self.settings(100))
        let notices = found.outcome.capture.notices.lines.filter { $0.contains("no secret for client random") }
        #expect(notices.count == missing)
        if missing == 0 { #expect(found.output == (try await Bundled.tls.decoded().output)) }
    }
}
