// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target; the codec targets add strict memory safety.
let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]
let codec: [SwiftSetting] = common + [.strictMemorySafety()]

let package = Package(
    name: "IMWire",
    products: [
        // The codec: no package, no system library, any platform.
        .library(name: "RongCloud", targets: ["RongCloud", "WireFormat", "WireJSON", "WireProtobuf"]),
        // The same of other systems.
        .library(name: "LeanCloud", targets: ["LeanCloud", "WireFormat", "WireJSON", "WireProtobuf"]),
        .library(name: "NIM", targets: ["NIM", "WireFormat", "WireJSON"]),
        .library(name: "YC", targets: ["YC", "WireFormat", "WireJSON"]),
        // The typed payload messages, for those who want swift-protobuf's API.
        .library(name: "RongCloudProtobuf", targets: ["RongCloudProtobuf"]),
        // Captures to events, for programs that embed the inspector.
        .library(
            name: "Inspection",
            targets: [
                "Inspection", "Capture", "Reporting", "RongCloud", "Transport", "WireFormat", "WireJSON",
                "WireProtobuf",
            ]
        ),
        // The same of a network interface, through libpcap.
        .library(name: "LiveCapture", targets: ["LiveCapture", "Inspection"]),
        // The fuzzer's targets, for the libFuzzer entry in Tests/Fuzzers.
        .library(name: "Fuzzing", targets: ["Fuzzing"]),
        .executable(name: "imwire", targets: ["imwire"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        .target(name: "WireFormat", swiftSettings: codec),
        .target(name: "WireJSON", dependencies: ["WireFormat"], swiftSettings: codec),
        .target(name: "WireProtobuf", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .target(
            name: "RongCloud",
            dependencies: ["WireFormat", "WireJSON", "WireProtobuf"],
            exclude: ["Payloads/rongcloud.proto"],
            swiftSettings: codec
        ),
        .target(
            name: "LeanCloud",
            dependencies: ["WireFormat", "WireJSON", "WireProtobuf"],
            exclude: ["Payloads/leancloud.proto", "Payloads/leancloud-older.proto"],
            swiftSettings: codec
        ),
        .target(name: "NIM", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .target(name: "YC", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .target(
            name: "RongCloudProtobuf",
            dependencies: ["RongCloud", .product(name: "SwiftProtobuf", package: "swift-protobuf")]
        ),
        .target(name: "Capture", dependencies: ["CZlib", "WireFormat"], swiftSettings: common),
        .systemLibrary(name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"])]),
        .target(
            name: "LiveCapture",
            dependencies: ["Capture", "CPcap", "Inspection", "WireFormat"],
            swiftSettings: common
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "Transport",
            dependencies: [
                "CZlib", "WireFormat",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        // What several rooms write: findings, SARIF, JUnit, tables, text made safe.
        .target(name: "Reporting", dependencies: ["WireFormat", "WireJSON"], swiftSettings: common),
        .target(
            name: "Inspection",
            dependencies: [
                "WireFormat", "WireJSON", "WireProtobuf", "RongCloud", "LeanCloud", "NIM", "YC", "Capture", "Transport",
                "Reporting", "CReport", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        // The page of reports: a C file that embeds the files of its folder Page.
        .target(name: "CReport", exclude: ["Page"]),
        .target(
            name: "Redaction",
            dependencies: [
                "WireFormat", "WireJSON", "WireProtobuf", "RongCloud", "LeanCloud", "NIM", "YC", "Capture", "Transport",
                "Inspection", "Reporting", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        // The golden vectors: a C file that embeds the JSON files of its folder Vectors.
        .target(name: "CVectors", exclude: ["Vectors"]),
        .target(
            name: "Conformance",
            dependencies: [
                "CVectors", "Capture", "Inspection", "LeanCloud", "NIM", "Names", "Reporting", "RongCloud", "Transport",
                "WireFormat", "WireJSON", "WireProtobuf",
            ],
            swiftSettings: common
        ),
        // Object names in source code, which no decoder is needed for.
        .target(
            name: "Names",
            dependencies: ["Capture", "LeanCloud", "NIM", "Reporting", "RongCloud", "WireFormat", "WireJSON"],
            swiftSettings: common
        ),
        // What the fuzzer makes up, and what it means: shares no code with the decoders that it is held against.
        .target(
            name: "FuzzInputs",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        // What a fuzzer is, whatever it attacks: targets, runs, findings, processes.
        .target(
            name: "Fuzzer",
            dependencies: [
                "Capture", "FuzzInputs", "Reporting", "WireFormat", "WireJSON", "WireProtobuf",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        // Targets of one layer each, below the inspector: codecs, capture files, TCP, HTTP, TLS.
        .target(
            name: "LayerFuzzing",
            dependencies: [
                "Capture", "Fuzzer", "FuzzInputs", "LeanCloud", "NIM", "RongCloud", "Transport", "WireFormat",
                "WireJSON", "WireProtobuf", "YC", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        .target(
            name: "Fuzzing",
            dependencies: [
                "Capture", "Conformance", "Fuzzer", "FuzzInputs", "Inspection", "LayerFuzzing", "Names", "Redaction",
                "RongCloud", "Transport", "WireFormat", "WireJSON", "WireProtobuf", "YC",
            ],
            swiftSettings: common
        ),
        // The settings of the C library's heap, which Swift's own module of that library leaves out.
        .systemLibrary(name: "CMalloc"),
        .executableTarget(
            name: "imwire",
            dependencies: [
                .target(name: "CMalloc", condition: .when(platforms: [.linux])),
                "Capture", "Conformance", "Fuzzer", "Fuzzing", "Inspection", "LiveCapture", "Names",
                "Redaction", "Reporting", "RongCloud", "Transport", "WireFormat", "WireJSON", "WireProtobuf",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: common
        ),
        .testTarget(name: "WireFormatTests", dependencies: ["TestSupport", "WireFormat"], swiftSettings: common),
        .testTarget(
            name: "WireJSONTests",
            dependencies: ["TestSupport", "WireJSON", "WireFormat"],
            swiftSettings: common
        ),
        .testTarget(
            name: "WireProtobufTests",
            dependencies: ["TestSupport", "WireProtobuf", "WireJSON", "WireFormat"],
            swiftSettings: common
        ),
        .testTarget(
            name: "RongCloudTests",
            dependencies: ["RongCloud", "TestSupport", "WireFormat", "WireJSON", "WireProtobuf"],
            exclude: ["README.md"],
            swiftSettings: common
        ),
        .testTarget(
            name: "LeanCloudTests",
            dependencies: ["LeanCloud", "TestSupport", "WireFormat", "WireJSON", "WireProtobuf"],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "NIMTests",
            dependencies: ["NIM", "TestSupport", "WireFormat", "WireJSON"],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "YCTests",
            dependencies: ["TestSupport", "YC", "WireFormat", "WireJSON"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Conformance", "Inspection", "LeanCloud", "NIM", "Names", "Reporting", "RongCloud", "TestSupport",
                "WireFormat", "WireJSON", "YC",
            ],
            exclude: ["Adapters", "Construction", "Fixtures", "Mutations"],
            swiftSettings: common
        ),
        .testTarget(
            name: "RongCloudProtobufTests",
            dependencies: [
                "RongCloudProtobuf", "RongCloud", "WireFormat", "WireJSON", "WireProtobuf",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "CaptureTests",
            dependencies: ["Capture", "TestSupport", "WireFormat"],
            swiftSettings: common
        ),
        // What the tests of several targets need.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: common),
        // Plays TLS sessions with Python's ssl and openssl, for tests.
        .target(
            name: "TLSRecording",
            dependencies: ["TestSupport"],
            path: "Tests/TLSRecording",
            swiftSettings: common
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["TLSRecording", "TestSupport", "Transport", "WireFormat"],
            swiftSettings: common
        ),
        .testTarget(
            name: "InspectionTests",
            dependencies: [
                "Inspection", "Capture", "LeanCloud", "NIM", "Reporting", "RongCloud", "TLSRecording", "TestSupport",
                "Transport", "WireFormat", "WireJSON", "WireProtobuf", "YC",
            ],
            exclude: ["Captures", "Fixtures", "Support/tcp_form.py"],
            swiftSettings: common
        ),
        .testTarget(
            name: "LiveCaptureTests",
            dependencies: ["Capture", "Inspection", "LiveCapture"],
            swiftSettings: common
        ),
        .testTarget(
            name: "RedactionTests",
            dependencies: [
                "Redaction", "Capture", "FuzzInputs", "Inspection", "LeanCloud", "NIM", "RongCloud", "TLSRecording",
                "TestSupport", "Transport", "WireFormat", "WireJSON", "WireProtobuf",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Oracle"],
            swiftSettings: common
        ),
        .testTarget(
            name: "SchemaTests",
            dependencies: [
                "Conformance", "Fuzzer", "Inspection", "Capture", "RongCloud", "TestSupport", "WireFormat", "WireJSON",
            ],
            swiftSettings: common
        ),
        .executableTarget(
            name: "fuzz-victim",
            dependencies: ["FuzzInputs", "Fuzzer", "Fuzzing"],
            path: "Tests/FuzzVictim",
            swiftSettings: common
        ),
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "Conformance", "FuzzInputs", "Fuzzer", "Fuzzing", "Inspection", "LayerFuzzing", "Reporting",
                "RongCloudProtobuf", "TestSupport", "WireJSON", "fuzz-victim",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Planted", "Regressions"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["TestSupport", "imwire"],
            exclude: ["Browser", "Support/replay.py"],
            swiftSettings: common
        ),
    ],
    swiftLanguageModes: [.v6]
)
