import WireFormat

/// Makes capture files from TCP segments over IPv4, for operations on streams whose input is no capture.
enum SegmentCapture {
    /// A segment.
    struct Segment {
        /// The time in nanoseconds since 1970.
        var time: Int64
        /// The end that sends the segment.
        var sender: FrameSender
        /// The client's port, which distinguishes connections.
        var port: UInt16 = 50001
        var sequence: UInt32
        var acknowledgment: UInt32
        var flags: UInt8
        var payload: [UInt8] = []
        /// The number of the payload's bytes that were not captured.
        var missing = 0
    }

    /// The port of the server.
    static let serverPort: UInt16 = 80
    /// The maximum payload of a segment in bytes.
    static let longestPayload = 60_000

    /// Returns the capture file, with times in nanoseconds.
    ///
    /// Throws `limit` for a payload that is too long for a packet, and `value` for a time that the format cannot store.
    static func file(of segments: [Segment]) throws(WireError) -> [UInt8] {
        var file = ByteWriter()
        file.append([0xA1, 0xB2, 0x3C, 0x4D, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0])
        file.append(bigEndian: UInt32(0x40000))
        file.append(bigEndian: UInt32(1))
        for segment in segments { try append(segment, to: &file) }
        return file.array
    }

    private static func append(_ segment: Segment, to file: inout ByteWriter) throws(WireError) {
        let length = segment.payload.count + segment.missing
        guard length <= longestPayload else {
            throw WireError(.limit, at: 0, path: ["payload"], needed: length, available: longestPayload)
        }
        guard segment.time >= 0, let seconds = UInt32(exactly: segment.time / Nanoseconds.perSecond) else {
            throw WireError(.value, at: 0, path: ["time"], expected: "a time of 32 bits in seconds")
        }
        file.append(bigEndian: seconds)
        file.append(bigEndian: UInt32(segment.time % Nanoseconds.perSecond))
        file.append(bigEndian: UInt32(54 + segment.payload.count))
        file.append(bigEndian: UInt32(54 + length))
        file.append([2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45, 0])
        file.append(bigEndian: UInt16(40 + length))
        file.append([0, 0, 0x40, 0, 64, 6, 0, 0])
        let ends: [UInt8] = segment.sender == .client ? [10, 0, 0, 1, 10, 0, 0, 2] : [10, 0, 0, 2, 10, 0, 0, 1]
        file.append(ends)
        file.append(bigEndian: segment.sender == .client ? segment.port : serverPort)
        file.append(bigEndian: segment.sender == .client ? serverPort : segment.port)
        file.append(bigEndian: segment.sequence)
        file.append(bigEndian: segment.acknowledgment)
        file.append([0x50, segment.flags, 0xFF, 0xFF, 0, 0, 0, 0])
        file.append(segment.payload)
    }
}
