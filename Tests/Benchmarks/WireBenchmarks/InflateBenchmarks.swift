import Benchmark
import CDeflate
import CaptureGeneration
import Transport
import WireFormat

/// Inflating message contents, each of them a DEFLATE stream of its own; beside zlib called with nothing around it.
func inflateBenchmarks() {
    for size in contentSizes {
        var random = RandomNumbers(seed: 5)
        let contents = Batch("content/\(size.name)") { ChatContent.text(size.bytes, user: $0, &random) }
        let inputs = contents.arrays.map { deflated($0) }
        let total = contents.bytes.count
        // MB/s of what comes out.
        measure("inflate/\(contents.name)", units: inputs.count, bytes: total) {
            let inflater = Inflater(.raw)
            var writer = ByteWriter(capacity: 2 * total)
            for input in inputs {
                inflater.reset()
                try inflater.inflate(input.span, limit: 1 << 20, into: &writer)
            }
            return writer.count
        }
        measure("inflate-zlib/\(contents.name)", units: inputs.count, bytes: total) {
            var output = [UInt8](repeating: 0, count: 1 << 17)
            var stream = z_stream()
            let status = inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            guard status == Z_OK else { return 0 }
            defer { inflateEnd(&stream) }
            var sum = 0
            for input in inputs {
                inflateReset(&stream)
                sum += run(&stream, input, &output) { inflate(&$0, Z_SYNC_FLUSH) }
            }
            return sum
        }
    }
}

/// The bytes as raw DEFLATE data (RFC 1951).
private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    let status = deflateInit2_(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard status == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: bytes.count + 64)
    let count = run(&stream, bytes, &output) { deflate(&$0, Z_FINISH) }
    return Array(output.prefix(count))
}

/// One call of zlib from `input` to `output`; answers how many bytes came out.
private func run(
    _ stream: inout z_stream,
    _ input: [UInt8],
    _ output: inout [UInt8],
    _ step: (inout z_stream) -> Int32
) -> Int {
    input.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            _ = step(&stream)
            return output.count - Int(stream.avail_out)
        }
    }
}
