import WireFormat

/// IEEE 802.11: data frames that are not encrypted.
enum Wireless {
    /// A frame from its frame control on (IEEE 802.11 section 9.2).
    ///
    /// Frames of management and control, null data and encrypted data are something other than IP. So are aggregates of
    /// several packets in one frame.
    static func network(_ bytes: Span<UInt8>, start: Int, end: Int, pads: Bool = false) -> LinkLayer.Result {
        guard end - start >= 2 else { return .truncated }
        let control = bytes[start]
        let flags = bytes[start + 1]
        // Version 0, type data; the subtype's bit 2 means that there are none.
        guard control & 0x0F == 0x08, control & 0x40 == 0 else { return .other }
        // Not a later fragment, not protected: those can not be read alone.
        guard flags & 0x40 == 0 else { return .other }
        var length = 24
        if flags & 3 == 3 { length += 6 }
        let hasQoS = control & 0x80 != 0
        if hasQoS {
            guard end - start >= length + 2 else { return .truncated }
            if bytes[start + length] & 0x80 != 0 { return .other }
            length += 2
            // The order bit of such a frame announces an HT control field.
            if flags & 0x80 != 0 { length += 4 }
        }
        guard end - start >= 24 else { return .truncated }
        // The fragment number, and whether more follow.
        guard bytes[start + 22] & 0x0F == 0, flags & 4 == 0 else { return .other }
        if pads { length = (length + 3) & ~3 }
        guard end - start >= length else { return .truncated }
        return EtherType.logicalLink(bytes, start: start + length, end: end)
    }

    /// A frame behind a radiotap header: version 0, length, and which fields there are, all little-endian.
    ///
    /// Of the fields only the flags matter, since they tell of padding behind the 802.11 header.
    static func radiotap(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end - start >= 8 else { return .truncated }
        let length = Int(bytes.uint16(at: start + 2).byteSwapped)
        guard bytes[start] == 0, length >= 8 else { return .other }
        guard end - start >= length else { return .truncated }
        let fields = bytes.uint32(at: start + 4).byteSwapped
        var offset = 8
        var word = fields
        while word & 0x8000_0000 != 0 {
            guard length - offset >= 4 else { return .other }
            word = bytes.uint32(at: start + offset).byteSwapped
            offset += 4
        }
        // Bit 0 is a clock of eight bytes at a multiple of eight, bit 1 the flags.
        if fields & 1 != 0 { offset = (offset + 7) & ~7 + 8 }
        let pads = fields & 2 != 0 && offset < length && bytes[start + offset] & 0x20 != 0
        return network(bytes, start: start + length, end: end, pads: pads)
    }
}
