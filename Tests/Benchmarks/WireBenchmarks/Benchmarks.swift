import Benchmark

/// All benchmarks, a file a room.
///
/// Names are `what/of what/size`; those of other code, to hold ours against, say whose it is.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .megabytesPerSecond, .unitsPerSecond],
        timeUnits: .microseconds,
        units: [.megabytesPerSecond: .count, .unitsPerSecond: .count],
        warmupIterations: 3,
        maxDuration: .seconds(1),
        maxIterations: 1000
    )
    frameBenchmarks()
    payloadBenchmarks()
    jsonBenchmarks()
    contentBenchmarks()
    webSocketBenchmarks()
    inflateBenchmarks()
    captureBenchmarks()
    reassemblyBenchmarks()
}
