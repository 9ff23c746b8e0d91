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

    /// Appends a number in exactly `width` decimal digits, with leading zeros; drops the digits that do not fit.
    ///
    /// Traps if `width` is negative.
    @inlinable
    public mutating func append(decimal value: UInt64, width: Int) {
        // Compared as unsigned numbers, a negative width is too large as well, and `grow` refuses it.
        if UInt(bitPattern: capacity &- count) < UInt(bitPattern: width) { grow(width) }
        var rest = value
        var position = count &+ width
        // One division for every two digits.
        let pairs = unsafe UnsafeRawPointer(Self.digitPairs.utf8Start)
        while position &- 1 > count {
            position &-= 2
            let quotient = rest / 100
            let place = Int(truncatingIfNeeded: rest &- quotient &* 100) &* 2
            let pair = unsafe pairs.loadUnaligned(fromByteOffset: place, as: UInt16.self)
            unsafe UnsafeMutableRawPointer(base + position).storeBytes(of: pair, as: UInt16.self)
            rest = quotient
        }
        if position > count { unsafe base[count] = UInt8(truncatingIfNeeded: 48 &+ rest % 10) }
        advance(width)
    }

    /// The numbers from 00 to 99, two digits each.
    @inlinable
    static var digitPairs: StaticString {
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
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

    /// Appends an integer in lower-case hex with leading zeros, two digits per byte.
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
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let digits = unsafe alphabet.utf8Start
        reserve((bytes.count + 2) / 3 * 4)
        let whole = bytes.count - bytes.count % 3
        var index = 0
        var target = unsafe base + count
        while index < whole {
            let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            unsafe target[0] = digits[group >> 18]
            unsafe target[1] = digits[group >> 12 & 63]
            unsafe target[2] = digits[group >> 6 & 63]
            unsafe target[3] = digits[group & 63]
            unsafe target += 4
            index += 3
        }
        advance(whole / 3 * 4)
        guard whole < bytes.count else { return }
        let hasSecond = bytes.count - whole == 2
        let group = Int(bytes[whole]) << 16 | (hasSecond ? Int(bytes[whole + 1]) << 8 : 0)
        unsafe append(digits[group >> 18])
        unsafe append(digits[group >> 12 & 63])
        unsafe append(hasSecond ? digits[group >> 6 & 63] : UInt8(ascii: "="))
        append(UInt8(ascii: "="))
    }
}
