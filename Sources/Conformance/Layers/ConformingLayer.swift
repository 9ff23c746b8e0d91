import WireFormat
import WireJSON

/// An operation of a layer below or above the systems: files, streams, filters, rules.
///
/// The answer comes from the code that decodes captures.
protocol ConformingLayer: SendableMetatype {
    /// The operation of the layer.
    static var operation: LibraryAdapter.Operation { get }
    /// Returns the library's answer.
    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue
}

/// The operations that belong to no system.
enum ConformingLayers {
    /// All layers, in the order of the handshake.
    static let all: [any ConformingLayer.Type] = [
        CaptureReading.self, TCPReading.self, HTTPReading.self, WebSocketReading.self, FilterTesting.self,
        SessionChecking.self,
    ]

    /// Returns the layer of an operation, or `nil` if the operation belongs to systems.
    static func layer(of operation: String) -> (any ConformingLayer.Type)? {
        all.first { $0.operation.rawValue == operation }
    }
}
