import WireFormat

/// Iterates over the options at the end of a pcapng block (draft-ietf-opsawg-pcapng, section 3.5).
///
/// An option longer than the block ends the list.
struct PcapngOptions {
    /// Option codes that several block types share.
    enum Code {
        static let end: UInt16 = 0
        static let comment: UInt16 = 1
    }

    /// One option: its code, and the range of its value.
    struct Option {
        var code: UInt16
        var value: Range<Int>
    }

    private var offset: Int
    private let end: Int
    private let bigEndian: Bool

    /// - Parameter range: from the first option to the block's second length.
    init(_ range: Range<Int>, bigEndian: Bool) {
        offset = range.lowerBound
        end = range.upperBound
        self.bigEndian = bigEndian
    }

    /// Returns the next option; `nil` at the end of the list.
    mutating func next(_ bytes: Span<UInt8>) -> Option? {
        guard end - offset >= 4 else { return nil }
        var code = bytes.uint16(at: offset)
        var length = bytes.uint16(at: offset + 2)
        if !bigEndian { (code, length) = (code.byteSwapped, length.byteSwapped) }
        let start = offset + 4
        guard code != Code.end, Int(length) <= end - start else { return nil }
        offset = min(end, start + (Int(length) + 3) & ~3)
        return Option(code: code, value: start..<start + Int(length))
    }
}
