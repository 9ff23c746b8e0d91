package import Transport
package import WireFormat

/// Inflates the messages of one direction of WebSocket (permessage-deflate, RFC 7692), also after lost ones.
package struct WebSocketInflation {
    /// The earlier bytes that compressed messages may refer to.
    private enum Window {
        /// All earlier bytes are known.
        case whole
        /// Bytes are lost; the associated number of bytes was inflated since then.
        case lost(since: Int)
    }

    /// The result of inflating a message.
    package enum Outcome {
        /// The message without its compression.
        case message([UInt8])
        /// The message refers to earlier bytes that are lost.
        case needsLostBytes
        /// The message cannot be inflated at all.
        case failed(WireError)
    }

    /// The distance in bytes to which compressed data may refer back (RFC 7692 section 7.1.2).
    private static let windowSize = 1 << 15

    /// The inflater of messages that may refer to earlier ones; created for the first message.
    private var own: WindowInflater?
    /// Whether a message may refer to earlier messages.
    package let keepsContext: Bool
    private var window = Window.whole

    package init(keepsContext: Bool = true) { self.keepsContext = keepsContext }

    /// Whether nothing was inflated since bytes were lost, so that the next message can only refer to itself.
    package var beginsAnew: Bool { if case .lost(since: 0) = window { true } else { false } }

    /// Records the loss of bytes that later messages may refer to.
    package mutating func loseWindow() { window = .lost(since: 0) }

    /// Inflates a message.
    ///
    /// After a loss the window is empty, so a message that refers to lost bytes certainly fails. A message that does
    /// not is certainly correct: it can only refer to itself and to the bytes inflated since the loss.
    package mutating func inflate(
        _ message: [UInt8],
        _ limits: TransportLimits,
        _ memory: InflationMemory
    ) -> Outcome {
        let inflater = keepsContext ? takeOwn(memory) : memory.shared
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
            own = nil
            return keepsContext && !isWhole && error.code == .value ? .needsLostBytes : .failed(error)
        }
    }

    /// Returns the inflater of this direction.
    private mutating func takeOwn(_ memory: InflationMemory) -> Inflater {
        let own = own ?? WindowInflater(memory)
        self.own = own
        let (inflater, hasWindow) = own.take()
        if !hasWindow { loseWindow() }
        return inflater
    }
}
