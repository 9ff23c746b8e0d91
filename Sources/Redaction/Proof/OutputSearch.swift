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

    private static let stretch = 1 << 15
    /// How much of a stretch is searched once more with the next one.
    private static let overlap = 4096

    init(_ search: LeakSearch) { self.search = search }

    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        let none = Sides<[UInt8]>(first: [], second: [])
        // Taken out while it grows, so that it has one owner.
        var shown: [UInt8] = []
        swap(&shown, &streams[flow, default: none][side])
        bytes.withUnsafeBufferPointer { shown.append(contentsOf: $0) }
        if shown.count >= Self.stretch {
            search.search(shown.span, "a stream")
            shown.removeFirst(shown.count - Self.overlap)
        }
        swap(&shown, &streams[flow, default: none][side])
    }

    mutating func take(content bytes: Span<UInt8>) { search.search(bytes, "a unit") }

    /// Whether there are values that are looked for as whole texts only.
    var hasShorts: Bool { search.hasShorts }

    /// Looks at a whole text of an event that is too short to be searched for in something longer.
    mutating func take(short text: Span<UInt8>) { search.search(short: text, "a text of an event") }

    /// Searches what is left of a connection.
    mutating func end(flow: Int) {
        guard let rest = streams.removeValue(forKey: flow) else { return }
        search.search(rest.first.span, "a stream")
        search.search(rest.second.span, "a stream")
    }

    /// Takes in what another one has found in other connections.
    mutating func merge(_ other: OutputSearch) { search.merge(other.search) }
}
