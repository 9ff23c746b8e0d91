package import Transport
package import WireFormat

/// What a connection carries below the systems, for those who look at the transport itself.
package enum TransportUnit: Sendable {
    /// A WebSocket message: what was sent, without masks, fragments and compression.
    case message(WebSocketContent)
    /// A control frame of WebSocket.
    case control(WebSocketOpcode, payload: [UInt8], from: FrameSender)
    /// WebSocket frames of an end that can not go on where they are.
    case failure(WebSocketFailure, from: FrameSender)
    /// A request of HTTP.
    case request(HTTPMessage)
    /// An answer of HTTP, and the request that it belongs to, where there is one; an interim answer ends no request.
    case answer(HTTPMessage, to: HTTPMessage?, isInterim: Bool)
    /// What is no HTTP, where some was due.
    case broken(from: FrameSender)

    /// A message of WebSocket.
    package struct WebSocketContent: Hashable, Sendable {
        /// The content.
        package var bytes: [UInt8]
        /// Whether it is text.
        package var isText: Bool
        /// Which end sent it.
        package var sender: FrameSender
    }

    /// Why a message or a frame is none.
    package enum WebSocketFailure: Hashable, Sendable {
        /// The rules do not allow what came.
        case broken
        /// The bytes end inside it.
        case cut
    }
}

/// Gathers what connections carry, whatever the systems make of it.
struct TransportConsumer: EventConsumer {
    /// What came, in the order of the capture.
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
        // A message that its system can not read is one all the same.
        switch event.kind {
        case .frame, .undecoded: break
        case .gap, .http: return
        }
        let content = event.wire.isEmpty ? Array(copying: bytes) : event.wire
        units.append(.message(.init(bytes: content, isText: event.isText, sender: event.sender)))
    }

    /// What is wrong with the frames that brought an event; what a system says of its content is none of it.
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
