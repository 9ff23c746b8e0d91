import WireFormat

/// The loops over raw bytes; no other file of this module reads memory without a bounds check.
///
/// Precondition of every function: all offsets, and `end`, lie within the bytes. All multi-byte loads are unaligned and
/// little-endian on every platform.
@usableFromInline
enum ByteScan {
    /// Returns the byte at `index`, which must be in bounds.
    @inlinable
    @inline(__always)
    static func byte(_ bytes: Span<UInt8>, _ index: Int) -> UInt8 {
        unsafe bytes[unchecked: index]
    }

    /// Returns the byte at `index`, or 0 at the end; no token begins with 0.
    @inlinable
    @inline(__always)
    static func peek(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> UInt8 {
        index < end ? (unsafe bytes[unchecked: index]) : 0
    }

    /// Loads four bytes from `index`, all in bounds; the first byte is the lowest.
    @inlinable
    @inline(__always)
    static func load32(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self))
    }

    /// Loads eight bytes from `index`, all in bounds; the first byte is the lowest.
    @inlinable
    @inline(__always)
    static func load64(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// Returns a word with the high bit set in each byte that ends a plain run: `"`, `\`, below 0x20, above 0x7F.
    ///
    /// Exact up to the lowest of these bytes.
    @inlinable
    @inline(__always)
    static func stops(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let controls = word &- (ones &* 0x20)
        return (quotes | backslashes | controls | word) & (ones &* 0x80)
    }

    /// Returns the offset of the first `"`, `\`, control character or non-ASCII byte from `start` on; `end` if there is
    /// none.
    @inlinable
    @inline(__always)
    static func plainEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        while end &- index >= 8 {
            let found = stops(load64(bytes, index))
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        return plainTail(bytes, from: index, to: end)
    }

    /// Returns ``plainEnd(_:from:to:)`` of fewer than eight bytes.
    @inlinable
    @inline(__always)
    static func plainTail(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        // The bytes above the tail are zero, and zeros stop the scan at `end`.
        start < end ? start &+ stops(tail(bytes, from: start, to: end)).trailingZeroBitCount &>> 3 : end
    }

    /// Loads the one to seven bytes up to `end` as a word; the first byte is the lowest, and zeros follow the last.
    @inlinable
    @inline(__always)
    static func tail(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt64 {
        let count = end &- start
        if end >= 8 { return load64(bytes, end &- 8) &>> UInt64(truncatingIfNeeded: (8 &- count) &* 8) }
        // Bytes that are loaded twice land in the same position.
        if count >= 4 {
            let rest = UInt64(load32(bytes, end &- 4)) &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
            return UInt64(load32(bytes, start)) | rest
        }
        let middle = UInt64(byte(bytes, start &+ count / 2)) &<< UInt64(truncatingIfNeeded: count / 2 &* 8)
        let last = UInt64(byte(bytes, end &- 1)) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
        return UInt64(byte(bytes, start)) | middle | last
    }

    /// Returns the offset of the first byte from `start` on that is not JSON white space; `end` if all are.
    @inlinable
    @inline(__always)
    static func spaceEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        while index < end {
            let byte = byte(bytes, index)
            guard byte <= 0x20, (0x1_0000_2600 as UInt64) &>> UInt64(byte) & 1 == 1 else { break }
            index &+= 1
            while end &- index >= 8, load64(bytes, index) == 0x2020_2020_2020_2020 { index &+= 8 }
        }
        return index
    }

    /// Returns the offset of the first byte from `start` on that is not a decimal digit; `end` if all are.
    @inlinable
    @inline(__always)
    static func digitsEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        while index < end, byte(bytes, index) &- 48 < 10 { index &+= 1 }
        return index
    }

    /// Skips well-formed UTF-8 sequences of two to four bytes; stops at ASCII, at ill-formed bytes, or at `end`.
    @inline(__always)
    static func multibyteEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        // Two characters of three bytes at a time, as in Chinese text.
        while end &- index >= 8 {
            let word = load64(bytes, index)
            guard word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 else { break }
            let first = word & 0x200F
            let second = word &>> 24 & 0x200F
            if first == 0 || first == 0x200D || second == 0 || second == 0x200D { break }
            index &+= 6
        }
        while end &- index >= 4 {
            let word = load32(bytes, index)
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                // Three bytes; not overlong (E0 80…9F), not a surrogate (ED A0…BF).
                let head = word & 0x200F
                if head == 0 || head == 0x200D { return index }
                index &+= 3
            } else if word & 0xC0E0 == 0x80C0 {
                if word & 0x1E == 0 { return index }
                index &+= 2
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                // Four bytes; not overlong (F0 80…8F), not beyond U+10FFFF (F4 90…, F5…).
                let head = (word & 7) &<< 2 | (word &>> 12 & 3)
                if head == 0 || head > 16 { return index }
                index &+= 4
            } else {
                return index
            }
        }
        while index < end, byte(bytes, index) >= 0x80 {
            let length = UTF8Sequence.length(bytes, at: index, to: end)
            if length <= 0 { break }
            index &+= length
        }
        return index
    }

    /// Copies `run` of `bytes` to `position` of `target`; returns the position after the copy.
    ///
    /// The target must have 16 spare bytes after the copy, which may be overwritten.
    @inline(__always)
    static func copy(
        _ bytes: Span<UInt8>,
        _ run: Range<Int>,
        to position: Int,
        of target: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard let base = target.baseAddress else { return position }
        let into = unsafe base + position
        let count = run.count
        if count <= 64, run.upperBound &+ 16 <= bytes.count {
            var done = 0
            repeat {
                let chunk = unsafe bytes.bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: run.lowerBound &+ done,
                    as: SIMD16<UInt8>.self
                )
                unsafe into.storeBytes(of: chunk, toByteOffset: done, as: SIMD16<UInt8>.self)
                done &+= 16
            } while done < count
        } else {
            unsafe bytes.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                unsafe into.copyMemory(from: start + run.lowerBound, byteCount: count)
            }
        }
        return position &+ count
    }

    /// Calls `body` with the UTF-8 of a text.
    static func withUTF8<Result>(_ text: String, _ body: (Span<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8 { unsafe body(Span(_unsafeElements: $0)) }
    }

    /// Calls `body` with the UTF-8 of a literal.
    static func withUTF8<Result>(_ literal: StaticString, _ body: (Span<UInt8>) -> Result) -> Result {
        unsafe body(Span(_unsafeStart: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
