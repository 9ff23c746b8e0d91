package import Transport
package import WireFormat

/// A unit of a connection's transport: a WebSocket message or frame, or an HTTP message.
package enum TransportUnit: Sendable {
    /// A WebSocket message without masks, fragments and compression.
    case message(WebSocketContent)
    /// A WebSocket control frame.
    case control(WebSocketOpcode, payload: [UInt8], from: FrameSender)
    /// Invalid or incomplete WebSocket frames of one end; reading cannot continue at this point.
    case failure(WebSocketFailure, from: FrameSender)
    /// An HTTP request.
    case request(HTTPMessage)
    /// An HTTP answer and its request, if there is one; an interim answer does not complete the request.
    case answer(HTTPMessage, to: HTTPMessage?, isInterim: Bool)
    /// Bytes that are not HTTP where HTTP is expected.
    case broken(from: FrameSender)

    /// The content of a WebSocket message.
    package struct WebSocketContent: Hashable, Sendable {
        /// The content.
        package var bytes: [UInt8]
        /// Whether it is text.
        package var isText: Bool
        /// The end that sent the message.
        package var sender: FrameSender
    }

    /// The reason why a message or a frame is invalid.
    package enum WebSocketFailure: Hashable, Sendable {
        /// The bytes violate the rules of the protocol.
        case broken
        /// The bytes end inside the message or frame.
        case cut
    }
}

/// Collects the transport units of connections, regardless of the systems.
struct TransportConsumer: EventConsumer {
    /// The units in the order of the capture.
    private(set) var units: [TransportUnit] = []

    var depth: DecodingDepth { [] }
    var watchesTransport: Bool { true }
    var needsOrder: Bool { true }

    mutating func take(_ unit: TransportUnit) { units.append(unit) }

    mutating func merge(_ other: Self) { units += other.units }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        guard event.transport == .websocket else { return }
        if let failure = Self.failure(event) { return units.append(.failure(failure, from: event.sender)) }
        // A message counts even if its system cannot decode it.
        switch event.kind {
        case .frame, .undecoded: break
        case .gap, .http: return
        }
        let content = event.wire.isEmpty ? Array(copying: bytes) : event.wire
        units.append(.message(.init(bytes: content, isText: event.isText, sender: event.sender)))
    }

    /// Returns the error in the frames that carried an event; errors that a system found in the content do not count.
    private static func failure(_ event: borrowing Event) -> TransportUnit.WebSocketFailure? {
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            guard diagnostic.severity == .error else { continue }
            if diagnostic.code == StreamSide.cutCode { return .cut }
            if diagnostic.code.hasPrefix("websocket-") || diagnostic.code.hasPrefix("deflate-") { return .broken }
        }
        return nil
    }
}
