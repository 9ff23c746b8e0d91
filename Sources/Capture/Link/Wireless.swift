import WireFormat

/// Reads unencrypted IEEE 802.11 data frames.
enum Wireless {
    /// Reads a frame from its frame control on (IEEE 802.11 section 9.2).
    ///
    /// Management, control and null data frames count as something other than IP. Encrypted frames and fragments of
    /// frames cannot be read on their own.
    static func step(_ bytes: Span<UInt8>, start: Int, end: Int, pads: Bool = false) -> LayerStep {
        guard end - start >= 2 else { return .truncated }
        let control = bytes[start]
        let flags = bytes[start + 1]
        // Version 0, type data; bit 2 of the subtype marks frames without data.
        guard control & 0x0F == 0x08, control & 0x40 == 0 else { return .unread(.otherNetwork) }
        guard flags & 0x40 == 0 else { return .unread(.encryptedWireless) }
        var length = 24
        if flags & 3 == 3 { length += 6 }
        let hasQoS = control & 0x80 != 0
        var isAggregate = false
        if hasQoS {
            guard end - start >= length + 2 else { return .truncated }
            isAggregate = bytes[start + length] & 0x80 != 0
            length += 2
            // The order bit of such a frame announces an HT control field.
            if flags & 0x80 != 0 { length += 4 }
        }
        guard end - start >= 24 else { return .truncated }
        // The fragment number, and the flag that more fragments follow.
        guard bytes[start + 22] & 0x0F == 0, flags & 4 == 0 else { return .unread(.wirelessFragment) }
        if pads { length = (length + 3) & ~3 }
        guard end - start >= length else { return .truncated }
        if isAggregate { return .aggregate(at: start + length) }
        return .carries(.logicalLink, at: start + length)
    }

    /// Iterates over the packets of an aggregate (A-MSDU, IEEE 802.11 section 9.3.2.2.2).
    ///
    /// Each has two addresses, a length and LLC; all but the last are padded to a multiple of four bytes.
    ///
    /// - Parameter body: receives the range of each packet from its LLC on, as far as it was captured.
    static func packets(
        ofAggregate bytes: Span<UInt8>,
        start: Int,
        end: Int,
        _ body: (_ start: Int, _ end: Int) -> Void
    ) {
        var offset = start
        // A header has 14 bytes. A shorter rest after the last packet may be a frame check sequence.
        while end - offset >= 14 {
            let length = Int(bytes.uint16(at: offset + 12))
            guard length > 0 else { return }
            let last = min(end, offset + 14 + length)
            body(offset + 14, last)
            offset += (14 + length + 3) & ~3
        }
    }

    /// Reads a frame after a radiotap header: version 0, length, and a bit mask of the fields, all little-endian.
    ///
    /// Of the fields only the flags matter, since they tell whether padding follows the 802.11 header.
    static func radiotap(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 8 else { return .truncated }
        let length = Int(bytes.uint16(at: start + 2).byteSwapped)
        guard bytes[start] == 0, length >= 8 else { return .unread(.otherNetwork) }
        guard end - start >= length else { return .truncated }
        let fields = bytes.uint32(at: start + 4).byteSwapped
        var offset = 8
        var word = fields
        while word & 0x8000_0000 != 0 {
            guard length - offset >= 4 else { return .unread(.otherNetwork) }
            word = bytes.uint32(at: start + offset).byteSwapped
            offset += 4
        }
        // Bit 0 is a clock of eight bytes at a multiple of eight, bit 1 the flags.
        if fields & 1 != 0 { offset = (offset + 7) & ~7 + 8 }
        let pads = fields & 2 != 0 && offset < length && bytes[start + offset] & 0x20 != 0
        return step(bytes, start: start + length, end: end, pads: pads)
    }
}
