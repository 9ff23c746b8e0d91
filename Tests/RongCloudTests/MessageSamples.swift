import Foundation

/// Media files made byte by byte.
enum Samples {
    /// A JPEG file with a frame header (ITU T.81 B.2.2) and, if asked for, padded with a comment to `length` bytes.
    static func jpeg(width: Int, height: Int, length: Int = 0, progressive: Bool = false) -> [UInt8] {
        let size = [height >> 8, height & 255, width >> 8, width & 255].map(UInt8.init)
        let frame = [0xFF, progressive ? 0xC2 : 0xC0, 0, 11, 8] + size + [1, 1, 0x11, 0]
        let jfif: [UInt8] = [0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
        var bytes: [UInt8] = [0xFF, 0xD8] + jfif
        while bytes.count + frame.count + 2 < length {
            let count = min(60_000, length - bytes.count - frame.count - 2)
            bytes +=
                [0xFF, 0xFE, UInt8((count + 2) >> 8), UInt8((count + 2) & 255)] + [UInt8](repeating: 0x20, count: count)
        }
        return bytes + frame + [0xFF, 0xD9]
    }

    /// A PNG file's first bytes.
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

    /// An AMR-NB file (RFC 4867 section 5) of frames of 12.2 kbit/s: 50 a second, 32 bytes each.
    static func amr(frames: Int, header: String = "#!AMR\n") -> [UInt8] {
        Array(header.utf8) + (0..<frames).flatMap { _ in [0x3C] + [UInt8](repeating: 0x5A, count: 31) }
    }

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
