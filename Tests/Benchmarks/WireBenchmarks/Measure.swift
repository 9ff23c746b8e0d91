import Benchmark

extension BenchmarkMetric {
    /// Input bytes a second, in 10⁶ bytes.
    static let megabytesPerSecond = BenchmarkMetric.custom("MB/s", polarity: .prefersLarger, useScalingFactor: false)
    /// Frames, messages, texts or packets a second, in thousands.
    static let unitsPerSecond = BenchmarkMetric.custom("k/s", polarity: .prefersLarger, useScalingFactor: false)
}

/// Registers a benchmark whose every iteration is one pass over `units` inputs of `bytes` bytes in all.
///
/// - Parameter pass: does the work and answers a number that depends on all of it.
func measure(_ name: String, units: Int, bytes: Int, pass: @escaping () throws -> Int) {
    let clock = ContinuousClock()
    Benchmark(name) { benchmark in
        let start = clock.now
        benchmark.startMeasurement()
        let result = try pass()
        benchmark.stopMeasurement()
        let elapsed = start.duration(to: clock.now)
        blackHole(result)
        let nanoseconds = Double(elapsed.components.attoseconds) / 1e9 + Double(elapsed.components.seconds) * 1e9
        benchmark.measurement(.megabytesPerSecond, Int(Double(bytes) * 1000 / nanoseconds))
        benchmark.measurement(.unitsPerSecond, Int(Double(units) * 1e6 / nanoseconds))
    }
}

/// Inputs of one kind, one behind the other in one array.
struct Batch {
    var name: String
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []

    /// About a mebibyte of inputs, so that a pass takes long enough to be timed and stays in the caches.
    init(_ name: String, each make: (Int) -> [UInt8]) {
        self.name = name
        while bytes.count < 1 << 20 {
            let input = make(ranges.count)
            ranges.append(bytes.count..<bytes.count + input.count)
            bytes += input
        }
    }

    /// The inputs as arrays of their own.
    var arrays: [[UInt8]] { ranges.map { Array(bytes[$0]) } }

    func measure(_ what: String, pass: @escaping ([UInt8], [Range<Int>]) throws -> Int) {
        let (bytes, ranges) = (bytes, ranges)
        WireBenchmarks.measure("\(what)/\(name)", units: ranges.count, bytes: bytes.count) { try pass(bytes, ranges) }
    }
}

/// Sizes of message contents that the benchmarks use: a usual chat message, a long one, and one near the limit.
let contentSizes = [(bytes: 128, name: "128B"), (bytes: 1024, name: "1KiB"), (bytes: 65536, name: "64KiB")]
