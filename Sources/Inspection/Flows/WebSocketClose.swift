import WireFormat

/// The close frame of a direction.
struct WebSocketClose: Sendable {
    /// The reason why no end may send a close frame's body (RFC 6455).
    enum Fault: Hashable, Sendable {
        /// The body is one byte, half a code (section 5.5.1).
        case halfCode
        /// The code is beyond all ranges of codes, or stands for a close frame that has none or never came (section
        /// 7.4).
        case code
        /// The reason is not UTF-8 (sections 5.5.1 and 8.1).
        case reason
    }

    /// The code; ``noStatus`` if the frame has none.
    let code: Int
    /// The time of the frame, in nanoseconds since 1970.
    let time: Int64
    /// The first fault of the body; `nil` if it has none.
    let fault: Fault?

    /// The code of a close frame without a code (RFC 6455 section 7.1.5).
    static let noStatus = 1005
    /// The codes that an endpoint reports and never sends: no code, no close frame, no TLS (section 7.4.1).
    private static let neverSent: Set<Int> = [noStatus, 1006, 1015]
    /// The ranges of codes: the protocol's, registered ones, private ones (section 7.4.2).
    private static let codes = 1000...4999

    /// Reads the body of a close frame.
    init(_ body: Span<UInt8>, time: Int64) {
        self.time = time
        guard body.count >= 2 else {
            code = Self.noStatus
            fault = body.isEmpty ? nil : .halfCode
            return
        }
        code = Int(body.uint16(at: 0))
        if !Self.codes.contains(code) || Self.neverSent.contains(code) {
            fault = .code
        } else {
            fault = (try? UTF8Span(validating: body.extracting(droppingFirst: 2))) != nil ? nil : .reason
        }
    }
}
