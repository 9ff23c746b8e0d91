import Capture
package import FuzzInputs
package import Fuzzer
import WireFormat

/// Link, IP and TCP: from packets to ordered streams.
///
/// If bit 0 of an input's first byte is set, the rest is a capture file, whose streams must be consistent. Otherwise
/// the rest says how two known streams are cut into packets, two bytes for each packet, and the result is compared with
/// these streams.
package struct StreamsTarget: FuzzTarget {
    package let name = "streams"
    package let summary = "link layer, IP and TCP reassembly, held against known streams"
    /// 8 KiB.
    package let maximumLength = 8 << 10

    package init() {}

    /// Runs one plan or capture.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let options = input.first else { return }
        let rest = Array(input.dropFirst())
        if options & 1 != 0 {
            _ = try Self.reassemble(rest, &features)
            return
        }
        // More steps are rarely needed, and such a plan takes as long as many short ones.
        let plan = StreamPlan(Array(rest.prefix(256)), seed: UInt64(options))
        let file = WireCapture(plan.packets).bytes
        let streams = try Self.reassemble(file, &features)
        guard streams.count <= 1 else { throw Violation(.numbers, "one connection became \(streams.count)") }
        guard let stream = streams.first else { return }
        for (direction, expected) in [(stream.first, plan.client), (stream.second, plan.server)] {
            for piece in direction.pieces {
                guard piece.offset + piece.bytes.count <= expected.count,
                    Array(expected[piece.offset..<piece.offset + piece.bytes.count]) == piece.bytes
                else {
                    throw Violation(.disagreement, "the bytes at offset \(piece.offset) are not those that were sent")
                }
            }
            if !plan.hasHoles, direction.end != expected.count || direction.gapBytes > 0 {
                throw Violation(
                    .coverage,
                    "\(direction.end) bytes with \(direction.gapBytes) missing came of \(expected.count)"
                )
            }
        }
        features.reach(
            "streams.holes",
            plan.hasHoles ? 1 : 0,
            Features.bucket(stream.first.gapBytes + stream.second.gapBytes)
        )
    }

    /// The result for one direction.
    struct Direction {
        var pieces: [(offset: Int, bytes: [UInt8])] = []
        var end = 0
        var gapBytes = 0
        /// The number of segments with bytes that differ from earlier ones at the same place.
        var conflicts = 0
    }

    /// The result for one connection.
    typealias Streams = Sides<Direction>

    /// Reassembles the connections of a capture, and checks that offsets are contiguous.
    static func reassemble(_ file: [UInt8], _ features: inout Features) throws(Violation) -> [Streams] {
        var done: [Streams] = []
        var open: [Int: (TCPConnection, Streams)] = [:]
        var failure: Violation?
        let limits = CaptureLimits()
        var context = ReassemblyContext(limits: limits)
        func take(_ delivery: TCPConnection.Delivery, _ streams: inout Streams) {
            switch delivery {
            case .bytes(let bytes, _, _, let side):
                add(bytes, &streams[side])
            case .gap(let offset, let length, let side):
                features.reach("streams.gap", Features.bucket(length))
                let end = streams[side].end
                if offset != end || length <= 0 {
                    failure = Violation(.coverage, "a hole of \(length) at \(offset) where the stream is at \(end)")
                }
                streams[side].end += length
                streams[side].gapBytes += length
            case .end: features.reach("streams.end")
            case .notice(let notice, _): features.reach("streams.notice", "\("\(notice)".prefix(16))")
            }
        }
        func add(_ bytes: [UInt8], _ direction: inout Direction) {
            direction.pieces.append((direction.end, bytes))
            direction.end += bytes.count
        }
        func finish(_ place: Int) {
            guard var (connection, streams) = open[place] else { return }
            while let delivery = connection.next(.final, limits: limits, &context) { take(delivery, &streams) }
            if connection.heldCost != 0 { failure = Violation(.memory, "something is held after the end") }
            open[place] = nil
            done.append(streams)
        }
        do throws(CaptureError) {
            var reader = try CaptureBytes.open(file)
            var segments = SegmentReader(limits: limits)
            var payloads = 0
            var deliveries = 0
            while let block = try reader.next() {
                var events: [FlowEvent] = []
                let bytes = segments.read(block) { event, _ in events.append(event) }
                for event in events {
                    switch event {
                    case .begin(let place, _):
                        open[place] = (TCPConnection(), Streams(first: Direction(), second: Direction()))
                    case .end(let place): finish(place)
                    case .conflict(let conflict):
                        features.reach("streams.conflict")
                        open[conflict.place]?.1[conflict.side].conflicts += 1
                    case .segment(let segment):
                        guard segment.payload.lowerBound >= 0, segment.payload.upperBound <= bytes.count,
                            segment.missingCount >= 0
                        else {
                            failure = Violation(.coverage, "the segment \(segment.payload) lies outside its block")
                            continue
                        }
                        // Removed from the dictionary, so that nothing is copied when the arrays grow.
                        guard var (connection, streams) = open.removeValue(forKey: segment.place) else {
                            failure = Violation(.numbers, "a segment of a connection that has not begun")
                            continue
                        }
                        payloads += segment.payloadCount
                        let payload = Array(bytes[segment.payload])
                        let direct = connection.receive(segment, payload.span, &context)
                        features.reach("streams.segment", Int(segment.flags.rawValue & 23), direct.isEmpty ? 0 : 1)
                        if !direct.isEmpty {
                            take(
                                .bytes(Array(payload[direct]), packet: 0, time: 0, side: segment.side),
                                &streams
                            )
                        }
                        while connection.mayDeliver,
                            let delivery = connection.next(.normal, limits: limits, &context)
                        {
                            take(delivery, &streams)
                            deliveries += 1
                        }
                        open[segment.place] = (connection, streams)
                    }
                }
            }
            for place in open.keys.sorted() { finish(place) }
            let counts = segments.counts
            features.reach("streams.counts", Features.bucket(counts.malformed), Features.bucket(counts.fragments))
            features.reach("streams.flows", Features.bucket(counts.flows), Features.bucket(counts.other))
            for link in counts.unknownLinks.keys { features.reach("streams.link", Int(link.rawValue)) }
            let delivered = done.reduce(0) { sum, streams in
                sum + (streams.first.pieces + streams.second.pieces).reduce(0) { $0 + $1.bytes.count }
            }
            if delivered > payloads { failure = Violation(.coverage, "\(delivered) bytes came out of \(payloads)") }
        } catch {
            features.reach("streams.error", "\("\(error)".prefix(20))")
        }
        if let failure { throw failure }
        return done
    }

    /// The packets of a capture, or the steps of a plan.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let options = input.first else { return nil }
        let rest = Array(input.dropFirst())
        let head = Shape("options", .token, [options])
        if options & 1 != 0 {
            return (WireCapture(rest)?.shape ?? BlockShape.blocks(rest)).map { Shape("input", [head, $0]) }
        }
        return Shape(
            "input",
            [head]
                + stride(from: 0, to: rest.count, by: 2).map {
                    Shape("step", .integer, rest[$0..<min($0 + 2, rest.count)])
                }
        )
    }

    /// Reorders the packets of a capture.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        guard let options = input.first, options & 1 != 0 else { return nil }
        let (packets, donor) = (Array(input.dropFirst()), Array(other.dropFirst()))
        return WireCapture.mutate(packets, other: donor, words: SampleSystems.words, &random).map { [options] + $0 }
    }

    /// Plans with every step, and captures of several link layers and of fragments.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds: [[UInt8]] = [[0]]
        for step in UInt8(0)..<8 { seeds.append([2] + (0..<6).flatMap { [step << 5 | UInt8($0), 40] }) }
        seeds += (0..<8).map { _ in [UInt8(random.below(128)) << 1] + random.bytes(40) }
        let packets = Array(SampleSession.chat().packets.prefix(8))
        seeds += CaptureSamples.files(WireCapture(packets)).map { [1] + $0 }
        for cut in [8, 16, 24] {
            var capture = WireCapture(packets)
            for index in packets.indices.reversed() { capture.fragment(index, at: cut) }
            seeds.append([1] + capture.bytes)
        }
        for (link, head) in LinkSamples.heads {
            seeds.append([1] + LinkSamples.file(link, head, packets.map { Array($0.bytes.dropFirst(14)) }))
        }
        return seeds
    }
}

/// Small files for several link layers.
enum LinkSamples {
    /// The link types, with the bytes before an IPv4 packet.
    static let heads: [(UInt32, [UInt8])] = [
        (0, [2, 0, 0, 0]), (101, []), (108, [0, 0, 0, 2]), (228, []), (12, []), (999, []),
        (113, [0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 8, 0]),
        (276, [8, 0, 0, 0, 0, 0, 0, 1, 0, 1, 4, 6, 2, 0, 0, 0, 0, 1, 0, 0]),
        (1, [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x81, 0, 0, 7, 8, 0]),
        (1, [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x88, 0xA8, 0, 7, 0x81, 0, 0, 7, 8, 0]),
    ]

    /// Returns a pcap file with packets of a link layer.
    static func file(_ link: UInt32, _ head: [UInt8], _ packets: [[UInt8]]) -> [UInt8] {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0]
        file += Framing.bigEndian(UInt64(link), 4).reversed()
        for packet in packets {
            Framing.pcapRecord(time: [0, 0, 0, 1, 0, 0, 0, 0], missing: 0, bigEndian: false)
                .append(head + packet, claiming: head.count + packet.count, to: &file)
        }
        return file
    }
}
