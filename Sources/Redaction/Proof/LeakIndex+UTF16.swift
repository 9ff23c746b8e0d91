import WireFormat

/// The search for texts that are not ASCII, in UTF-16.
///
/// Their first three units are among the beginnings in `starts`. After a hit, the text is converted to UTF-8 and looked
/// up as a value, so no further form of a value has to be stored.
extension LeakIndex {
    /// Returns whether a value that is not ASCII begins at `start` in UTF-16, and passes it to `note`, in UTF-8.
    func matches(
        utf16 bytes: Span<UInt8>,
        _ start: Int,
        isLittleEndian: Bool,
        _ note: (Span<UInt8>) -> Void
    ) -> Bool {
        var text = ByteWriter(capacity: 256)
        var place = start
        while text.count < Originals.shortest {
            guard Self.append(utf16: bytes, at: &place, isLittleEndian, to: &text) else { return false }
        }
        guard let first = firstStart(OriginalStart.head(text.span, 0)) else { return false }
        let longest = longest(from: first)
        while text.count < longest, Self.append(utf16: bytes, at: &place, isLittleEndian, to: &text) {}
        return holds(wide: text.span, from: first, note)
    }

    /// Appends the character at `place`, and moves `place` after it; returns `false` if there is none.
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
