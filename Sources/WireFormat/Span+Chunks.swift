// Loads and compares 16 bytes at a time, for loops over each byte of long texts.

extension Span where Element == UInt8 {
    /// Returns the 16 bytes at an offset; the caller guarantees that they are in bounds.
    @inlinable
    @inline(__always)
    package func chunk(at index: Int) -> SIMD16<UInt8> {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// Returns whether the span contains at least one of two bytes.
    package func contains(_ one: UInt8, or other: UInt8) -> Bool {
        guard count >= 16 else {
            for index in indices where self[index] == one || self[index] == other { return true }
            return false
        }
        let last = count &- 16
        var index = 0
        // Four chunks per branch; the last ones overlap the chunks before them.
        while index < count {
            let marks =
                chunk(at: Swift.min(index, last)).marks(of: one, or: other)
                | chunk(at: Swift.min(index &+ 16, last)).marks(of: one, or: other)
                | chunk(at: Swift.min(index &+ 32, last)).marks(of: one, or: other)
                | chunk(at: Swift.min(index &+ 48, last)).marks(of: one, or: other)
            if marks.hasHighBit { return true }
            index &+= 64
        }
        return false
    }
}

// SIMD comparisons yield masks, which the compiler takes apart byte by byte; subtraction and bitwise operators stay in
// vectors.
extension SIMD16<UInt8> {
    /// Whether the high bit of at least one byte is set.
    @inlinable
    @inline(__always)
    package var hasHighBit: Bool {
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0
    }

    /// Returns a vector in which the high bit of a byte is set exactly where this vector's byte equals `one`.
    @inlinable
    @inline(__always)
    package func marks(of one: UInt8) -> Self {
        let first = self ^ Self(repeating: one)
        return (first &- 1) & ~first
    }

    /// Returns a vector in which the high bit of a byte is set exactly where this vector's byte equals `one` or
    /// `other`.
    @inlinable
    @inline(__always)
    package func marks(of one: UInt8, or other: UInt8) -> Self {
        let first = self ^ Self(repeating: one)
        let second = self ^ Self(repeating: other)
        return (first &- 1) & ~first | (second &- 1) & ~second
    }
}
