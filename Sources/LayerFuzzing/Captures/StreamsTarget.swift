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
            _ = try StreamsReassembly.streams(of: rest, &features)
            return
        }
        // More steps are rarely needed, and such a plan takes as long as many short ones.
        let plan = StreamPlan(Array(rest.prefix(256)), seed: UInt64(options))
        let file = WireCapture(plan.packets).bytes
        let streams = try StreamsReassembly.streams(of: file, &features)
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
