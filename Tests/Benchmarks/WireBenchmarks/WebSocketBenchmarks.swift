import Benchmark
import WireFormat

/// Taking the mask off WebSocket payloads, beside the loop of RFC 6455 section 5.3.
func webSocketBenchmarks() {
    for size in contentSizes {
        let batch = Batch("masked/\(size.name)") { number in
            (0..<size.bytes).map { UInt8(truncatingIfNeeded: $0 &* number) }
        }
        let mask: UInt32 = 0x1234_5678
        var writer = ByteWriter(capacity: batch.bytes.count)
        batch.measure("unmask") { bytes, ranges in
            writer.removeAll()
            for range in ranges { writer.append(bytes.span.extracting(range), masked: mask) }
            return writer.count
        }
        let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> (8 * $0)) }
        var output = [UInt8](repeating: 0, count: batch.bytes.count)
        batch.measure("unmask-bytewise") { bytes, ranges in
            for range in ranges {
                for index in range { output[index] = bytes[index] ^ key[(index &- range.lowerBound) & 3] }
            }
            return Int(output[output.count / 2])
        }
    }
}
