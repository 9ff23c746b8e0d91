// swift-tools-version: 6.2
import PackageDescription

// The inspector with other systems than its own: `.ci/seam` puts the sources in.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]
let codec: [SwiftSetting] = settings + [.strictMemorySafety()]

let package = Package(
    name: "Seam",
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.0")],
    targets: [
        .target(name: "WireFormat", swiftSettings: codec),
        .target(name: "WireJSON", dependencies: ["WireFormat"], swiftSettings: codec),
        .target(name: "WireProtobuf", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .target(
            name: "LeanCloud",
            dependencies: ["WireFormat", "WireJSON", "WireProtobuf"],
            exclude: ["Payloads/leancloud.proto", "Payloads/leancloud-older.proto"],
            swiftSettings: codec
        ),
        .target(name: "NIM", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .target(name: "YC", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .target(name: "Parley", dependencies: ["WireFormat", "WireJSON"], swiftSettings: codec),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "Capture", dependencies: ["CZlib", "WireFormat"], swiftSettings: settings),
        .target(
            name: "Transport",
            dependencies: [
                "CZlib", "WireFormat",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        .target(name: "Reporting", dependencies: ["WireFormat", "WireJSON"], swiftSettings: settings),
        .target(name: "CReport", exclude: ["Page"]),
        .target(
            name: "Inspection",
            dependencies: [
                "WireFormat", "WireJSON", "WireProtobuf", "LeanCloud", "NIM", "YC", "Parley", "Capture", "Transport",
                "Reporting", "CReport", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "Seam", dependencies: ["Capture", "Inspection", "Reporting", "WireFormat"]),
    ],
    swiftLanguageModes: [.v6]
)
