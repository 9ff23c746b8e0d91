import Capture
import Fuzzer
import WireFormat

/// The reassembly of a capture's connections; a stream's pieces and holes must follow each other without a break.
struct StreamsReassembly {
    /// The result for one direction.
    struct Direction {
        private(set) var pieces: [(offset: Int, bytes: [UInt8])] = []
        /// The length of the stream so far, with its holes.
        private(set) var end = 0
        private(set) var gapBytes = 0

        /// The number of bytes that were delivered.
        var byteCount: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

        mutating func add(_ bytes: [UInt8]) {
            pieces.append((end, bytes))
            end += bytes.count
        }

        mutating func add(gap length: Int) {
            end += length
            gapBytes += length
        }
    }

    /// The result for one connection.
    typealias Streams = Sides<Direction>

    /// The connections that have ended.
    private var done: [Streams] = []
    private var open: [Int: (connection: TCPConnection, streams: Streams)] = [:]
    private var context: ReassemblyContext
    private let limits = CaptureLimits()
    /// The number of payload bytes of all segments.
    private var payloadBytes = 0
    private var failure: Violation?

    private init() { context = ReassemblyContext(limits: limits) }

    /// Returns the streams of a capture's connections.
    static func streams(of file: [UInt8], _ features: inout Features) throws(Violation) -> [Streams] {
        var reassembly = StreamsReassembly()
        do throws(CaptureError) {
            try reassembly.read(file, &features)
        } catch {
            features.reach("streams.error", "\("\(error)".prefix(20))")
        }
        if let failure = reassembly.failure { throw failure }
        return reassembly.done
    }

    private mutating func read(_ file: [UInt8], _ features: inout Features) throws(CaptureError) {
        var reader = try CaptureBytes.open(file)
        var segments = SegmentReader(limits: limits)
        while let block = try reader.next() {
            var events: [FlowEvent] = []
            let bytes = segments.read(block) { event, _ in events.append(event) }
            for event in events { take(event, bytes, &features) }
        }
        for place in open.keys.sorted() { finish(place, &features) }
        let counts = segments.counts
        features.reach("streams.counts", Features.bucket(counts.malformed), Features.bucket(counts.fragments))
        features.reach("streams.flows", Features.bucket(counts.flows), Features.bucket(counts.other))
        for link in counts.unknownLinks.keys { features.reach("streams.link", Int(link.rawValue)) }
        let delivered = done.reduce(0) { $0 + $1.first.byteCount + $1.second.byteCount }
        if delivered > payloadBytes {
            failure = Violation(.coverage, "\(delivered) bytes came out of \(payloadBytes)")
        }
    }

    private mutating func take(_ event: FlowEvent, _ bytes: [UInt8], _ features: inout Features) {
        switch event {
        case .begin(let place, _):
            open[place] = (TCPConnection(), Streams(first: Direction(), second: Direction()))
        case .end(let place): finish(place, &features)
        case .conflict: features.reach("streams.conflict")
        case .segment(let segment): take(segment, bytes, &features)
        }
    }

    private mutating func take(_ segment: Segment, _ bytes: [UInt8], _ features: inout Features) {
        guard segment.payload.lowerBound >= 0, segment.payload.upperBound <= bytes.count, segment.missingCount >= 0
        else {
            failure = Violation(.coverage, "the segment \(segment.payload) lies outside its block")
            return
        }
        // Removed from the dictionary, so that nothing is copied when the arrays grow.
        guard var (connection, streams) = open.removeValue(forKey: segment.place) else {
            failure = Violation(.numbers, "a segment of a connection that has not begun")
            return
        }
        payloadBytes += segment.payloadCount
        let payload = Array(bytes[segment.payload])
        let direct = connection.receive(segment, payload.span, &context)
        let flags = segment.flags.intersection([.fin, .syn, .rst, .ack])
        features.reach("streams.segment", Int(flags.rawValue), direct.isEmpty ? 0 : 1)
        if !direct.isEmpty { streams[segment.side].add(Array(payload[direct])) }
        while connection.mayDeliver, let delivery = connection.next(.normal, limits: limits, &context) {
            take(delivery, &streams, &features)
        }
        open[segment.place] = (connection, streams)
    }

    private mutating func finish(_ place: Int, _ features: inout Features) {
        guard var (connection, streams) = open.removeValue(forKey: place) else { return }
        while let delivery = connection.next(.final, limits: limits, &context) {
            take(delivery, &streams, &features)
        }
        if connection.heldCost != 0 { failure = Violation(.memory, "something is held after the end") }
        done.append(streams)
    }

    private mutating func take(
        _ delivery: TCPConnection.Delivery,
        _ streams: inout Streams,
        _ features: inout Features
    ) {
        switch delivery {
        case .bytes(let bytes, _, _, let side): streams[side].add(bytes)
        case .gap(let offset, let length, let side):
            features.reach("streams.gap", Features.bucket(length))
            let end = streams[side].end
            if offset != end || length <= 0 {
                failure = Violation(.coverage, "a hole of \(length) at \(offset) where the stream is at \(end)")
            }
            streams[side].add(gap: length)
        case .end: features.reach("streams.end")
        case .notice(let notice, _): features.reach("streams.notice", "\("\(notice)".prefix(16))")
        }
    }
}
