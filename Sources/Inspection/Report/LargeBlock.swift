import Transport
import WireFormat

/// A block of one large record: packed and written while its bytes come.
struct LargeBlock: ~Copyable {
    private let deflater: Deflater
    /// Bytes of the record that are still to come.
    private(set) var left: Int
    /// Packed bytes that are not written yet.
    private var packed = ByteWriter(capacity: 1 << 16)
    private var text = ByteWriter(capacity: 1 << 17)

    /// - Parameters:
    ///   - deflater: packs nothing else until the record is there.
    ///   - left: bytes of the record behind its beginning.
    init(_ deflater: Deflater, left: Int) {
        self.deflater = deflater
        self.left = left
    }

    /// Begins with bytes that do not count.
    mutating func begin(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        try deflater.begin()
        try pack(bytes, to: sink)
    }

    /// Takes the next bytes, at most as many as are left.
    mutating func append(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        left -= bytes.count
        try pack(bytes, to: sink)
    }

    private mutating func pack(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        var packed = ByteWriter(capacity: 0)
        swap(&packed, &self.packed)
        try deflater.append(bytes, ends: left == 0, into: &packed)
        // Base64 takes three bytes at a time; only at the end there may be fewer.
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
