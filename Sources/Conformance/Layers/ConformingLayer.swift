import WireFormat
import WireJSON

/// An operation of what is below the systems, or above them all: files, streams, filters, rules.
///
/// The answer is made by the code that decodes captures.
protocol ConformingLayer: SendableMetatype {
    /// What is asked for.
    static var operation: LibraryAdapter.Operation { get }
    /// What the library answers.
    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue
}

/// The operations that are no system's.
enum ConformingLayers {
    /// All, in the order of the handshake.
    static let all: [any ConformingLayer.Type] = [
        CaptureReading.self, TCPReading.self, HTTPReading.self, WebSocketReading.self, FilterTesting.self,
        SessionChecking.self,
    ]

    /// The layer that answers an operation; `nil` for one of the systems.
    static func layer(of operation: String) -> (any ConformingLayer.Type)? {
        all.first { $0.operation.rawValue == operation }
    }
}
