// swift-tools-version: 6.2
import PackageDescription

// A program that uses the codec, as an app would: `.ci/run` builds it and looks at what else was built.
let package = Package(
    name: "Client",
    dependencies: [.package(name: "IMWire", path: "../..")],
    targets: [
        .executableTarget(name: "Client", dependencies: [.product(name: "RongCloud", package: "IMWire")]),
        .executableTarget(name: "Example", dependencies: [.product(name: "RongCloud", package: "IMWire")]),
    ]
)
