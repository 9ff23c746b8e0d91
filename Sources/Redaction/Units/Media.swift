import WireFormat

/// Images and voice without content: in the same format and size, and with about as many bytes.
enum Media {
    /// Returns a replacement for an image or voice; `nil` for other formats.
    ///
    /// - Parameter mark: letters that distinguish images of the same size.
    static func replacement(for bytes: [UInt8], mark: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]), let size = jpegSize(bytes) {
            return jpeg(width: size.width, height: size.height, length: bytes.count, mark: mark)
        }
        if bytes.starts(with: Array("#!AMR\n".utf8)) { return silentAMR(bytes) }
        return nil
    }

    /// Returns width and height from the first frame header (ITU-T T.81, B.2.2).
    private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var position = 2
        while position + 9 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let height = Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
                let width = Int(bytes[position + 7]) << 8 | Int(bytes[position + 8])
                return width > 0 && height > 0 ? (width, height) : nil
            }
            position += 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
        }
        return nil
    }

    /// Returns a grey image with one component and only a mean value in each block; a comment pads it to its length.
    private static func jpeg(width: Int, height: Int, length: Int, mark: [UInt8]) -> [UInt8]? {
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        guard blocks <= 1 << 20 else { return nil }
        var writer = ByteWriter(capacity: length + 256)
        writer.append([0xFF, 0xD8])
        writer.append([0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
        writer.append([0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 16, count: 64))
        writer.append([0xFF, 0xC0, 0, 11, 8])
        writer.append(bigEndian: UInt16(truncatingIfNeeded: height))
        writer.append(bigEndian: UInt16(truncatingIfNeeded: width))
        writer.append([1, 1, 0x11, 0])
        // Each table has one code of one bit: no difference of the mean, and the end of the block.
        for table: UInt8 in [0x00, 0x10] {
            writer.append([0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0])
        }
        let scan = (blocks * 2 + 7) / 8
        var room = length - writer.count - 10 - scan - 2
        while room > 4 {
            let part = min(room, 60000)
            writer.append([0xFF, 0xFE])
            writer.append(bigEndian: UInt16(part - 2))
            let letters = Array(mark.prefix(part - 4))
            writer.append(letters + [UInt8](repeating: 0x20, count: part - 4 - letters.count))
            room -= part
        }
        writer.append([0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0])
        var data = [UInt8](repeating: 0, count: scan)
        let left = blocks * 2 % 8
        if left > 0 { data[scan - 1] = UInt8(0xFF >> left) }
        writer.append(data)
        writer.append([0xFF, 0xD9])
        return writer.array
    }

    /// Returns frames of the same types with all data bits zero (RFC 4867 section 5), all of good quality.
    private static func silentAMR(_ bytes: [UInt8]) -> [UInt8]? {
        // The frame sizes of types 0 to 8; the types after these are reserved, except the last one, which has no data.
        let sizes = [12, 13, 15, 17, 19, 20, 26, 31, 5]
        let (reserved, empty) = (14, 15)
        let goodQuality: UInt8 = 4
        var result = Array(bytes.prefix(6))
        var position = 6
        while position < bytes.count {
            let type = Int(bytes[position] >> 3 & 15)
            guard type < sizes.count || type == empty else {
                // No reader continues after a reserved type, so the rest are not frames, and would reveal the original.
                let rest = bytes.count - position
                return result + [UInt8](repeating: UInt8(reserved) << 3 | goodQuality, count: rest)
            }
            result.append(UInt8(type) << 3 | goodQuality)
            let size = type == empty ? 0 : sizes[type]
            let count = min(size, bytes.count - position - 1)
            result += [UInt8](repeating: 0, count: count)
            position += 1 + size
        }
        return result
    }
}
