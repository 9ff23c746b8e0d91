import WireFormat

/// The frames of an AMR recording in the storage format (RFC 4867 section 5): a header, then frames of 20 ms each.
public struct AMRAudio: Hashable, Sendable {
    /// Whether the header is the header of AMR-WB.
    public var isWideband: Bool
    /// The number of whole frames, including those without speech.
    public var frames: Int
    /// The number of bytes from the first incomplete or invalid frame to the end.
    public var unreadBytes: Int

    /// The duration of the audio, in seconds.
    public var seconds: Double { Double(frames * 20) / 1000 }

    /// Counts the frames; `nil` if the bytes do not begin with the header of a mono recording.
    public init?(_ bytes: Span<UInt8>) {
        let header: Int
        if bytes.count >= 6, bytes.extracting(0..<6).equals("#!AMR\n") {
            isWideband = false
            header = 6
        } else if bytes.count >= 9, bytes.extracting(0..<9).equals("#!AMR-WB\n") {
            isWideband = true
            header = 9
        } else {
            return nil
        }
        // The size of a frame by its type, in bytes, type byte included; 0 for reserved types.
        let sizes: [Int] =
            isWideband
            ? [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]
            : [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
        var offset = header
        frames = 0
        while offset < bytes.count {
            let size = sizes[Int(bytes[offset] >> 3 & 15)]
            guard size > 0, offset + size <= bytes.count else { break }
            offset += size
            frames += 1
        }
        unreadBytes = bytes.count - offset
    }
}
