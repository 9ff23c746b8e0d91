import Capture
import WireFormat

/// Searches what a capture carries for original values, while it is decoded.
///
/// Streams are searched as they are on the wire, across the borders of segments; units and bodies as they are once they
/// are taken apart.
struct OutputSearch: Sendable {
    private(set) var search: LeakSearch
    /// What is searched together of each direction of a connection, by the connection's number.
    private var streams: [Int: Sides<[UInt8]>] = [:]
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
        let none = Sides<[UInt8]>(first: [], second: [])
        let count = Self.append(bytes, to: &streams[flow, default: none][side])
        held += bytes.count
        if count >= Self.stretch {
            // Taken out meanwhile, so that it has one owner.
            var shown: [UInt8] = []
            swap(&shown, &streams[flow, default: none][side])
            show(&shown, keeping: Self.overlap)
            swap(&shown, &streams[flow, default: none][side])
        }
        if held > room { relieve() }
    }

    /// - Returns: how many bytes of the stream there are then.
    @inline(__always)
    private static func append(_ bytes: Span<UInt8>, to stream: inout [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { stream.append(contentsOf: $0) }
        return stream.count
    }

    /// Searches a stretch, and keeps the last bytes of it.
    private mutating func show(_ stretch: inout [UInt8], keeping kept: Int) {
        search.search(stretch.span, "a stream")
        let shown = max(0, stretch.count - kept)
        held -= shown
        stretch.removeFirst(shown)
    }

    /// Searches all that is held, so that little of it need be kept.
    private mutating func relieve() {
        let share = Self.mostHeld / 8 / max(1, streams.count)
        let kept = min(Self.overlap, max(Self.leastOverlap, share))
        for flow in Array(streams.keys) {
            guard var sides = streams.removeValue(forKey: flow) else { continue }
            show(&sides.first, keeping: kept)
            show(&sides.second, keeping: kept)
            streams[flow] = sides
        }
        room = max(Self.mostHeld, held * 2)
    }

    mutating func take(content bytes: Span<UInt8>) { search.search(bytes, "a unit") }

    /// Looks at a whole text of an event that is too short to be searched for in something longer.
    mutating func take(short text: Span<UInt8>) { search.search(short: text, "a text of an event") }

    /// Searches what is left of a connection.
    mutating func end(flow: Int) {
        guard let rest = streams.removeValue(forKey: flow) else { return }
        held -= rest.first.count + rest.second.count
        search.search(rest.first.span, "a stream")
        search.search(rest.second.span, "a stream")
    }

    /// Takes in what another one has found in other connections.
    mutating func merge(_ other: OutputSearch) { search.merge(other.search) }
}
