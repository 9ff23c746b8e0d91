import Capture
import Inspection
import WireFormat

/// Searches the streams of connections as they are on the wire, across the borders of segments.
actor StreamSearch {
    /// One direction of a connection.
    private struct Side {
        var assembly = StreamAssembly()
        /// Bytes that are searched together, and the last ones that were.
        var shown: [UInt8] = []
    }

    private final class Connection {
        @exclusivity(unchecked) var sides = Sides(first: Side(), second: Side())
    }

    private var reader: CaptureReader
    private var search: LeakSearch
    /// The connections that are searched, by their numbers.
    private let systems: [Int: MessagingSystem]
    private let limits: CaptureLimits
    private var open: [Int: Connection] = [:]

    private static let stretch = 1 << 16
    /// How much of a stretch is searched once more with the next one.
    private static let overlap = 4096

    init(
        _ reader: consuming sending CaptureReader,
        _ search: LeakSearch,
        _ systems: [Int: MessagingSystem],
        _ limits: CaptureLimits
    ) {
        self.reader = reader
        self.search = search
        self.systems = systems
        self.limits = limits
    }

    /// Searches to the end of the capture.
    func run() throws(CaptureError) -> LeakSearch {
        var segments = SegmentReader(limits: limits)
        while let block = try reader.next() {
            let bytes = block.bytes.span
            for packet in block.packets {
                segments.read(packet, in: bytes) { event, payload in
                    switch event {
                    case .begin(let place, let flow):
                        open[place] = systems[flow.number].map { _ in Connection() }
                    case .segment(let segment): receive(segment, payload)
                    case .end(let place): end(place)
                    case .conflict: break
                    }
                }
            }
            segments.forgetBlock()
        }
        for place in Array(open.keys) { end(place) }
        return search
    }

    private func receive(_ segment: Segment, _ payload: Span<UInt8>) {
        guard let connection = open[segment.place] else { return }
        let side = segment.side
        connection.sides[side].assembly.note(own: segment)
        connection.sides[side.other].assembly.note(answering: segment)
        if !payload.isEmpty {
            let (offset, before) = connection.sides[side].assembly.place(of: segment, payload.count)
            let fresh = payload.extracting(droppingFirst: before)
            if connection.sides[side].assembly.passes(fresh.count, at: offset) {
                fresh.withUnsafeBufferPointer { connection.sides[side].shown.append(contentsOf: $0) }
                show(&connection.sides[side], isLast: false)
            } else {
                connection.sides[side].assembly.receive(Array(copying: fresh), at: offset)
            }
        }
        drain(&connection.sides.first, segment.time, isFinal: false)
        drain(&connection.sides.second, segment.time, isFinal: false)
    }

    private func end(_ place: Int) {
        guard let connection = open.removeValue(forKey: place) else { return }
        for side in [FlowSide.first, .second] {
            drain(&connection.sides[side], .max, isFinal: true)
            show(&connection.sides[side], isLast: true)
        }
    }

    private func drain(_ side: inout Side, _ now: Int64, isFinal: Bool) {
        while let delivery = side.assembly.take(now: now, isFinal: isFinal) {
            guard case .bytes(let bytes) = delivery else { continue }
            side.shown += bytes
            show(&side, isLast: false)
        }
    }

    private func show(_ side: inout Side, isLast: Bool) {
        guard side.shown.count >= (isLast ? 1 : Self.stretch) else { return }
        search.search(side.shown.span, "a stream")
        side.shown.removeFirst(max(0, side.shown.count - Self.overlap))
    }
}
