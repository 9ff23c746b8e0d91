import Transport

/// The framing of a WebSocket message, as far as RFC 6455 has rules for it; for a fragmented message, it has the
/// options of all its frames.
///
/// Empty for a unit that is no WebSocket message.
struct WebSocketFraming: OptionSet, Sendable {
    let rawValue: UInt8

    static let masked = WebSocketFraming(rawValue: 1)
    static let unmasked = WebSocketFraming(rawValue: 2)
    /// The length uses more bytes than necessary.
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
