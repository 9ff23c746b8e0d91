import FuzzInputs
import Testing

@testable import Redaction

/// What is not in a capture is not invented, and what is behind it stays: a run throws where the output does not decode alike.
@Suite("Sessions with planned holes")
struct PlannedHolesTests {
    /// Captures of plans of ten steps.
    private static func captures(_ seed: UInt64, _ make: ([UInt8]) -> [UInt8]) -> [[UInt8]] {
        var random = FuzzRandom(seed: seed)
        return (0..<80).map { _ in make(random.bytes(41)) }
    }

    @Test("are redacted behind each hole, whatever of the connection's beginning is captured", arguments: [5, 6])
    func holes(seed: UInt64) async throws {
        for (index, capture) in Self.captures(seed, { HolesPlan($0).capture }).enumerated() {
            let run = try await RedactionTests.Run(capture)
            #expect(run.report.cutFlows.map(\.reason) == [], "plan \(index)")
            #expect(run.report.events > 0 && run.report.cutPackets == 0, "plan \(index)")
        }
    }

    @Test("are redacted where the capture begins in the middle of frames", arguments: [5, 6])
    func joined(seed: UInt64) async throws {
        var cut = 0
        for capture in Self.captures(seed, { JoinedPlan($0).capture }) {
            cut += try await RedactionTests.Run(capture).report.cutFlows.count
        }
        // Bytes that might have begun a frame, and were waited for, begin none any more: where that would be another event the
        // connection is cut.
        #expect(cut <= 1)
    }
}
