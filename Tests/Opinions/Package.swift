// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what it depends on never reaches those who build IMWire.
let package = Package(
    name: "Opinions",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "IMWire", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    ],
    targets: [
        .testTarget(
            name: "OpinionTests",
            dependencies: [
                .product(name: "Inspection", package: "IMWire"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
