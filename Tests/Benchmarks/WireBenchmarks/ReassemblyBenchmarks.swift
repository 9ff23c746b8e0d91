import Benchmark
import Capture
import CaptureGeneration
import WireFormat

/// Segments to ordered bytes: all in order, and with one packet in twenty swapped, repeated or cut in another way.
func reassemblyBenchmarks() {
    for (name, share) in [("in-order", 0.0), ("out-of-order", 0.05)] {
        var shape = CaptureShape()
        shape.messages = 40_000
        shape.disorderShare = share
        shape.disorders = [.swap, .duplicate, .cut]
        guard let capture = try? GeneratedCapture(shape), let blocks = try? capture.blocks() else { return }
        let segments = segments(of: blocks)
        let flows = shape.flows
        measure("reassembly/\(name)/10MB", units: capture.summary.packets, bytes: capture.summary.bytes) {
            var connections = Array(repeating: TCPConnection(), count: flows)
            var context = ReassemblyContext()
            var delivered = 0
            for (block, segments) in zip(blocks, segments) {
                for segment in segments {
                    delivered &+= receive(segment, block.bytes.span, &connections[segment.place], &context)
                }
            }
            return delivered
        }
    }
}

/// The segments of each block; connections have places from 0 on.
private func segments(of blocks: [PacketBlock]) -> [[Segment]] {
    var reader = SegmentReader()
    return blocks.map { block in
        var segments: [Segment] = []
        _ = reader.read(block) { event, _ in
            if case .segment(let segment) = event { segments.append(segment) }
        }
        return segments
    }
}

/// How many bytes come out when a segment comes in.
@inline(__always)
private func receive(
    _ segment: Segment,
    _ block: Span<UInt8>,
    _ connection: inout TCPConnection,
    _ context: inout ReassemblyContext
) -> Int {
    var count = connection.receive(segment, block.extracting(segment.payload), &context).count
    while connection.mayDeliver, let delivery = connection.next(.normal, limits: CaptureLimits(), &context) {
        if case .bytes(let bytes, _, _, _) = delivery { count &+= bytes.count }
    }
    return count
}
