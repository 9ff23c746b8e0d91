import WireFormat

/// What kind of file a capture is, told from its first bytes.
enum CaptureFormat: Hashable, Sendable {
    /// Classic pcap: byte order and whether times are in nanoseconds.
    case pcap(bigEndian: Bool, nanoseconds: Bool)
    /// pcapng; each section says its own byte order.
    case pcapng

    /// Bytes that ``init(firstBytes:)`` needs, at most.
    static let signatureLength = 12

    /// Tells the format.
    ///
    /// - Parameter bytes: the first ``signatureLength`` bytes, or all there are.
    init(firstBytes bytes: Span<UInt8>) throws(CaptureError) {
        guard !bytes.isEmpty else { throw .empty }
        func starts(_ signature: [UInt8]) -> Bool {
            guard bytes.count >= signature.count else { return false }
            for index in signature.indices where bytes[index] != signature[index] { return false }
            return true
        }
        if starts([0xD4, 0xC3, 0xB2, 0xA1]) {
            self = .pcap(bigEndian: false, nanoseconds: false)
        } else if starts([0xA1, 0xB2, 0xC3, 0xD4]) {
            self = .pcap(bigEndian: true, nanoseconds: false)
        } else if starts([0x4D, 0x3C, 0xB2, 0xA1]) {
            self = .pcap(bigEndian: false, nanoseconds: true)
        } else if starts([0xA1, 0xB2, 0x3C, 0x4D]) {
            self = .pcap(bigEndian: true, nanoseconds: true)
        } else if starts([0x0A, 0x0D, 0x0D, 0x0A]) {
            self = .pcapng
        } else if starts([0x1F, 0x8B]) {
            throw .unsupported("this is a gzip file; unpack it first: gzip -d FILE")
        } else if starts([0x28, 0xB5, 0x2F, 0xFD]) {
            throw .unsupported("this is a Zstandard file; unpack it first: zstd -d FILE")
        } else {
            throw .notACapture(looksLike: Self.otherKind(starts))
        }
    }

    private static func otherKind(_ starts: ([UInt8]) -> Bool) -> String? {
        let kinds: [([UInt8], String)] = [
            ([0xFF, 0xD8, 0xFF], "a JPEG image"),
            ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
            (Array("GIF8".utf8), "a GIF image"),
            (Array("%PDF".utf8), "a PDF document"),
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program"),
            (Array("#!".utf8), "a script"),
            (Array("{".utf8), "JSON text"),
            (Array("<".utf8), "XML or HTML text"),
        ]
        return kinds.first { starts($0.0) }?.1
    }
}
