import Capture
package import FuzzInputs
package import Fuzzer
import WireFormat

/// Capture files: pcap and pcapng, read whole and in pieces.
package struct CapturesTarget: FuzzTarget {
    package let name = "captures"
    package let summary = "capture files, read whole and in pieces"
    /// Magic numbers, block types, options.
    package var words: [[UInt8]] {
        [
            [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0xC3, 0xD4], [0x4D, 0x3C, 0xB2, 0xA1], [0x0A, 0x0D, 0x0D, 0x0A],
            [0x4D, 0x3C, 0x2B, 0x1A], [1, 0, 0, 0], [6, 0, 0, 0], [3, 0, 0, 0], [2, 0, 0, 0], [10, 0, 0, 0],
            [9, 0, 1, 0, 9, 0, 0, 0], [9, 0, 1, 0, 0x94, 0, 0, 0], [14, 0, 8, 0], [0x4B, 0x53, 0x4C, 0x54],
        ]
    }

    package init() {}

    /// The content found by a reader.
    private struct Found: Equatable {
        var packets: [[UInt8]] = []
        var times: [Int64] = []
        var links: [UInt16] = []
        var originals: [Int] = []
        var keyLogs: [[UInt8]] = []
        var damage: CaptureDamage?
        var error: CaptureError?
    }

    private static func read(_ open: () throws(CaptureError) -> CaptureReader) -> Found {
        var found = Found()
        do throws(CaptureError) {
            var reader = try open()
            while let block = try reader.next() {
                for packet in block.packets {
                    found.packets.append(Array(block.bytes[packet.start..<packet.start + packet.capturedLength]))
                    found.times.append(packet.time)
                    found.links.append(packet.link.rawValue)
                    found.originals.append(packet.originalLength)
                }
                found.keyLogs += block.keyLogs
            }
            found.damage = reader.damage
        } catch {
            found.error = error
        }
        return found
    }

    /// Runs one file.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let whole = Self.read { () throws(CaptureError) in try CaptureBytes.open(input) }
        features.reach("capture.error", "\(whole.error.map { "\($0)".prefix(24) } ?? "")")
        features.reach("capture.damage", String((whole.damage?.reason ?? "").filter { !$0.isNumber }.prefix(48)))
        features.reach("capture.packets", Features.bucket(whole.packets.count), whole.keyLogs.count)
        for (link, packet) in zip(whole.links, whole.packets).prefix(16) {
            features.reach("capture.packet", Int(link), Features.bucket(packet.count))
        }
        if let damage = whole.damage, damage.offset < 0 || damage.offset > input.count {
            throw Violation(.offset, "the damage at \(damage.offset) lies outside the \(input.count) bytes")
        }
        let bytes = whole.packets.reduce(0) { $0 + $1.count } + whole.keyLogs.reduce(0) { $0 + $1.count }
        guard bytes <= input.count else {
            throw Violation(.coverage, "\(bytes) bytes of packets in \(input.count) of file")
        }
        for (packet, original) in zip(whole.packets, whole.originals) where original < packet.count {
            throw Violation(.range, "a packet of \(packet.count) bytes was \(original) long")
        }
        for plan in [ChunkPlan.small, .large] {
            let ends = plan.ends(of: input)
            // A socket holds only a few small pieces.
            let pieces = ends.count <= 60 ? ends : Array(ends.prefix(59)) + [input.count]
            guard !input.isEmpty else { continue }
            var parts = Self.read { () throws(CaptureError) in try CaptureBytes.open(input, ends: pieces) }
            // Key logs after the last packet belong to the last block or to none.
            parts.keyLogs = whole.keyLogs
            guard parts == whole else {
                let what =
                    "\(parts.packets.count) packets, \(String(describing: parts.damage)), \(String(describing: parts.error))"
                let expected =
                    "\(whole.packets.count) packets, \(String(describing: whole.damage)), \(String(describing: whole.error))"
                throw Violation(.chunking, "in \(pieces.count) pieces \(what), whole \(expected)")
            }
        }
    }

    /// The records and blocks.
    package func shape(of input: [UInt8]) -> Shape? { WireCapture(input)?.shape ?? BlockShape.blocks(input) }

    /// Files of both formats and byte orders.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        CaptureSamples.files(WireCapture(Array(SampleSession.chat().packets.prefix(6))))
    }
}
