import TestSupport

/// gzip files, laid out as RFC 1952 and RFC 1951 say, without a packer: all blocks are stored.
enum GzipBuilder {
    /// A member that holds these bytes.
    ///
    /// - Parameters:
    ///   - name: a file name for the header.
    ///   - checksum: the check sum in the trailer; the right one when `nil`.
    static func member(_ bytes: [UInt8], name: String? = nil, checksum: UInt32? = nil) -> [UInt8] {
        var writer = WireBytes(order: .little)
        writer.raw([0x1F, 0x8B, 8, name == nil ? 0 : 8])
        writer.u32(0)
        writer.raw([0, 255])
        if let name { writer.raw(Array(name.utf8) + [0]) }
        var offset = 0
        repeat {
            let count = min(65_535, bytes.count - offset)
            writer.u8(offset + count == bytes.count ? 1 : 0)
            writer.u16(UInt16(count))
            writer.u16(~UInt16(count))
            writer.raw(Array(bytes[offset..<offset + count]))
            offset += count
        } while offset < bytes.count
        writer.u32(checksum ?? crc32(bytes))
        writer.u32(UInt32(truncatingIfNeeded: bytes.count))
        return writer.bytes
    }

    /// The check sum of RFC 1952 section 8.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return ~crc
    }
}

/// The program gzip.
enum GzipProgram {
    static let path = OutsideTool.path("gzip")

    /// Packs bytes.
    static func pack(_ bytes: [UInt8], level: Int = 6) throws -> [UInt8] {
        // Of a file, so that the header holds its name.
        let folder = try TemporaryFolder()
        return try OutsideTool.output(of: "gzip", ["-c", "-\(level)", folder.write(bytes, to: "bytes")])
    }
}
