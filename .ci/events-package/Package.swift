// swift-tools-version: 6.2
import PackageDescription

// Programs that use the inspector's events: the example of README.md, one that reads from an interface, and one that is
// cancelled.
let package = Package(
    name: "Events",
    dependencies: [.package(name: "IMWire", path: "../..")],
    targets: [
        .executableTarget(name: "Events", dependencies: [.product(name: "Inspection", package: "IMWire")]),
        .executableTarget(name: "CancelledEvents", dependencies: [.product(name: "Inspection", package: "IMWire")]),
        .executableTarget(name: "LiveEvents", dependencies: [.product(name: "LiveCapture", package: "IMWire")]),
    ]
)
