import Capture
import Inspection
import TLSRecording
import Testing
import WireFormat
import WireJSON

@Suite(
    "What is told of how an encrypted connection ended",
    .enabled(if: TLSRecorder.isAvailable, "python3 with ssl and openssl are not installed: no sessions to record")
)
struct TLSEndingTests {
    /// The row of a session, and what was told of it.
    private static func row(_ session: TLSWire, keys: String) async throws -> (row: JSONValue, told: [String]) {
        let capture = CaptureFile.write(EncryptedTalk.packets(session), .pcapng, keyLogs: [(keys, 0)])
        var report = FlowsReport()
        let file = try Decoded.file(of: capture)
        let outcome = try await report.add(try CaptureReader(descriptor: file, closesDescriptor: true), name: nil)
        let rows = try JSONValue(parsing: report.text(.json))["flows"]?.elements ?? []
        return (try #require(rows.first), outcome.notices.lines)
    }

    @Test("a connection that carried no data after its handshake is not one whose handshake was not finished")
    func silent() async throws {
        for session in try TLSRecorder.record("silent").map({ $0.played() }) {
            let (row, told) = try await Self.row(session, keys: session.keys)
            let reason = "TLS: no application data: the connection ended after the handshake"
            #expect(row["reason"]?.string == reason, "\(session.name)")
            #expect(row["transport"] == "tls" && row["decryption"] == "decrypted", "\(session.name)")
            #expect(told == ["flow 1: \(reason)"], "\(session.name)")
        }
    }

    @Test("an alert after the data is the ending, and the direction that could not be read makes it partly decrypted")
    func forged() async throws {
        // Without the close frames, which tell the ending themselves.
        let conversation = EncryptedTalk(longest: 300).conversation.dropLast(2)
        for session in try TLSRecorder.record("forged", conversation: Array(conversation)).map({ $0.played() }) {
            let (row, told) = try await Self.row(session, keys: session.keys)
            #expect(row["ending"] == "TLS alert 20 (bad_record_mac) from the server", "\(session.name)")
            #expect(row["decryption"] == "partly decrypted" && row["system"] == "rongcloud", "\(session.name)")
            #expect(told.count == 1 && told[0].hasSuffix("with the secret given"), "\(session.name)")
        }
    }

    @Test("TLS within TLS is named")
    func nested() async throws {
        let inner = try #require(try TLSRecorder.record("one13").first).played()
        let outer = try #require(try TLSRecorder.record("one13", conversation: inner.flights).first).played()
        let (row, told) = try await Self.row(outer, keys: inner.keys + outer.keys)
        #expect(row["reason"] == "other: TLS within TLS")
        #expect(told == ["flow 1: not followed: other: TLS within TLS"])
    }
}
