import Capture
import Inspection
import WireFormat

/// What a capture decodes to, without the values that redaction replaces.
struct EventShapes: EventLineReader {
    /// The events of one connection, in order: how many, and a hash of all their shapes.
    struct Shape: Hashable, Sendable {
        var count = 0
        var hash: UInt64 = 0
        var system: MessagingSystem?
        /// Whether it is in the TCP form.
        var isTCP = false
    }

    private var shapes: [Int: Shape] = [:]
    /// How many events there are.
    private(set) var count = 0
    /// The texts of all events, which no pseudonym may hold; gathered by the first reading.
    private(set) var texts: Originals?
    /// Looks for values while the capture is read; of the second reading.
    private var search: OutputSearch?
    private var walk = ShapeWalk()

    /// - Parameters:
    ///   - gathersTexts: whether the texts of all events are wanted.
    ///   - search: looks for values in what is read.
    init(gathersTexts: Bool = false, search: LeakSearch? = nil) {
        if gathersTexts { texts = Originals() }
        self.search = search.map { OutputSearch($0) }
    }

    /// Decodes a capture.
    static func read(
        _ reader: consuming sending CaptureReader,
        _ options: CaptureOptions,
        into shapes: EventShapes
    ) async throws -> (shapes: EventShapes, outcome: CaptureOutcome) {
        var decoder = CaptureDecoder()
        decoder.options = options
        decoder.options.showsSecrets = true
        let read = try await decoder.read(reader, by: shapes)
        return (read.reader, read.outcome)
    }

    mutating func read(_ line: Span<UInt8>) {
        let event = walk.read(line, &texts)
        count += 1
        func take(into shape: inout Shape) {
            if shape.system == nil {
                shape.system = MessagingSystem.allCases.first { "\($0.name)" == event.system }
            }
            if event.isTCP, shape.system == .rongCloud { shape.isTCP = true }
            shape.count += 1
            shape.hash = Fingerprint.shared.joined(shape.hash, event.hash)
        }
        take(into: &shapes[event.flow, default: Shape()])
    }

    var readsBytes: Bool { search != nil }

    mutating func read(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        search?.take(stream: bytes, ofFlow: flow, side: side)
    }

    mutating func read(content bytes: Span<UInt8>) { search?.take(content: bytes) }

    mutating func end(flow: Int) { search?.end(flow: flow) }

    /// How many bytes were searched.
    var searchedBytes: Int { search?.search.searched ?? 0 }
    /// Where a value was found, and in which form.
    var found: String? { search?.search.found }

    /// The system of each connection that has events.
    var systems: [Int: MessagingSystem] { shapes.compactMapValues(\.system) }

    /// How many events each connection has.
    var counts: [Int: Int] { shapes.mapValues(\.count) }

    /// Connections in the TCP form.
    var tcpForms: Set<Int> { Set(shapes.lazy.filter(\.value.isTCP).map(\.key)) }

    mutating func merge(_ other: EventShapes) {
        // Each connection is with one reader.
        shapes.merge(other.shapes) { $1 }
        count += other.count
        if let search = other.search { self.search?.merge(search) }
        if let more = other.texts { texts?.formUnion(more) }
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
