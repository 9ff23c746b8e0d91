/// Reads named fields from borrowed bytes, big-endian, without copying.
///
/// Offsets are absolute: a reader that was sliced from another one also counts from the start of the outermost input. A
/// read that fails leaves the position unchanged.
@frozen
public struct ByteReader<Trace: FieldTrace>: ~Escapable {
    @usableFromInline let bytes: Span<UInt8>
    @usableFromInline let end: Int
    @usableFromInline var next: Int
    /// The trace, which is told of each field that was read.
    public let trace: Trace

    /// Reads `bytes` from their start, telling `trace` of each field.
    @inlinable
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, trace: Trace) {
        self.bytes = bytes
        self.end = bytes.count
        self.next = 0
        self.trace = trace
    }

    @inlinable
    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, from start: Int, to end: Int, trace: Trace) {
        self.bytes = bytes
        self.end = end
        self.next = start
        self.trace = trace
    }

    /// The offset of the next byte.
    @inlinable public var offset: Int { next }
    /// The number of bytes left.
    @inlinable public var remaining: Int { end &- next }
    /// Whether no bytes are left.
    @inlinable public var isAtEnd: Bool { next == end }

    @inlinable
    func check(_ count: Int, _ name: StaticString) throws(WireError) {
        if end &- next < count { throw short(count, name) }
    }

    @usableFromInline
    @inline(never)
    func short(_ count: Int, _ name: StaticString) -> WireError {
        WireError(.truncated, at: next, path: [name.description], needed: count, available: end - next)
    }

    @inlinable
    mutating func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type,
        _ name: StaticString
    ) throws(WireError) -> Value {
        let width = MemoryLayout<Value>.size
        try check(width, name)
        let raw = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: next, as: Value.self)
        next &+= width
        return Value(bigEndian: raw)
    }

    /// Reads a byte.
    ///
    /// Throws `truncated`.
    @inlinable
    @discardableResult
    public mutating func uint8(_ name: StaticString) throws(WireError) -> UInt8 {
        let value = try bigEndian(UInt8.self, name)
        trace.integer(name, Int64(value), next &- 1..<next)
        return value
    }

    /// Reads two bytes, big-endian, unsigned.
    ///
    /// Throws `truncated`.
    @inlinable
    public mutating func uint16(_ name: StaticString) throws(WireError) -> UInt16 {
        let value = try bigEndian(UInt16.self, name)
        trace.integer(name, Int64(value), next &- 2..<next)
        return value
    }

    /// Reads four bytes, big-endian, signed.
    ///
    /// Throws `truncated`.
    @inlinable
    public mutating func int32(_ name: StaticString) throws(WireError) -> Int32 {
        let value = try bigEndian(Int32.self, name)
        trace.integer(name, Int64(value), next &- 4..<next)
        return value
    }

    /// Reads eight bytes, big-endian, signed.
    ///
    /// Throws `truncated`.
    @inlinable
    public mutating func int64(_ name: StaticString) throws(WireError) -> Int64 {
        let value = try bigEndian(Int64.self, name)
        trace.integer(name, value, next &- 8..<next)
        return value
    }

    /// Eight bytes whose bits have no numeric meaning.
    ///
    /// Throws `truncated`.
    @inlinable
    public mutating func opaque64(_ name: StaticString) throws(WireError) -> UInt64 {
        let value = try bigEndian(UInt64.self, name)
        trace.opaque(name, value, next &- 8..<next)
        return value
    }

    /// Reads text after a 2-byte length and returns the range of the text's bytes.
    ///
    /// Decode the bytes with ``WireString``. Throws `truncated`.
    @inlinable
    public mutating func text(_ name: StaticString) throws(WireError) -> Range<Int> {
        try check(2, name)
        let length = Int(
            UInt16(bigEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: next, as: UInt16.self))
        )
        guard end &- next &- 2 >= length else {
            throw WireError(
                .truncated,
                at: next &+ 2,
                path: [name.description],
                needed: length,
                available: end &- next &- 2
            )
        }
        let start = next &+ 2
        next = start &+ length
        trace.text(name, start..<next, prefix: 2)
        return start..<next
    }

    /// Reads `count` bytes and returns their range.
    ///
    /// Throws `truncated`, and `length` when `count` is negative.
    @inlinable
    public mutating func bytes(_ name: StaticString, count: Int) throws(WireError) -> Range<Int> {
        guard count >= 0 else { throw WireError(.length, at: next, path: [name.description]) }
        try check(count, name)
        let start = next
        next &+= count
        trace.bytes(name, start..<next)
        return start..<next
    }

    /// Reads all bytes that are left, possibly none, and returns their range.
    @inlinable
    public mutating func rest(_ name: StaticString) -> Range<Int> {
        let start = next
        next = end
        if start < end { trace.bytes(name, start..<end) }
        return start..<end
    }

    /// Skips `count` bytes, at most to the end, without telling the trace.
    @inlinable
    public mutating func skip(_ count: Int) {
        next &+= min(max(0, count), end &- next)
    }

    /// Returns a reader of the next `count` bytes; this reader continues after them.
    ///
    /// Throws `truncated`, and `length` when `count` is negative.
    @inlinable
    @_lifetime(copy self)
    public mutating func slice(_ name: StaticString, count: Int) throws(WireError) -> ByteReader {
        guard count >= 0 else { throw WireError(.length, at: next, path: [name.description]) }
        try check(count, name)
        let part = ByteReader(bytes: bytes, from: next, to: next &+ count, trace: trace)
        next &+= count
        return part
    }

    /// Returns a reader of the same bytes at the same position without a trace, for trial reads.
    @inlinable
    @_lifetime(copy self)
    public func untraced() -> ByteReader<NoTrace> {
        ByteReader<NoTrace>(bytes: bytes, from: next, to: end, trace: NoTrace())
    }

    /// Returns the byte at an absolute offset without reading it, or `nil` if the offset is out of bounds.
    @inlinable
    public func peek(at position: Int) -> UInt8? {
        position >= 0 && position < end ? bytes[position] : nil
    }

    /// Throws `trailing` if bytes are left.
    @inlinable
    public func finish() throws(WireError) {
        guard next == end else { throw WireError(.trailing, at: next, available: end &- next) }
    }
}

extension ByteReader where Trace == NoTrace {
    /// Reads `bytes` from their start without a trace.
    @inlinable
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.init(bytes, trace: NoTrace())
    }
}
