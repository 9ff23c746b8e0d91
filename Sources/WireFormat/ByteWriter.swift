#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A growing byte buffer for output.
///
/// ``removeAll()`` keeps the memory, so one writer can serve many frames or lines. The writer is the only owner of its
/// memory: so it is `Sendable` although it holds a pointer.
@safe public struct ByteWriter: ~Copyable, @unchecked Sendable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// The number of bytes that fit before the memory grows.
    public private(set) var capacity: Int
    @usableFromInline var written: Int

    /// Makes an empty writer with room for `capacity` bytes.
    public init(capacity: Int = 256) {
        let room = max(capacity, 16)
        unsafe base = Self.resize(nil, to: room)
        self.capacity = room
        written = 0
    }

    /// The number of bytes written.
    @inlinable public var count: Int { written }

    deinit {
        unsafe free(base)
    }

    /// The last byte written; 0 if the writer is empty.
    @inlinable
    @inline(__always)
    public var last: UInt8 { unsafe written > 0 ? base[written &- 1] : 0 }

    /// Empties the writer and keeps its memory.
    @inlinable
    public mutating func removeAll() { written = 0 }

    /// Removes all bytes from offset `count` on.
    @inlinable
    public mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        written = count
    }

    /// Counts `extra` bytes as written, which the caller has stored in reserved memory.
    @inlinable
    mutating func advance(_ extra: Int) { written &+= extra }

    /// Makes room for `extra` more bytes.
    @inlinable
    public mutating func reserve(_ extra: Int) {
        if capacity &- count < extra { grow(extra) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ extra: Int) {
        let (needed, overflow) = count.addingReportingOverflow(extra)
        precondition(extra >= 0 && !overflow)
        let larger = max(needed, capacity * 2)
        unsafe base = Self.resize(base, to: larger)
        capacity = larger
    }

    /// Returns memory of another size with the same bytes.
    ///
    /// Uses `realloc`: the C library can move many pages without copying them, so a large buffer is not held twice.
    private static func resize(_ base: UnsafeMutablePointer<UInt8>?, to capacity: Int) -> UnsafeMutablePointer<UInt8> {
        guard let memory = unsafe realloc(base, capacity) else { preconditionFailure("out of memory") }
        return unsafe memory.assumingMemoryBound(to: UInt8.self)
    }

    /// The bytes written.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get {
            let bytes = unsafe Span(_unsafeStart: UnsafePointer(base), count: written)
            return unsafe _overrideLifetime(bytes, borrowing: self)
        }
    }

    /// A copy of the bytes written.
    public var array: [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: base, count: count))
    }

    /// Appends a byte.
    @inlinable
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        if count == capacity { grow(1) }
        unsafe base[count] = byte
        written &+= 1
    }

    /// Appends the lowest `length` bytes of a word; the caller has to reserve 8 bytes, for any `length`.
    @inlinable
    @inline(__always)
    package mutating func append(reserved word: UInt64, _ length: Int = 8) {
        precondition(capacity &- written >= 8 && length >= 0 && length <= 8)
        unsafe UnsafeMutableRawPointer(base + written).storeBytes(of: word.littleEndian, as: UInt64.self)
        written &+= length
    }

    /// Appends a copy of the bytes.
    @inlinable
    public mutating func append(_ bytes: Span<UInt8>) {
        let length = bytes.count
        reserve(length)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe Self.copy(UnsafeRawPointer(start), to: UnsafeMutableRawPointer(base + count), length)
        }
        written &+= length
    }

    /// Copies memory that does not overlap; copies up to 16 bytes, as most pieces of output are, without a call.
    @inlinable
    @inline(__always)
    static func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
        guard count <= 16 else { return unsafe target.copyMemory(from: source, byteCount: count) }
        if count >= 8 {
            // Two words; the second one may overlap the first.
            let head = unsafe source.loadUnaligned(as: UInt64.self)
            let tail = unsafe source.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            unsafe target.storeBytes(of: head, as: UInt64.self)
            unsafe target.storeBytes(of: tail, toByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            let head = unsafe source.loadUnaligned(as: UInt32.self)
            let tail = unsafe source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            unsafe target.storeBytes(of: head, as: UInt32.self)
            unsafe target.storeBytes(of: tail, toByteOffset: count &- 4, as: UInt32.self)
        } else {
            for index in 0..<count {
                let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
                unsafe target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
        }
    }

    /// Appends a copy of the bytes.
    @inlinable
    public mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    /// Appends a range of the bytes of another writer.
    @inlinable
    public mutating func append(_ range: Range<Int>, of other: borrowing ByteWriter) {
        append(other.span.extracting(range))
    }

    /// Appends the literal's UTF-8, in one copy.
    @inlinable
    @inline(__always)
    public mutating func append(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        reserve(length)
        unsafe Self.copy(UnsafeRawPointer(literal.utf8Start), to: UnsafeMutableRawPointer(base + count), length)
        written &+= length
    }

    /// Appends the literal's UTF-8 without its first `count` bytes.
    ///
    /// Traps if `count` is negative, or if the literal has fewer bytes.
    @inlinable
    public mutating func append(_ literal: StaticString, droppingFirst count: Int) {
        let length = literal.utf8CodeUnitCount - count
        precondition(count >= 0 && length >= 0)
        reserve(length)
        unsafe Self.copy(
            UnsafeRawPointer(literal.utf8Start + count),
            to: UnsafeMutableRawPointer(base + written),
            length
        )
        written &+= length
    }

    /// Appends the text's UTF-8.
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { unsafe append(Span(_unsafeElements: $0)) }
    }

    /// Appends an integer, big-endian.
    @inlinable
    public mutating func append<Value: FixedWidthInteger>(bigEndian value: Value) {
        let width = MemoryLayout<Value>.size
        reserve(width)
        unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: value.bigEndian, as: Value.self)
        written &+= width
    }

    /// Appends the output of `body` after its length in two bytes, big-endian.
    ///
    /// The length reads 65535 until it is known, so a half-written buffer cannot be mistaken for a short valid one.
    /// Throws `length` if the output of `body` is longer than 65535 bytes.
    public mutating func lengthPrefixed16(
        _ name: StaticString,
        _ body: (inout ByteWriter) throws(WireError) -> Void
    ) throws(WireError) {
        let mark = count
        append(bigEndian: UInt16.max)
        try body(&self)
        let length = count - mark - 2
        guard let short = UInt16(exactly: length) else {
            throw WireError(.length, at: mark, path: [name.description], needed: length, available: Int(UInt16.max))
        }
        unsafe UnsafeMutableRawPointer(base + mark).storeBytes(of: short.bigEndian, as: UInt16.self)
    }

    /// Overwrites an integer that was already written, big-endian.
    @inlinable
    public mutating func replace<Value: FixedWidthInteger>(at position: Int, bigEndian value: Value) {
        precondition(position >= 0 && position <= count - MemoryLayout<Value>.size)
        unsafe UnsafeMutableRawPointer(base + position).storeBytes(of: value.bigEndian, as: Value.self)
    }

    /// Overwrites a byte that was already written.
    @inlinable
    public mutating func replaceByte(at position: Int, with byte: UInt8) {
        precondition(position >= 0 && position < count)
        unsafe base[position] = byte
    }

    /// Appends `bytes` XORed with a repeating 4-byte mask, starting with the byte at `mask`'s lowest address.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to mask.
    ///   - mask: the four bytes as they lie in memory. Source: RFC 6455 section 5.3.
    @inlinable
    public mutating func append(_ bytes: Span<UInt8>, masked mask: UInt32) {
        let length = bytes.count
        reserve(length)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            let from = unsafe UnsafeRawPointer(start)
            let to = unsafe UnsafeMutableRawPointer(base + count)
            let wide = SIMD8<UInt32>(repeating: mask)
            var done = 0
            while length &- done >= 32 {
                let chunk = unsafe from.loadUnaligned(fromByteOffset: done, as: SIMD8<UInt32>.self)
                unsafe to.storeBytes(of: chunk ^ wide, toByteOffset: done, as: SIMD8<UInt32>.self)
                done &+= 32
            }
            while length &- done >= 4 {
                let word = unsafe from.loadUnaligned(fromByteOffset: done, as: UInt32.self)
                unsafe to.storeBytes(of: word ^ mask, toByteOffset: done, as: UInt32.self)
                done &+= 4
            }
            var rest = UInt32(littleEndian: mask)
            while done < length {
                let byte = unsafe from.load(fromByteOffset: done, as: UInt8.self) ^ UInt8(truncatingIfNeeded: rest)
                unsafe to.storeBytes(of: byte, toByteOffset: done, as: UInt8.self)
                rest >>= 8
                done &+= 1
            }
        }
        written &+= length
    }

    /// Appends `bytes` XORed with a repeating 8-byte key, starting with the byte at `key`'s lowest address.
    public mutating func append(_ bytes: Span<UInt8>, xor key: UInt64) {
        var index = 0
        reserve(bytes.count)
        while bytes.count - index >= 8 {
            let word = bytes.loadUnaligned(at: index, as: UInt64.self) ^ key
            unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt64.self)
            advance(8)
            index += 8
        }
        var rest = UInt64(littleEndian: key)
        while index < bytes.count {
            append(bytes[index] ^ UInt8(truncatingIfNeeded: rest))
            rest >>= 8
            index += 1
        }
    }

    /// Appends at most `limit` bytes, which `fill` writes in place; `fill` returns the number of bytes that it wrote.
    ///
    /// For system calls and C libraries that write into memory.
    public mutating func append(
        upTo limit: Int,
        fill: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        reserve(limit)
        let filled = unsafe fill(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
        precondition(filled >= 0 && filled <= limit)
        written += filled
    }
}
