// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own: what it depends on never reaches those who build IMWire.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "IMWire", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        // Without its traits nothing is placed between the benchmarks and malloc; allocations are not counted then.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // Shares no code with what it is to measure.
        .target(
            name: "CaptureGeneration",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "generate-capture",
            dependencies: [
                "CaptureGeneration", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "foundation-reader",
            dependencies: [
                .product(name: "RongCloudProtobuf", package: "IMWire"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: settings
        ),
        // zlib, for what the inflate benchmarks read and are held against.
        .systemLibrary(name: "CDeflate", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The benchmark plugin takes the executables whose folder lies in one named Benchmarks: this package's own.
        .executableTarget(
            name: "WireBenchmarks",
            dependencies: [
                "CDeflate", "CaptureGeneration",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "RongCloud", package: "IMWire"),
                .product(name: "RongCloudProtobuf", package: "IMWire"),
                .product(name: "Inspection", package: "IMWire"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            path: "WireBenchmarks",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
