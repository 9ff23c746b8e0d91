import WireFormat

/// The width and height of a JPEG image, read from its frame header (ITU T.81 section B.2.2).
public struct JPEGSize: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Reads the size; `nil` if the bytes are not a JPEG image or end before the frame header.
    public init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var offset = 2
        while offset + 9 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            switch marker {
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD8: offset += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                height = Int(bytes.uint16(at: offset + 5))
                width = Int(bytes.uint16(at: offset + 7))
                return
            default: offset += 2 + max(2, Int(bytes.uint16(at: offset + 2)))
            }
        }
        return nil
    }
}
