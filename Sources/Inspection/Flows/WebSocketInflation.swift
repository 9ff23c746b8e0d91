package import Transport
package import WireFormat

/// Takes the compression off the messages of one direction of WebSocket (permessage-deflate, RFC 7692), also behind lost ones.
package struct WebSocketInflation {
    /// What compressed messages may refer to.
    private enum Window {
        /// All bytes before that were inflated are known.
        case whole
        /// Bytes are lost; so many were inflated since.
        case lost(since: Int)
    }

    /// What became of a compressed message.
    package enum Outcome {
        /// The message without its compression.
        case message([UInt8])
        /// It refers to earlier bytes that are lost.
        case needsLostBytes
        /// It can not be inflated at all.
        case failed(WireError)
    }

    /// Bytes back that compressed data may refer to (RFC 7692 section 7.1.2).
    private static let windowSize = 1 << 15

    /// Made for the first message.
    private var inflater: Inflater?
    /// Whether a message may refer to the one before.
    package let keepsContext: Bool
    private var window = Window.whole

    package init(keepsContext: Bool = true) { self.keepsContext = keepsContext }

    /// Whether nothing was inflated since bytes were lost, so that the next message can refer to itself only.
    package var beginsAnew: Bool { if case .lost(since: 0) = window { true } else { false } }

    /// Notes that bytes are lost to which later messages may refer.
    package mutating func loseWindow() { window = .lost(since: 0) }

    /// Inflates a message.
    ///
    /// After a loss the window is empty. A message that refers to lost bytes then fails for sure, and one that does not
    /// is right for sure: what it inflates to can only refer to itself and to what was inflated since.
    package mutating func inflate(_ message: [UInt8], _ limits: TransportLimits) -> Outcome {
        let inflater = inflater ?? Inflater(.raw)
        self.inflater = inflater
        var isWhole = true
        if case .lost(let since) = window {
            if since == 0 { inflater.reset() }
            isWhole = since >= Self.windowSize
        }
        do throws(WireError) {
            let plain = try PerMessageDeflate.inflate(message, inflater, keepsContext: keepsContext, limits: limits)
            if case .lost(let since) = window {
                window = since < Self.windowSize ? .lost(since: since + plain.count) : .whole
            }
            return .message(plain)
        } catch {
            loseWindow()
            return keepsContext && !isWhole && error.code == .value ? .needsLostBytes : .failed(error)
        }
    }
}
