/// Files that are not readable captures, and their errors.
package struct ForeignSample: Sendable {
    var bytes: [UInt8]
    var error: String

    private static func packed(_ bytes: [UInt8], _ name: String, _ command: String) -> ForeignSample {
        ForeignSample(bytes: bytes, error: "this is \(name); unpack it first: \(command)")
    }

    private static func capture(_ word: String, _ name: String) -> ForeignSample {
        let error = "this is \(name); convert it first: editcap FILE out.pcapng"
        return ForeignSample(bytes: Array(word.utf8), error: error)
    }

    private static func other(_ bytes: [UInt8], _ name: String) -> ForeignSample {
        ForeignSample(bytes: bytes, error: "this is not a packet capture but \(name)")
    }

    private static let unknown = "this is not a pcap or pcapng capture"

    /// One sample of every kind, and samples that are nearly of a kind.
    package static let all: [ForeignSample] =
        [
            packed([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file", "zstd -d FILE"),
            packed([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz file", "xz -d FILE"),
            packed([0x42, 0x5A, 0x68], "a bzip2 file", "bzip2 -d FILE"),
            packed([4, 0x22, 0x4D, 0x18], "an lz4 file", "lz4 -d FILE"),
            packed([0x4C, 0x5A, 0x49, 0x50], "an lzip file", "lzip -d FILE"),
            packed([0x1F, 0x9D], "a file of compress", "gzip -d FILE"),
            packed([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", "7z x FILE"),
            capture("snoop\0", "a snoop capture"), capture("GMBU", "a Network Monitor capture"),
            capture("RTSS", "a Network Monitor capture"), capture("TRSNIFF data", "a Sniffer capture"),
            capture("btsnoop\0", "a Bluetooth capture"),
            other([0xFF, 0xD8, 0xFF], "a JPEG image"), other([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
            other([0x47, 0x49, 0x46, 0x38], "a GIF image"), other(Array("%PDF".utf8), "a PDF document"),
            other([0x50, 0x4B, 3, 4], "a ZIP archive"), other([0x7F, 0x45, 0x4C, 0x46], "a program"),
            other(Array("#!".utf8), "a script"), other(Array("{".utf8), "JSON text"),
            other(Array("<".utf8), "XML or HTML text"),
            ForeignSample(bytes: [0xA1, 0xB2, 0xC3, 0xD5], error: unknown),
            ForeignSample(bytes: [0x1C, 0, 1, 0xAA], error: unknown),
            ForeignSample(bytes: [0x0A, 0x0D, 0x0D, 0x0B], error: unknown),
            ForeignSample(bytes: [0x60, 0x2A, 0x4D, 0x18], error: unknown),
        ]
        + (0..<16).map { packed([0x50 | $0, 0x2A, 0x4D, 0x18], "a Zstandard file", "zstd -d FILE") }
}
