import WireFormat

/// Texts that are not ASCII, in UTF-16.
///
/// Their first three units are found as the beginnings of values are. What stands there is put into UTF-8, and looked up
/// as the value that it is then: so no other form of it need be known.
extension LeakIndex {
    /// Whether a text that is not ASCII begins at a place as UTF-16.
    func matches(utf16 bytes: Span<UInt8>, _ start: Int, isLittleEndian: Bool) -> Bool {
        var text = ByteWriter(capacity: 256)
        var place = start
        while text.count < Originals.shortest {
            guard Self.append(utf16: bytes, at: &place, isLittleEndian, to: &text) else { return false }
        }
        guard let first = firstStart(OriginalStart.head(text.span, 0)) else { return false }
        let longest = longest(from: first)
        while text.count < longest, Self.append(utf16: bytes, at: &place, isLittleEndian, to: &text) {}
        return holds(wide: text.span, from: first)
    }

    /// Appends the character at a place, which is moved behind it; answers whether there is one.
    @inline(__always)
    private static func append(
        utf16 bytes: Span<UInt8>,
        at place: inout Int,
        _ isLittleEndian: Bool,
        to text: inout ByteWriter
    ) -> Bool {
        func unit(_ place: Int) -> UInt32? {
            guard place &+ 2 <= bytes.count else { return nil }
            let unit = bytes.uint16(at: place)
            return UInt32(isLittleEndian ? unit.byteSwapped : unit)
        }
        guard var value = unit(place) else { return false }
        var width = 2
        if 0xD800...0xDBFF ~= value {
            guard let low = unit(place &+ 2), 0xDC00...0xDFFF ~= low else { return false }
            value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
            width = 4
        }
        guard let scalar = Unicode.Scalar(value) else { return false }
        TextShape.append(scalar, to: &text)
        place &+= width
        return true
    }
}
