import WireFormat

/// The format of a capture file, recognised by its first bytes.
enum CaptureFormat: Hashable, Sendable {
    /// Classic pcap, in one of its variants.
    case pcap(PcapVariant)
    /// pcapng; each section states its own byte order.
    case pcapng
    /// A capture packed with gzip.
    case gzip

    /// The number of bytes that ``init(firstBytes:)`` needs, at most.
    static let signatureLength = 12

    /// Recognises the format.
    ///
    /// - Parameter bytes: the first ``signatureLength`` bytes, or the whole input if it is shorter.
    init(firstBytes bytes: Span<UInt8>) throws(CaptureError) {
        guard !bytes.isEmpty else { throw .empty }
        if let variant = PcapVariant(firstBytes: bytes) {
            self = .pcap(variant)
        } else if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
            self = .pcapng
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if let other = ForeignFile.compressed.first(where: { bytes.starts(with: $0.signature) }) {
            throw .unsupported("this is \(other.name); unpack it first: \(other.command)")
        } else if let other = ForeignFile.captures.first(where: { bytes.starts(with: $0.signature) }) {
            throw .unsupported("this is \(other.name); convert it first: \(other.command)")
        } else {
            throw .notACapture(looksLike: ForeignFile.others.first { bytes.starts(with: $0.signature) }?.name)
        }
    }
}

/// The variants of classic pcap, by their first four bytes.
struct PcapVariant: Hashable, Sendable {
    /// Whether numbers are big-endian.
    var bigEndian: Bool
    /// Whether the fraction of a second is in nanoseconds.
    var nanoseconds: Bool
    /// Bytes of the file header.
    var headerLength = 24
    /// The length of a record's head, in bytes: 8 more in the format of a patch by Alexey Kuznetzov, which adds the
    /// interface index, the protocol and the packet's direction after the lengths.
    var recordHeadLength = 16

    /// Magic number, nanoseconds, length of the file header, length of a record's head.
    ///
    /// The last two rows are the formats of IXIA's testers, which add the length of the file after the usual header.
    private static let magics: [(UInt32, Bool, Int, Int)] = [
        (0xA1B2_C3D4, false, 24, 16), (0xA1B2_3C4D, true, 24, 16), (0xA1B2_CD34, false, 24, 24),
        (0x1C00_01AC, false, 28, 16), (0x1C00_01AB, false, 28, 16),
    ]

    /// Recognises the variant; `nil` when the bytes do not begin a pcap file.
    init?(firstBytes bytes: Span<UInt8>) {
        guard bytes.count >= 4 else { return nil }
        let magic = bytes.uint32(at: 0)
        for (number, nanoseconds, headerLength, recordHeadLength) in Self.magics {
            guard magic == number || magic == number.byteSwapped else { continue }
            bigEndian = magic == number
            self.nanoseconds = nanoseconds
            self.headerLength = headerLength
            self.recordHeadLength = recordHeadLength
            return
        }
        return nil
    }
}

/// File types that cannot be read, recognised by their first bytes.
struct ForeignFile {
    var signature: [UInt8]
    /// The type, with its article.
    var name: String
    /// The command that converts or unpacks the file.
    var command = ""

    private init(_ signature: [UInt8], _ name: String, _ command: String = "") {
        self.signature = signature
        self.name = name
        self.command = command
    }

    /// Compressed files, which may hold a capture.
    static let compressed =
        [
            ForeignFile([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file", "zstd -d FILE"),
            ForeignFile([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an xz file", "xz -d FILE"),
            ForeignFile(Array("BZh".utf8), "a bzip2 file", "bzip2 -d FILE"),
            ForeignFile([0x04, 0x22, 0x4D, 0x18], "an lz4 file", "lz4 -d FILE"),
            ForeignFile(Array("LZIP".utf8), "an lzip file", "lzip -d FILE"),
            ForeignFile([0x1F, 0x9D], "a file of compress", "gzip -d FILE"),
            ForeignFile([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", "7z x FILE"),
        ]
        // Zstandard and lz4 share the skippable frames with which parallel compressors begin.
        + (0..<16).map { ForeignFile([0x50 | $0, 0x2A, 0x4D, 0x18], "a Zstandard file", "zstd -d FILE") }

    /// Capture formats of other programs.
    static let captures = [
        ForeignFile(Array("snoop\0".utf8), "a snoop capture", "editcap FILE out.pcapng"),
        ForeignFile(Array("GMBU".utf8), "a Network Monitor capture", "editcap FILE out.pcapng"),
        ForeignFile(Array("RTSS".utf8), "a Network Monitor capture", "editcap FILE out.pcapng"),
        ForeignFile(Array("TRSNIFF data".utf8), "a Sniffer capture", "editcap FILE out.pcapng"),
        ForeignFile(Array("btsnoop\0".utf8), "a Bluetooth capture", "editcap FILE out.pcapng"),
    ]

    /// Files that people pass by mistake.
    static let others = [
        ForeignFile([0xFF, 0xD8, 0xFF], "a JPEG image"),
        ForeignFile([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        ForeignFile(Array("GIF8".utf8), "a GIF image"),
        ForeignFile(Array("%PDF".utf8), "a PDF document"),
        ForeignFile([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        ForeignFile([0x7F, 0x45, 0x4C, 0x46], "a program"),
        ForeignFile(Array("#!".utf8), "a script"),
        ForeignFile(Array("{".utf8), "JSON text"),
        ForeignFile(Array("<".utf8), "XML or HTML text"),
    ]
}

extension Span where Element == UInt8 {
    /// Returns whether the bytes begin with a signature.
    fileprivate func starts(with signature: [UInt8]) -> Bool {
        guard count >= signature.count else { return false }
        for index in signature.indices where self[index] != signature[index] { return false }
        return true
    }
}
