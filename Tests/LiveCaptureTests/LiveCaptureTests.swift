import Capture
import Foundation
import Inspection
import LiveCapture
import Testing

/// Whether this user may capture.
private let isPermitted = (try? LiveSession(LiveOptions(interface: "lo"))) != nil

@Suite("Events of an interface", .enabled(if: isPermitted, "this user may not capture on lo"))
struct LiveCaptureTests {
    /// Begins to capture nothing, for so many milliseconds.
    private static func session(milliseconds: Int) throws -> LiveSession {
        var options = LiveOptions(interface: "lo")
        options.filter = "tcp port 1"
        options.duration = .milliseconds(milliseconds)
        return try LiveSession(options)
    }

    @Test(
        "the events end with an error when capturing fails, and the session tells its kind",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full")
    )
    func failure() async throws {
        let session = try Self.session(milliseconds: 30_000)
        let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        session.copy(to: full.fileDescriptor, keepsSecrets: true)
        let events = CaptureEvents(.live(session))
        await #expect(
            throws: CaptureError.capturing("the copy could not be written: No space left on device")
        ) {
            for try await _ in events {}
        }
        #expect(events.outcomes.count == 1)
        #expect(session.finish().failure?.kind == .inputOutput)
    }

    @Test("the events end without an error when the time is over")
    func end() async throws {
        let session = try Self.session(milliseconds: 100)
        let events = CaptureEvents(.live(session))
        for try await _ in events {}
        #expect(events.outcomes.count == 1)
        #expect(session.finish().failure == nil)
    }
}
