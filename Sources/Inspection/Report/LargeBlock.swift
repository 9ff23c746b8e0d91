import Transport
import WireFormat

/// A block with one large record, which is compressed and written while its bytes arrive.
struct LargeBlock: ~Copyable {
    private let deflater: Deflater
    /// The number of the record's bytes that are still missing.
    private(set) var left: Int
    /// The compressed bytes that are not written yet.
    private var packed = ByteWriter(capacity: 1 << 16)
    private var text = ByteWriter(capacity: 1 << 17)

    /// - Parameters:
    ///   - deflater: the compressor, which must not be used for anything else until the record is complete.
    ///   - left: the number of the record's bytes after its beginning.
    init(_ deflater: Deflater, left: Int) {
        self.deflater = deflater
        self.left = left
    }

    /// Writes the beginning of the block, which does not count as a part of `left`.
    mutating func begin(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        try deflater.begin()
        try pack(bytes, to: sink)
    }

    /// Appends the next bytes, at most `left`.
    mutating func append(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        left -= bytes.count
        try pack(bytes, to: sink)
    }

    private mutating func pack(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        var packed = ByteWriter(capacity: 0)
        swap(&packed, &self.packed)
        try deflater.append(bytes, ends: left == 0, into: &packed)
        // Base64 encodes three bytes at a time; only the last group may be shorter.
        let whole = left == 0 ? packed.count : packed.count / 3 * 3
        text.removeAll()
        text.append(base64: packed.span.extracting(..<whole))
        try sink(text.span)
        let rest = [UInt8](copying: packed.span.extracting(whole...))
        packed.removeAll()
        packed.append(rest)
        swap(&packed, &self.packed)
    }
}
