import Capture
import WireFormat

/// Searches the bytes that a capture carries for original values while it is decoded.
///
/// Streams are searched as they are on the wire, across segment borders; units and bodies are searched after they are
/// extracted.
struct OutputSearch: Sendable {
    private(set) var search: LeakSearch
    /// The bytes of each direction that wait to be searched.
    private var streams: [Sides<[UInt8]>] = []
    /// The index in `streams` of each connection, by flow number; `free` lists the unused indices.
    private var places: [Int: Int] = [:]
    private var free: [Int] = []
    /// The flow number of each connection, by its index in `streams`.
    private var numbers: [Int] = []
    /// The connections whose streams or units hold a value.
    private(set) var leaking: Set<Int> = []
    private static let nothing = Sides<[UInt8]>(first: [], second: [])
    /// A cache of recent lookups, by the lower bits of the flow number.
    private var latest = [(flow: Int, place: Int)](repeating: (-1, 0), count: 256)

    /// The number of bytes in all `streams`.
    private(set) var held = 0
    /// The number of bytes for which `streams` has memory: after a search a stream needs less than it has.
    private(set) var reserved = 0
    /// The number of bytes that may be held before all of them are searched.
    private var room = mostHeld

    /// The number of bytes of one stream that are searched together.
    static let stretch = 1 << 16
    /// The number of bytes at the end of a stretch that are searched again with the next stretch.
    private static let overlap = 4096
    /// The minimum overlap if there are very many connections.
    private static let leastOverlap = 256
    /// The number of bytes of all streams that may wait; they may have memory for twice as many.
    static let mostHeld = 16 << 20

    /// Whether some values are searched for as whole texts only.
    let hasShorts: Bool

    init(_ search: LeakSearch) {
        self.search = search
        hasShorts = search.hasShorts
    }

    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        let place = place(of: flow)
        held += bytes.count
        if Self.append(bytes, to: &streams[place][side], &reserved) >= Self.stretch { show(place, side) }
        if held > room || reserved > room * 2 { relieve() }
    }

    /// Returns the index of a connection in `streams`.
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

    /// Searches the waiting bytes of one direction.
    private mutating func show(_ place: Int, _ side: FlowSide) {
        // The array is moved out, so that it has one owner.
        var shown: [UInt8] = []
        swap(&shown, &streams[place][side])
        show(&shown, ofFlow: numbers[place], keeping: Self.overlap)
        swap(&shown, &streams[place][side])
    }

    /// - Returns: the new number of bytes of the stream.
    @inline(__always)
    private static func append(_ bytes: Span<UInt8>, to stream: inout [UInt8], _ reserved: inout Int) -> Int {
        let before = stream.capacity
        bytes.withUnsafeBufferPointer { stream.append(contentsOf: $0) }
        reserved += stream.capacity - before
        return stream.count
    }

    /// Searches a stretch, and keeps its last bytes.
    private mutating func show(_ stretch: inout [UInt8], ofFlow flow: Int, keeping kept: Int) {
        search(stretch.span, ofFlow: flow)
        let shown = max(0, stretch.count - kept)
        held -= shown
        stretch.removeFirst(shown)
    }

    private mutating func search(_ stretch: Span<UInt8>, ofFlow flow: Int) {
        if search.search(stretch, "a stream") { leaking.insert(flow) }
    }

    /// Searches all waiting bytes, so that only the overlaps have to be kept, and frees all other memory.
    private mutating func relieve() {
        let share = Self.mostHeld / 8 / max(1, places.count)
        let kept = min(Self.overlap, max(Self.leastOverlap, share))
        reserved = 0
        for place in streams.indices {
            var stream = Self.nothing
            swap(&stream, &streams[place])
            show(&stream.first, ofFlow: numbers[place], keeping: kept)
            show(&stream.second, ofFlow: numbers[place], keeping: kept)
            stream = Sides(first: Self.copy(stream.first), second: Self.copy(stream.second))
            reserved += stream.first.capacity + stream.second.capacity
            swap(&stream, &streams[place])
        }
        room = max(Self.mostHeld, held * 2)
    }

    /// Returns a copy, which has no more memory than its bytes need.
    private static func copy(_ bytes: [UInt8]) -> [UInt8] { Array(copying: bytes.span) }

    mutating func take(content bytes: Span<UInt8>, ofFlow flow: Int?) {
        if search.search(bytes, "a unit"), let flow { leaking.insert(flow) }
    }

    /// Checks a whole text of an event that is too short for the search in longer stretches.
    mutating func take(short text: Span<UInt8>) { search.search(short: text, "a text of an event") }

    /// Searches the rest of a connection.
    mutating func end(flow: Int) {
        guard let place = places.removeValue(forKey: flow) else { return }
        var rest = Self.nothing
        swap(&rest, &streams[place])
        free.append(place)
        latest[flow & 255].flow = -1
        held -= rest.first.count + rest.second.count
        reserved -= rest.first.capacity + rest.second.capacity
        search(rest.first.span, ofFlow: flow)
        search(rest.second.span, ofFlow: flow)
    }

    /// Merges the results of a search in other connections.
    mutating func merge(_ other: OutputSearch) {
        search.merge(other.search)
        leaking.formUnion(other.leaking)
    }
}
