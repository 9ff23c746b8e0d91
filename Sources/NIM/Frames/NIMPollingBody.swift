public import WireFormat

/// The body of an XHR polling request or response: one bare packet, or several with their lengths.
///
/// `U+FFFD length U+FFFD packet …`, with the length in UTF-16 code units. Source: NIM_Web_SDK_v8.5.0.js, run.
public struct NIMPollingBody: Hashable, Sendable {
    /// The bytes of each packet.
    public let packets: [[UInt8]]
    /// The range of each packet in the body.
    public let ranges: [Range<Int>]
    /// The body, if this library's writer would spell it differently.
    private let spelling: [UInt8]?

    private static let mark: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Makes a body from packets.
    ///
    /// - Throws: the errors of ``init(decoding:limits:)``, which reads the written body.
    public init(_ packets: [[UInt8]]) throws(WireError) {
        let bytes = Self.write(packets)
        try self.init(decoding: bytes.span)
    }

    /// Reads a body; an empty one has no packets.
    ///
    /// - Throws: `value` for an invalid length, `length` for a length beyond the body or up to the middle of a
    ///   character, `string` for bytes that are not UTF-8.
    public init(decoding bytes: Span<UInt8>, limits: NIMLimits = NIMLimits()) throws(WireError) {
        guard bytes.count <= limits.bodyBytes else {
            throw WireError(.limit, at: 0, expected: "at most \(limits.bodyBytes) bytes")
        }
        var ranges: [Range<Int>] = []
        if !bytes.isEmpty, !Self.isMark(bytes, 0) {
            ranges = [0..<bytes.count]
        } else {
            var next = 0
            while next < bytes.count {
                let range = try Self.packet(bytes, at: next, number: ranges.count)
                ranges.append(range)
                next = range.upperBound
            }
        }
        self.ranges = ranges
        packets = ranges.map { Array(copying: bytes.extracting($0)) }
        let usual = Self.write(packets)
        spelling = usual.span.equals(bytes) ? nil : Array(copying: bytes)
    }

    /// Appends the body's bytes.
    public func encode(into writer: inout ByteWriter) { writer.append(encoded()) }

    /// Returns the body's bytes.
    public func encoded() -> [UInt8] { spelling ?? Self.write(packets) }

    private static func write(_ packets: [[UInt8]]) -> [UInt8] {
        // A single packet is bare, unless it would then be read as framed.
        if packets.count == 1, !packets[0].starts(with: mark) { return packets[0] }
        var writer = ByteWriter()
        for packet in packets {
            writer.append(mark)
            writer.append(decimal: units(packet.span))
            writer.append(mark)
            writer.append(packet)
        }
        return writer.array
    }

    private static func isMark(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        bytes.count - offset >= 3 && bytes[offset] == 0xEF && bytes[offset + 1] == 0xBF && bytes[offset + 2] == 0xBD
    }

    /// Reads mark, length and mark, and returns the range of the packet after them.
    private static func packet(_ bytes: Span<UInt8>, at start: Int, number: Int) throws(WireError) -> Range<Int> {
        let path = ["packet[\(number)]", "length"]
        guard isMark(bytes, start) else { throw WireError(.value, at: start, path: path, expected: "U+FFFD") }
        var next = start + 3
        var length = 0
        let digits = next
        while next < bytes.count, bytes[next] >= 48, bytes[next] <= 57 {
            guard next - digits < 12 else { throw WireError(.length, at: digits, path: path) }
            length = length * 10 + Int(bytes[next] - 48)
            next += 1
        }
        guard next > digits, isMark(bytes, next) else {
            throw WireError(.value, at: next, path: path, expected: next > digits ? "U+FFFD" : "a digit")
        }
        next += 3
        let first = next
        var left = length
        while left > 0 {
            guard next < bytes.count else {
                throw WireError(.length, at: digits, path: path, needed: length, available: length - left)
            }
            let width = try width(bytes, next)
            left -= width == 4 ? 2 : 1
            next += width
        }
        guard left == 0 else { throw WireError(.length, at: digits, path: path, expected: "whole characters") }
        return first..<next
    }

    /// Returns the number of bytes of the character at `offset`.
    private static func width(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) -> Int {
        let width = UTF8Sequence.length(bytes, at: offset, to: bytes.count)
        guard width > 0 else { throw WireError(.string, at: offset, expected: "UTF-8") }
        return width
    }

    /// Returns the length in UTF-16 code units.
    private static func units(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { count += bytes[index] >= 0xF0 ? 2 : 1 }
        return count
    }
}
