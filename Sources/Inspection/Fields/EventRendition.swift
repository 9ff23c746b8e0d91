import WireFormat

/// The options for showing events; JSON lines and filters use the same ones.
struct EventRendition: Sendable {
    /// The capture's name, if there are several captures.
    var file: String?
    var showsRaw = false
    var showsSecrets = false
    var limits = Limits()
}

extension Event {
    /// Returns the length of the unit in bytes.
    borrowing func shownLength(_ bytes: Span<UInt8>) -> Int {
        if case .http(let exchange) = kind { return exchange.length }
        return wire.isEmpty ? bytes.count : wire.count
    }

    /// Appends the beginning of the undecoded bytes in hex; returns whether there are any.
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
