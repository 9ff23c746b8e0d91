import Inspection
import Transport

/// The code of "From a capture to events" that decrypts TLS.
struct DecryptionArticle {
    func printEvents(of path: String, keyLog: [UInt8]) async throws {
        var options = CaptureOptions()
        options.secrets = try TLSSecrets(keyLog: keyLog.span)
        for try await event in CaptureEvents(.file(path), options: options) where event.isTLS {
            print(event.number, event.frame?.type ?? "")
        }
    }
}
