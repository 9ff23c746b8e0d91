import Capture
import Inspection

/// The shapes of a capture's events: their content without the values that redaction replaces.
struct EventShapes: EventReader {
    /// The events of one connection, in order: their number, and a hash of their shapes.
    struct Shape: Hashable, Sendable {
        private(set) var count = 0
        private var hash: UInt64 = 0
        /// The hash with the packets of the events; 0 if they do not count.
        private var packetHash: UInt64 = 0
        /// The system of the connection.
        let system: MessagingSystem
        /// Whether the connection is in the TCP form of RongCloud.
        private(set) var isTCP = false

        init(system: MessagingSystem) { self.system = system }

        /// Adds the next event.
        mutating func add(_ event: ShapeWalk.EventHash, isTCP: Bool) {
            if isTCP, system == .rongCloud { self.isTCP = true }
            count += 1
            hash = Fingerprint.shared.joined(hash, event.withoutPackets)
            packetHash = Fingerprint.shared.joined(packetHash, event.withPackets)
        }

        /// The same shape, whatever the packets of the events are.
        var withoutPackets: Shape {
            var shape = self
            shape.packetHash = 0
            return shape
        }
    }

    /// The maximum number of short texts that one reader gathers; a set of the texts of two readers is full then.
    private static let mostTexts = Originals.mostRecognised / 2

    /// The shapes of this reader's connections, and the index of each by flow number.
    private var shapes: [(flow: Int, shape: Shape, effort: Int, isTLS: Bool)] = []
    private var places = HashMap64<Int32>()
    /// The number of events.
    private(set) var count = 0
    private var texts = ShapeTexts()
    private var walk = ShapeWalk()

    /// - Parameters:
    ///   - gathersTexts: whether to gather the short texts of all events, which no pseudonym may hold.
    ///   - search: the search for values in the bytes that are read.
    init(gathersTexts: Bool = false, search: LeakSearch? = nil) {
        if gathersTexts {
            texts.gathered = Originals(room: Self.mostTexts, spills: false)
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

    mutating func read(_ records: Span<UInt8>, after head: EventHead, _ tapes: borrowing EventTapes) {
        count += 1
        let place = place(of: head)
        if head.isTLS { shapes[place].isTLS = true }
        let hash = walk.read(records, after: head, tapes, &texts)
        shapes[place].shape.add(hash, isTCP: head.transport == .tcp)
        shapes[place].effort += Self.leastEffort + tapes.unit.count
    }

    /// The cost of rewriting an event besides its bytes, in bytes.
    private static let leastEffort = 128

    /// Returns the key of a connection in `places`.
    @inline(__always)
    private static func key(_ flow: Int) -> UInt64 { UInt64(truncatingIfNeeded: flow) &* 0x9E37_79B9_7F4A_7C15 }

    /// Returns the index in `shapes` of an event's connection.
    @inline(__always)
    private mutating func place(of head: EventHead) -> Int {
        let key = Self.key(head.flow)
        if let known = places[key] { return Int(known) }
        places.set(key, Int32(shapes.count))
        shapes.append((head.flow, Shape(system: head.system), 0, false))
        return shapes.count - 1
    }

    /// The shapes by the numbers of their connections.
    private var byFlow: [Int: Shape] { Dictionary(uniqueKeysWithValues: shapes.map { ($0.flow, $0.shape) }) }

    var readsBytes: Bool { texts.search != nil }

    mutating func read(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        texts.search?.take(stream: bytes, ofFlow: flow, side: side)
    }

    mutating func read(content bytes: Span<UInt8>, ofFlow flow: Int?) {
        texts.search?.take(content: bytes, ofFlow: flow)
    }

    mutating func end(flow: Int) { texts.search?.end(flow: flow) }

    /// The number of bytes that were searched.
    var searchedBytes: Int { texts.search?.search.searched ?? 0 }
    /// The place where a value was found, and its form.
    var found: String? { texts.search?.search.found }
    /// The values that were found.
    var foundValues: Originals? { texts.search?.search.values }
    /// The connections whose streams or units hold a value.
    var leaking: Set<Int> { texts.search?.leaking ?? [] }

    /// The system of each connection that has events.
    var systems: [Int: MessagingSystem] { byFlow.mapValues(\.system) }

    /// The approximate cost of rewriting each connection.
    var efforts: [Int: Int] { Dictionary(uniqueKeysWithValues: shapes.map { ($0.flow, $0.effort) }) }

    /// The connections that are encrypted.
    var encrypted: Set<Int> { Set(shapes.lazy.filter(\.isTLS).map(\.flow)) }

    /// The connections in the TCP form.
    var tcpForms: Set<Int> { Set(shapes.lazy.filter(\.shape.isTCP).map(\.flow)) }

    mutating func merge(_ other: EventShapes) {
        // Each connection belongs to only one reader.
        for entry in other.shapes {
            places.set(Self.key(entry.flow), Int32(shapes.count))
            shapes.append(entry)
        }
        count += other.count
        if let search = other.texts.search { texts.search?.merge(search) }
        if let more = other.texts.gathered { texts.gathered?.formUnion(more) }
        if let more = other.texts.ids { texts.ids?.merge(more) }
    }

    /// Forgets all connections but the first `most`.
    ///
    /// No more events are read after that.
    /// - Returns: the number of the first connection that is forgotten, and the number of all of them.
    mutating func keepFirst(_ most: Int) -> (flow: Int, count: Int)? {
        guard shapes.count > most else { return nil }
        places = HashMap64()
        shapes.sort { $0.flow < $1.flow }
        let forgotten = (shapes[most].flow, shapes.count - most)
        shapes = Array(shapes.prefix(most))
        return forgotten
    }

    /// Returns the gathered ids, and clears them here.
    mutating func takeIDs() -> KnownIDs {
        defer { texts.ids = nil }
        return texts.ids ?? KnownIDs()
    }

    /// Returns the gathered texts, and clears them here.
    mutating func takeTexts() -> Originals? {
        defer { texts.gathered = nil }
        texts.gathered?.settle()
        return texts.gathered
    }

    /// Returns the connections that decode to other events in another capture.
    ///
    /// - Parameters:
    ///   - left: connections that are not compared.
    ///   - repacked: connections whose events may have other packets there. Those that are encrypted here are among them,
    ///     since their events have the packets of TLS records.
    func differences(from other: EventShapes, except left: Set<Int>, repacked: Set<Int>) -> Set<Int> {
        let (one, two) = (byFlow, other.byFlow)
        let repacked = repacked.union(encrypted)
        return Set(one.keys).union(two.keys).filter { flow in
            if left.contains(flow) { return false }
            guard repacked.contains(flow) else { return one[flow] != two[flow] }
            return one[flow]?.withoutPackets != two[flow]?.withoutPackets
        }
    }
}
