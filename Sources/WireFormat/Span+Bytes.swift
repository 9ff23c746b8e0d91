extension Array where Element == UInt8 {
    /// Copies borrowed bytes.
    @inlinable
    public init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}

extension String {
    /// Decodes UTF-8; ill-formed parts become U+FFFD.
    public init(decodingUTF8 bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension String {
    /// Returns whether two texts have the same UTF-8 bytes; canonically equivalent spellings differ.
    ///
    /// If the 16 bytes of the two `String` values are equal, as for equal short texts and literals, no text is
    /// compared.
    @inlinable
    @inline(__always)
    package func isSpelled(as other: String) -> Bool {
        let one = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        let two = unsafe unsafeBitCast(other, to: SIMD2<UInt64>.self)
        return one == two || hasBytes(of: other)
    }

    @usableFromInline
    @inline(never)
    package func hasBytes(of other: String) -> Bool {
        let (one, two) = (utf8, other.utf8)
        return one.span.equals(two.span)
    }
}

extension Span where Element == UInt8 {
    /// Returns whether these bytes equal the bytes of `literal`.
    @inlinable
    @inline(__always)
    public func equals(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        let other = unsafe UnsafeRawPointer(literal.utf8Start)
        // Names are short: words of eight bytes, the last one overlapping the one before it.
        if count >= 8 {
            var index = 0
            while index < count {
                let offset = Swift.min(index, count &- 8)
                let word = unsafe other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if loadUnaligned(at: offset, as: UInt64.self) != word { return false }
                index &+= 8
            }
            return true
        }
        if count >= 4 {
            let last = count &- 4
            let head = unsafe other.loadUnaligned(as: UInt32.self)
            let tail = unsafe other.loadUnaligned(fromByteOffset: last, as: UInt32.self)
            return loadUnaligned(at: 0, as: UInt32.self) == head && loadUnaligned(at: last, as: UInt32.self) == tail
        }
        for index in indices where self[index] != (unsafe literal.utf8Start[index]) { return false }
        return true
    }

    /// Returns whether these bytes equal the bytes of `literal`, ignoring the letter case of ASCII letters.
    public func equalsIgnoringCase(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in indices {
            let one = self[index]
            let other = unsafe literal.utf8Start[index]
            if one == other { continue }
            let letter = one | 0x20
            guard letter == other | 0x20, letter &- 97 < 26 else { return false }
        }
        return true
    }

    /// Returns whether both spans hold the same bytes.
    @inlinable
    public func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else {
            if count >= 4 {
                let last = count &- 4
                return loadUnaligned(at: 0, as: UInt32.self) == other.loadUnaligned(at: 0, as: UInt32.self)
                    && loadUnaligned(at: last, as: UInt32.self) == other.loadUnaligned(at: last, as: UInt32.self)
            }
            for index in indices where self[index] != other[index] { return false }
            return true
        }
        // Words of eight bytes, the last one overlapping the one before it.
        var index = 0
        while index < count {
            let offset = Swift.min(index, count &- 8)
            if loadUnaligned(at: offset, as: UInt64.self) != other.loadUnaligned(at: offset, as: UInt64.self) {
                return false
            }
            index &+= 8
        }
        return true
    }

    /// Whether all bytes are below 0x80.
    @inlinable
    public var isASCII: Bool {
        var seen: UInt64 = 0
        guard count >= 8 else {
            for index in indices { seen |= UInt64(unsafe self[unchecked: index]) }
            return seen < 0x80
        }
        // Words of eight bytes, the last one overlapping the one before it.
        var index = 0
        while index < count {
            seen |= loadUnaligned(at: Swift.min(index, count &- 8), as: UInt64.self)
            index &+= 8
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// Whether all bytes are from 0x01 to 0x7F.
    package var isASCIIWithoutNUL: Bool {
        guard count >= 8 else {
            for index in indices where self[index] &- 1 >= 0x7F { return false }
            return true
        }
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Words of eight bytes, the last one overlapping the one before it. Subtracting 1 from a zero byte sets its
        // highest bit.
        var index = 0
        while index < count {
            let word = loadUnaligned(at: Swift.min(index, count &- 8), as: UInt64.self)
            if (word | (word &- ones)) & (ones &* 0x80) != 0 { return false }
            index &+= 8
        }
        return true
    }

    /// Returns the first offset of `byte` at or after `start`, or `nil` if there is none.
    ///
    /// Traps if `start` is negative.
    @inlinable
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        precondition(start >= 0)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wanted = ones &* UInt64(byte)
        var index = start
        // Eight bytes at a time: XOR turns each match into a zero byte; the lowest set bit of `zeros` marks the first.
        while count &- index >= 8 {
            let word = UInt64(littleEndian: loadUnaligned(at: index, as: UInt64.self)) ^ wanted
            let zeros = (word &- ones) & ~word & (ones &* 0x80)
            if zeros != 0 { return index &+ zeros.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        guard count >= 8 else {
            while index < count {
                if self[index] == byte { return index }
                index &+= 1
            }
            return nil
        }
        // The last eight bytes; bytes before `index` were already compared and are masked out.
        guard index < count else { return nil }
        let last = count &- 8
        let word = UInt64(littleEndian: loadUnaligned(at: last, as: UInt64.self)) ^ wanted
        let rest = word | ((1 &<< UInt64(truncatingIfNeeded: (index &- last) &* 8)) &- 1)
        let zeros = (rest &- ones) & ~rest & (ones &* 0x80)
        return zeros == 0 ? nil : last &+ zeros.trailingZeroBitCount &>> 3
    }
}
