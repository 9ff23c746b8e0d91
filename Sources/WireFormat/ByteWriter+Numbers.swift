extension ByteWriter {
    /// Appends the decimal digits of a number.
    @inlinable
    public mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    /// Appends the decimal digits of a number.
    @inlinable
    public mutating func append(decimal value: Int) { append(decimal: Int64(value)) }

    /// Appends the decimal digits of a number.
    @inlinable
    public mutating func append(decimal value: UInt64) {
        if value < 10 {
            append(UInt8(truncatingIfNeeded: 48 &+ value))
            return
        }
        append(decimal: value, width: Self.decimalWidth(value))
    }

    /// Appends a number in exactly `width` decimal digits, with leading zeros; digits beyond are dropped.
    @inlinable
    public mutating func append(decimal value: UInt64, width: Int) {
        reserve(width)
        var rest = value
        var position = count &+ width
        while position > count {
            position &-= 1
            let quotient = rest / 10
            unsafe base[position] = UInt8(truncatingIfNeeded: 48 &+ (rest &- quotient &* 10))
            rest = quotient
        }
        advance(width)
    }

    @inlinable
    static func decimalWidth(_ value: UInt64) -> Int {
        var width = 1
        var bound: UInt64 = 10
        while width < 20 && value >= bound {
            width &+= 1
            if width == 20 { break }
            bound &*= 10
        }
        return width
    }

    /// Appends two lower-case hex digits.
    @inlinable
    public mutating func append(hex byte: UInt8) {
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 15))
    }

    /// Appends bytes in lower-case hex.
    @inlinable
    public mutating func append(hex bytes: Span<UInt8>) {
        reserve(bytes.count &* 2)
        for index in bytes.indices { append(hex: bytes[index]) }
    }

    /// Appends an integer in lower-case hex with leading zeros, two digits a byte.
    public mutating func append(hex value: some FixedWidthInteger & UnsignedInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(hex: UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    @inlinable
    static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 48 &+ nibble : 87 &+ nibble
    }

    /// Appends bytes in base64 (RFC 4648 section 4), padded.
    public mutating func append(base64 bytes: Span<UInt8>) {
        func digit(_ value: UInt32) -> UInt8 {
            let six = UInt8(truncatingIfNeeded: value & 63)
            switch six {
            case 0..<26: return 65 + six
            case 26..<52: return 71 + six
            case 52..<62: return six - 4
            case 62: return UInt8(ascii: "+")
            default: return UInt8(ascii: "/")
            }
        }
        reserve((bytes.count + 2) / 3 * 4)
        var index = 0
        while index + 2 < bytes.count {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
            append(digit(group >> 18))
            append(digit(group >> 12))
            append(digit(group >> 6))
            append(digit(group))
            index += 3
        }
        if index + 1 == bytes.count {
            let group = UInt32(bytes[index]) << 16
            append(digit(group >> 18))
            append(digit(group >> 12))
            append("==")
        } else if index + 2 == bytes.count {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
            append(digit(group >> 18))
            append(digit(group >> 12))
            append(digit(group >> 6))
            append(UInt8(ascii: "="))
        }
    }
}
