import Transport

/// How a WebSocket message was framed, as far as RFC 6455 has rules for that; of one in fragments what holds of any of them.
///
/// Empty for what is no WebSocket message.
struct WebSocketFraming: OptionSet, Sendable {
    let rawValue: UInt8

    static let masked = WebSocketFraming(rawValue: 1)
    static let unmasked = WebSocketFraming(rawValue: 2)
    /// The length is written in more bytes than it needs.
    static let longLength = WebSocketFraming(rawValue: 4)
    /// The same end had sent a close frame.
    static let afterClose = WebSocketFraming(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inline(__always)
    init(_ head: WebSocketFrameHeader, isClosed: Bool) {
        self = head.isMasked ? .masked : .unmasked
        if !head.isMinimal { insert(.longLength) }
        if isClosed { insert(.afterClose) }
    }
}
