import WireFormat

/// How events are shown: what a line of JSON holds depends on it, and so does what filters see.
struct EventRendition: Sendable {
    /// The capture's name, with several of them.
    var file: String?
    /// Whether the units' bytes are shown.
    var showsRaw = false
    /// Whether tokens are shown in full.
    var showsSecrets = false
    var limits = Limits()
}

extension Event {
    /// Length of the unit.
    borrowing func shownLength(_ bytes: Span<UInt8>) -> Int {
        if case .http(let exchange) = kind { return exchange.length }
        return wire.isEmpty ? bytes.count : wire.count
    }

    /// Appends the beginning of what could not be decoded in hex; answers whether there is any.
    borrowing func appendUndecoded(
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        _ view: EventRendition,
        to writer: inout ByteWriter
    ) -> Bool {
        guard let undecoded, !undecoded.isEmpty else { return false }
        let shown = undecoded.prefix(view.limits.undecodedBytesShown)
        let range = shown.startIndex..<shown.endIndex
        if view.showsSecrets {
            writer.append(hex: bytes.extracting(range))
        } else {
            writer.append(hex: systems.shownUndecoded(range, bytes, self).span)
        }
        return true
    }
}
