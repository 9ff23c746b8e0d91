import Capture
import WireFormat

/// Searches what a capture carries for original values, while it is decoded.
///
/// Streams are searched as they are on the wire, across the borders of segments; units and bodies as they are once they
/// are taken apart.
struct OutputSearch: Sendable {
    private(set) var search: LeakSearch
    /// What is searched together of each direction of a connection.
    private var streams: [Sides<[UInt8]>] = []
    /// Where that of each connection is, by the connection's number, and which places are free.
    private var places: [Int: Int] = [:]
    private var free: [Int] = []
    /// The numbers of the connections, by their places.
    private var numbers: [Int] = []
    /// Connections whose streams or units hold a value.
    private(set) var leaking: Set<Int> = []
    private static let nothing = Sides<[UInt8]>(first: [], second: [])
    /// Where the connections are that were asked for lately, by the lower bits of their numbers.
    private var latest = [(flow: Int, place: Int)](repeating: (-1, 0), count: 256)

    /// Bytes in all of them.
    private(set) var held = 0
    /// How many may be held.
    private var room = mostHeld

    /// Bytes of one stream that are searched together.
    static let stretch = 1 << 15
    /// How much of a stretch is searched once more with the next one.
    private static let overlap = 4096
    /// The same where there are very many connections.
    private static let leastOverlap = 256
    /// Bytes of all streams that wait to be searched together.
    static let mostHeld = 16 << 20

    /// Whether there are values that are looked for as whole texts only.
    let hasShorts: Bool

    init(_ search: LeakSearch) {
        self.search = search
        hasShorts = search.hasShorts
    }

    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        let place = place(of: flow)
        held += bytes.count
        if Self.append(bytes, to: &streams[place][side]) >= Self.stretch { show(place, side) }
        if held > room { relieve() }
    }

    /// Where a connection's stretches are.
    @inline(__always)
    private mutating func place(of flow: Int) -> Int {
        let slot = flow & 255
        if latest[slot].flow == flow { return latest[slot].place }
        let place = findPlace(of: flow)
        latest[slot] = (flow, place)
        return place
    }

    @inline(never)
    private mutating func findPlace(of flow: Int) -> Int {
        if let known = places[flow] { return known }
        let place = free.popLast() ?? streams.count
        if place == streams.count {
            streams.append(Self.nothing)
            numbers.append(flow)
        }
        numbers[place] = flow
        places[flow] = place
        return place
    }

    /// Searches the stretch of one direction.
    private mutating func show(_ place: Int, _ side: FlowSide) {
        // Taken out meanwhile, so that it has one owner.
        var shown: [UInt8] = []
        swap(&shown, &streams[place][side])
        show(&shown, ofFlow: numbers[place], keeping: Self.overlap)
        swap(&shown, &streams[place][side])
    }

    /// - Returns: how many bytes of the stream there are then.
    @inline(__always)
    private static func append(_ bytes: Span<UInt8>, to stream: inout [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { stream.append(contentsOf: $0) }
        return stream.count
    }

    /// Searches a stretch, and keeps the last bytes of it.
    private mutating func show(_ stretch: inout [UInt8], ofFlow flow: Int, keeping kept: Int) {
        search(stretch.span, ofFlow: flow)
        let shown = max(0, stretch.count - kept)
        held -= shown
        stretch.removeFirst(shown)
    }

    private mutating func search(_ stretch: Span<UInt8>, ofFlow flow: Int) {
        if search.search(stretch, "a stream") { leaking.insert(flow) }
    }

    /// Searches all that is held, so that little of it need be kept.
    private mutating func relieve() {
        let share = Self.mostHeld / 8 / max(1, places.count)
        let kept = min(Self.overlap, max(Self.leastOverlap, share))
        for place in streams.indices {
            var stream = Self.nothing
            swap(&stream, &streams[place])
            show(&stream.first, ofFlow: numbers[place], keeping: kept)
            show(&stream.second, ofFlow: numbers[place], keeping: kept)
            swap(&stream, &streams[place])
        }
        room = max(Self.mostHeld, held * 2)
    }

    mutating func take(content bytes: Span<UInt8>, ofFlow flow: Int?) {
        if search.search(bytes, "a unit"), let flow { leaking.insert(flow) }
    }

    /// Looks at a whole text of an event that is too short to be searched for in something longer.
    mutating func take(short text: Span<UInt8>) { search.search(short: text, "a text of an event") }

    /// Searches what is left of a connection.
    mutating func end(flow: Int) {
        guard let place = places.removeValue(forKey: flow) else { return }
        var rest = Self.nothing
        swap(&rest, &streams[place])
        free.append(place)
        latest[flow & 255].flow = -1
        held -= rest.first.count + rest.second.count
        search(rest.first.span, ofFlow: flow)
        search(rest.second.span, ofFlow: flow)
    }

    /// Takes in what another one has found in other connections.
    mutating func merge(_ other: OutputSearch) {
        search.merge(other.search)
        leaking.formUnion(other.leaking)
    }
}
