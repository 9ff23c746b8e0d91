import Capture
import Inspection
import WireFormat

/// What a capture decodes to, without the values that redaction replaces.
struct EventShapes: EventReader {
    /// The events of one connection, in order: how many, and a hash of all their shapes.
    struct Shape: Hashable, Sendable {
        private(set) var count = 0
        private var hash: UInt64 = 0
        /// Whose events they are.
        let system: MessagingSystem
        /// Whether it is in the TCP form of RongCloud.
        private(set) var isTCP = false

        init(system: MessagingSystem) { self.system = system }

        /// Takes in the next event.
        mutating func add(_ event: UInt64, isTCP: Bool) {
            if isTCP, system == .rongCloud { self.isTCP = true }
            count += 1
            hash = Fingerprint.shared.joined(hash, event)
        }
    }

    private var shapes: [Int: Shape] = [:]
    /// How many events there are.
    private(set) var count = 0
    private var texts = ShapeTexts()
    private var walk = ShapeWalk()

    /// - Parameters:
    ///   - gathersTexts: whether the short texts of all events are wanted, which no pseudonym may hold.
    ///   - search: looks for values in what is read.
    init(gathersTexts: Bool = false, search: LeakSearch? = nil) {
        if gathersTexts {
            texts.gathered = Originals(spills: false)
            texts.ids = KnownIDs()
        }
        texts.search = search.map { OutputSearch($0) }
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

    mutating func read(_ records: Span<UInt8>, after head: EventHead) {
        let hash = walk.read(records, after: head, &texts)
        count += 1
        shapes[head.flow, default: Shape(system: head.system)].add(hash, isTCP: head.transport == .tcp)
    }

    var readsBytes: Bool { texts.search != nil }

    mutating func read(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        texts.search?.take(stream: bytes, ofFlow: flow, side: side)
    }

    mutating func read(content bytes: Span<UInt8>) { texts.search?.take(content: bytes) }

    mutating func end(flow: Int) { texts.search?.end(flow: flow) }

    /// How many bytes were searched.
    var searchedBytes: Int { texts.search?.search.searched ?? 0 }
    /// Where a value was found, and in which form.
    var found: String? { texts.search?.search.found }

    /// The system of each connection that has events.
    var systems: [Int: MessagingSystem] { shapes.mapValues(\.system) }

    /// How many events each connection has.
    var counts: [Int: Int] { shapes.mapValues(\.count) }

    /// Connections in the TCP form.
    var tcpForms: Set<Int> { Set(shapes.lazy.filter(\.value.isTCP).map(\.key)) }

    mutating func merge(_ other: EventShapes) {
        // Each connection is with one reader.
        shapes.merge(other.shapes) { $1 }
        count += other.count
        if let search = other.texts.search { texts.search?.merge(search) }
        if let more = other.texts.gathered { texts.gathered?.formUnion(more) }
        if let more = other.texts.ids { texts.ids?.merge(more) }
    }

    /// Gives the ids away.
    mutating func takeIDs() -> KnownIDs {
        defer { texts.ids = nil }
        return texts.ids ?? KnownIDs()
    }

    /// Gives the texts away.
    mutating func takeTexts() -> Originals? {
        defer { texts.gathered = nil }
        return texts.gathered
    }

    /// The connections, of those that are compared, in which another capture decodes otherwise.
    func differences(from other: EventShapes, except left: Set<Int>) -> Set<Int> {
        Set(shapes.keys).union(other.shapes.keys).filter { !left.contains($0) && shapes[$0] != other.shapes[$0] }
    }
}
