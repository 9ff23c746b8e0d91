// swift-tools-version: 6.2
import PackageDescription

// A package of its own: ordinary builds do not see it. Built by ./run, with libFuzzer's main function.
let package = Package(
    name: "Fuzzers",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "fuzzer", targets: ["fuzzer"])],
    dependencies: [
        .package(name: "IMWire", path: "../.."),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        .executableTarget(
            name: "fuzzer",
            dependencies: [
                .product(name: "Fuzzing", package: "IMWire"),
                .product(name: "RongCloudProtobuf", package: "IMWire"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                // For libFuzzer's own mutator, which no header declares.
                .enableExperimentalFeature("Extern"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
