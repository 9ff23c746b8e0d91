import Capture
package import Inspection
import WireFormat

/// What a capture decodes to, without the values that redaction replaces.
package struct EventShapes: Sendable {
    /// The events of one connection, in order: how many, and a hash of all their shapes.
    struct Shape: Hashable, Sendable {
        var count = 0
        var hash: UInt64 = 0
    }

    private var shapes: [Int: Shape] = [:]
    /// How many events there are.
    package private(set) var count = 0
    /// The system of each connection that has events.
    package private(set) var systems: [Int: MessagingSystem] = [:]
    /// Connections in the TCP form.
    package private(set) var tcpForms: Set<Int> = []
    /// The texts of all events, which no pseudonym may hold; gathered by the first reading.
    private(set) var texts: Originals?
    private var rest: [UInt8] = []
    private var walk = ShapeWalk()

    init() {}

    /// Decodes a capture.
    mutating func read(
        _ reader: consuming sending CaptureReader,
        _ options: CaptureOptions,
        gathersTexts: Bool = false
    ) async throws -> CaptureOutcome {
        var decoder = CaptureDecoder()
        decoder.options = options
        decoder.options.showsSecrets = true
        decoder.format = .jsonl
        var taken = EventShapes()
        if gathersTexts { taken.texts = Originals() }
        let outcome = try await decoder.decode(reader, name: nil) { taken.take($0) }
        self = taken
        return outcome.capture
    }

    /// Takes output of the decoder in.
    private mutating func take(_ bytes: Span<UInt8>) {
        var start = 0
        if !rest.isEmpty {
            let end = bytes.firstIndex(of: 10, from: 0) ?? bytes.count
            rest += Array(copying: bytes.extracting(0..<end))
            guard end < bytes.count else { return }
            let line = rest
            take(line: line.span, 0..<line.count)
            rest.removeAll(keepingCapacity: true)
            start = end + 1
        }
        while let end = bytes.firstIndex(of: 10, from: start) {
            take(line: bytes, start..<end)
            start = end + 1
        }
        rest += Array(copying: bytes.extracting(start..<bytes.count))
    }

    private mutating func take(line: Span<UInt8>, _ range: Range<Int>) {
        var walk = ShapeWalk()
        swap(&walk, &self.walk)
        defer { swap(&walk, &self.walk) }
        guard let event = walk.read(line, range, &texts) else { return }
        let flow = event.flow
        if systems[flow] == nil, let name = event.system {
            systems[flow] = MessagingSystem.allCases.first { "\($0.name)" == name }
        }
        if event.isTCP, systems[flow] == .rongCloud { tcpForms.insert(flow) }
        count += 1
        let before = shapes[flow] ?? Shape()
        shapes[flow] = Shape(count: before.count + 1, hash: Fingerprint.shared.joined(before.hash, event.hash))
    }

    /// Gives the texts away.
    mutating func takeTexts() -> Originals? {
        defer { texts = nil }
        return texts
    }

    /// The connections, of those that are compared, in which another capture decodes otherwise.
    func differences(from other: EventShapes, except left: Set<Int>) -> Set<Int> {
        Set(shapes.keys).union(other.shapes.keys).filter { !left.contains($0) && shapes[$0] != other.shapes[$0] }
    }
}
