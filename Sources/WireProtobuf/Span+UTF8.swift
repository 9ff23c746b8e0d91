import WireFormat

extension Span where Element == UInt8 {
    /// Returns whether the bytes of a range are well-formed UTF-8 (Unicode 15, table 3-7).
    package func isUTF8(in range: Range<Int>) -> Bool {
        var next = range.lowerBound
        let end = range.upperBound
        precondition(next >= 0 && end <= count)
        while end &- next >= 8 && littleEndian64(next) & 0x8080_8080_8080_8080 == 0 { next &+= 8 }
        while next < end {
            guard byte(next) >= 0x80 else {
                next &+= 1
                continue
            }
            let length = UTF8Sequence.length(self, at: next, to: end)
            guard length > 0 else { return false }
            next &+= length
        }
        return true
    }
}
