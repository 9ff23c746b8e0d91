extension Span where Element == UInt8 {
    /// Whether the bytes of a range are well-formed UTF-8 (Unicode 15, table 3-7).
    package func isUTF8(in range: Range<Int>) -> Bool {
        var next = range.lowerBound
        let end = range.upperBound
        precondition(next >= 0 && end <= count)
        while end &- next >= 8 && littleEndian64(next) & 0x8080_8080_8080_8080 == 0 { next &+= 8 }
        while next < end {
            let lead = byte(next)
            if lead < 0x80 {
                next &+= 1
                continue
            }
            var lowest: UInt8 = 0x80
            var highest: UInt8 = 0xBF
            let length: Int
            switch lead {
            case 0xC2...0xDF: length = 2
            case 0xE0...0xEF:
                length = 3
                if lead == 0xE0 { lowest = 0xA0 }
                if lead == 0xED { highest = 0x9F }
            case 0xF0...0xF4:
                length = 4
                if lead == 0xF0 { lowest = 0x90 }
                if lead == 0xF4 { highest = 0x8F }
            default: return false
            }
            guard end &- next >= length, byte(next &+ 1) >= lowest, byte(next &+ 1) <= highest else { return false }
            var place = 2
            while place < length {
                guard byte(next &+ place) & 0xC0 == 0x80 else { return false }
                place &+= 1
            }
            next &+= length
        }
        return true
    }
}
