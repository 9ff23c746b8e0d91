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

    /// Those of this reader's connections, and where each is by the connection's number.
    private var shapes: [(flow: Int, shape: Shape, effort: Int, isTLS: Bool)] = []
    private var places = HashMap64<Int32>()
    /// How many events there are.
    private(set) var count = 0
    private var texts = ShapeTexts()
    private var walk = ShapeWalk()

    /// Connections that were encrypted in the other capture: packets of units are those of their records there.
    private let decrypted: Set<Int>

    /// - Parameters:
    ///   - gathersTexts: whether the short texts of all events are wanted, which no pseudonym may hold.
    ///   - search: looks for values in what is read.
    ///   - decrypted: connections that were encrypted in the other capture.
    init(gathersTexts: Bool = false, search: LeakSearch? = nil, decrypted: Set<Int> = []) {
        self.decrypted = decrypted
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

    mutating func read(_ records: Span<UInt8>, after head: EventHead, _ tapes: borrowing EventTapes) {
        count += 1
        let place = place(of: head)
        if head.isTLS { shapes[place].isTLS = true }
        let hasPackets = !head.isTLS && (decrypted.isEmpty || !decrypted.contains(head.flow))
        let hash = walk.read(records, after: head, hasPackets: hasPackets, tapes, &texts)
        shapes[place].shape.add(hash, isTCP: head.transport == .tcp)
        shapes[place].effort += Self.leastEffort + tapes.unit.count
    }

    /// What an event takes to be rewritten beside its bytes, in bytes.
    private static let leastEffort = 128

    /// Tells a connection from others in `places`.
    @inline(__always)
    private static func key(_ flow: Int) -> UInt64 { UInt64(truncatingIfNeeded: flow) &* 0x9E37_79B9_7F4A_7C15 }

    /// Where the shape of an event's connection is.
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

    /// How many bytes were searched.
    var searchedBytes: Int { texts.search?.search.searched ?? 0 }
    /// Where a value was found, and in which form.
    var found: String? { texts.search?.search.found }
    /// Connections whose streams or units hold a value.
    var leaking: Set<Int> { texts.search?.leaking ?? [] }

    /// The system of each connection that has events.
    var systems: [Int: MessagingSystem] { byFlow.mapValues(\.system) }

    /// About how much there is to rewrite of each connection.
    var efforts: [Int: Int] { Dictionary(uniqueKeysWithValues: shapes.map { ($0.flow, $0.effort) }) }

    /// Connections that are encrypted.
    var encrypted: Set<Int> { Set(shapes.lazy.filter(\.isTLS).map(\.flow)) }

    /// Connections in the TCP form.
    var tcpForms: Set<Int> { Set(shapes.lazy.filter(\.shape.isTCP).map(\.flow)) }

    mutating func merge(_ other: EventShapes) {
        // Each connection is with one reader.
        for entry in other.shapes {
            places.set(Self.key(entry.flow), Int32(shapes.count))
            shapes.append(entry)
        }
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
        texts.gathered?.settle()
        return texts.gathered
    }

    /// The connections, of those that are compared, in which another capture decodes otherwise.
    func differences(from other: EventShapes, except left: Set<Int>) -> Set<Int> {
        let (one, two) = (byFlow, other.byFlow)
        return Set(one.keys).union(two.keys).filter { !left.contains($0) && one[$0] != two[$0] }
    }
}
