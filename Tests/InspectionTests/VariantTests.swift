import Inspection
import Testing

/// The same streams in other packets give the same events.
@Suite("Every capture and its variants give the same events")
struct VariantTests {
    @Test("packet for packet", arguments: VariantCapture.allCases)
    func asIs(_ capture: VariantCapture) async throws {
        let segments = try capture.segments()
        #expect(segments.count > 30)
        try await expectSame(capture, VariantPacket.whole(segments))
    }

    @Test("out of order within a window", arguments: VariantCapture.allCases, [1, 2, 4, 6])
    func shuffled(_ capture: VariantCapture, seed: Int) async throws {
        var random = Seeded(seed)
        let packets = VariantPacket.whole(try capture.segments())
        try await expectSame(
            capture,
            VariantPacket.shuffled(packets, window: 1 + seed, perConnection: capture == .polling, &random)
        )
    }

    @Test("packets twice, near and far", arguments: VariantCapture.allCases, 1...3)
    func doubled(_ capture: VariantCapture, seed: Int) async throws {
        var random = Seeded(seed)
        try await expectSame(capture, VariantPacket.whole(Resegmenting.repeated(try capture.segments(), &random)))
    }

    @Test("each packet twice in a row, as captured on two interfaces", arguments: VariantCapture.allCases)
    func twice(_ capture: VariantCapture) async throws {
        try await expectSame(capture, VariantPacket.whole(try capture.segments().flatMap { [$0, $0] }))
    }

    @Test("cut into other segments at random places", arguments: VariantCapture.allCases, 1...3)
    func cut(_ capture: VariantCapture, seed: Int) async throws {
        var random = Seeded(seed)
        let segments = Resegmenting.cut(try capture.segments()) { 1 + random.below(capture.longestCut) }
        try await expectSame(capture, VariantPacket.whole(segments))
    }

    @Test("cut into single bytes", arguments: VariantCapture.allCases.filter { $0 != .made })
    func singleBytes(_ capture: VariantCapture) async throws {
        try await expectSame(capture, VariantPacket.whole(Resegmenting.cut(try capture.segments()) { 1 }))
    }

    @Test("joined into the longest segments", arguments: VariantCapture.allCases)
    func joined(_ capture: VariantCapture) async throws {
        try await expectSame(capture, VariantPacket.whole(Resegmenting.cut(try capture.segments()) { 60_000 }))
    }

    @Test("repeated with other cuts, so that segments overlap", arguments: VariantCapture.allCases, 1...3)
    func overlapping(_ capture: VariantCapture, seed: Int) async throws {
        var random = Seeded(seed)
        var last: [TestEndpoint: TestSegment] = [:]
        var segments: [TestSegment] = []
        for segment in Resegmenting.cut(try capture.segments(), size: { 1 + random.below(capture.longestCut) }) {
            var next = segment
            if let before = last[segment.source], !segment.payload.isEmpty, random.oneIn(2),
                before.destination == segment.destination,
                before.sequence &+ UInt32(before.payload.count) == segment.sequence
            {
                let again = before.payload.suffix(1 + random.below(before.payload.count))
                next.payload = Array(again) + segment.payload
                next.sequence &-= UInt32(again.count)
            }
            last[segment.source] = segment.payload.isEmpty ? nil : segment
            segments.append(next)
        }
        try await expectSame(capture, VariantPacket.whole(segments))
    }

    @Test("in IP fragments, in order, backwards and mixed", arguments: VariantCapture.allCases, 0...2)
    func fragments(_ capture: VariantCapture, order: Int) async throws {
        var random = Seeded(order)
        let largest = capture == .made ? 200 : 12
        let parts = VariantPacket.fragments(try capture.segments()) { 8 * (1 + random.below(largest)) }
        let packets: [VariantPacket] =
            switch order {
            case 0: parts.flatMap { $0 }
            case 1: parts.flatMap { $0.reversed() }
            default: VariantPacket.shuffled(parts.flatMap { $0 }, window: 5, perConnection: false, &random)
            }
        try await expectSame(capture, packets)
    }

    @Test("in the smallest IP fragments that there are", arguments: VariantCapture.allCases.filter { $0 != .made })
    func smallestFragments(_ capture: VariantCapture) async throws {
        try await expectSame(capture, VariantPacket.fragments(try capture.segments()) { 8 }.flatMap { $0 })
    }

    @Test("cut, twice, in fragments and out of order at once", arguments: VariantCapture.allCases, 1...4)
    func everything(_ capture: VariantCapture, seed: Int) async throws {
        var random = Seeded(seed)
        var segments = Resegmenting.cut(try capture.segments()) { 1 + random.below(capture.longestCut) }
        segments = Resegmenting.repeated(segments, &random)
        var packets = VariantPacket.fragments(segments) { 8 * (1 + random.below(40)) }.flatMap { $0 }
        packets = packets.flatMap { random.oneIn(5) ? [$0, $0] : [$0] }
        // A session of long polling uses two connections at once, and the order between these is that of the capture.
        if capture != .polling {
            packets = VariantPacket.shuffled(packets, window: 4, perConnection: false, &random)
        }
        try await expectSame(capture, packets)
    }

    private func expectSame(_ capture: VariantCapture, _ packets: [VariantPacket]) async throws {
        let expected = try await Self.expectations.streams(of: capture)
        let found = try await capture.events(of: packets).streams()
        #expect(!expected.isEmpty)
        #expect(difference(found, expected) == nil)
    }

    /// The streams of the captures as they are, each decoded once.
    private actor Expectations {
        private var known: [VariantCapture: Task<[String: [String]], any Error>] = [:]

        func streams(of capture: VariantCapture) async throws -> [String: [String]] {
            let task = known[capture] ?? Task { try await capture.events().streams() }
            known[capture] = task
            return try await task.value
        }
    }

    private static let expectations = Expectations()
}
