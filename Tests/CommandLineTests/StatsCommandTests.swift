import Foundation
import TestSupport
import Testing

@Suite("imwire stats", .enabled(if: Replay.isAvailable, "python3 is not installed: nothing to make the capture with"))
struct StatsCommandTests {
    @Test("planted latencies, results and ping intervals come out exactly, as an independent script counts them")
    func planted() async throws {
        let script = ProjectFolder.file("Tests/InspectionTests/Captures/timing.py")
        let result = try await Program.shell("python3 -B '\(script.path)' '\(try Program.path())'")
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("720 latencies are the planted ones"))
    }
}
