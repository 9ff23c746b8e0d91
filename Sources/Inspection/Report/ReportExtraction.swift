import Transport
import WireFormat

/// Extracts the events from a report's page as lines of JSON.
public enum ReportExtraction {
    /// A page that is not a report, or is not complete.
    public struct Failure: Error, CustomStringConvertible {
        /// The problem in words.
        public let description: String
    }

    /// The maximum size of an uncompressed block in bytes.
    private static let largestBlock = 1 << 30

    /// Writes the lines of a page.
    ///
    /// - Parameters:
    ///   - page: the bytes of the page.
    ///   - sink: receives the lines, some at a time.
    /// - Throws: ``Failure`` if the page is no report, or a part of it is damaged, and any error that `sink` throws.
    public static func lines(of page: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        let opening = "<script type=\"\(ReportPage.Element.events)\""
        guard place(of: "<script type=\"\(ReportPage.Element.about)\"", in: page, from: 0) != nil else {
            throw Failure(description: "this is no report, or not all of it")
        }
        var position = 0
        while let element = place(of: opening, in: page, from: position) {
            guard let start = page.firstIndex(of: UInt8(ascii: ">"), from: element),
                let end = page.firstIndex(of: UInt8(ascii: "<"), from: start),
                let packed = Base64.decode(page.extracting(start + 1..<end))
            else { throw Failure(description: "the block at byte \(element) is not base64") }
            let lines: ByteWriter
            do throws(WireError) {
                lines = try Self.lines(of: packed.span)
            } catch {
                throw Failure(description: "the block at byte \(element) is damaged: \(error)")
            }
            try sink(lines.span)
            position = end
        }
    }

    /// Returns the lines of a compressed block.
    private static func lines(of packed: Span<UInt8>) throws(WireError) -> ByteWriter {
        var limits = TransportLimits()
        // Records are very repetitive, so a block may expand more than other data.
        limits.inflatedRatio = 1100
        var block = ByteWriter()
        guard try Inflater(.raw).inflate(packed, limit: largestBlock, limits: limits, into: &block) != nil else {
            throw WireError(.truncated, at: packed.count, path: ["inflate"], expected: "more")
        }
        var lines = ByteWriter(capacity: block.count * 2)
        try append(block.span, to: &lines)
        return lines
    }

    private static func place(of text: String, in page: Span<UInt8>, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var index = start
        while let place = page.firstIndex(of: wanted[0], from: index) {
            guard page.count - place >= wanted.count else { return nil }
            if page.extracting(place..<place + wanted.count).equals(wanted.span) { return place }
            index = place + 1
        }
        return nil
    }

    /// Appends the lines of a block's records.
    private static func append(_ block: Span<UInt8>, to lines: inout ByteWriter) throws(WireError) {
        var reader = RecordReader(block)
        while !reader.isAtEnd {
            let end = try reader.count() + reader.position
            let line = try reader.part(try reader.count())
            let unit = try reader.part(try reader.count())
            let flags = try reader.byte()
            if flags & 1 == 0 {
                try LineMarks.unpacked(line, unit: unit, wire: unit, into: &lines)
            } else {
                let difference = try reader.part(unit.count)
                var wire: [UInt8] = []
                wire.reserveCapacity(unit.count)
                for index in unit.indices { wire.append(unit[index] ^ difference[index]) }
                try LineMarks.unpacked(line, unit: unit, wire: wire.span, into: &lines)
            }
            lines.append(UInt8(ascii: "\n"))
            try reader.skip(to: end)
        }
    }
}

/// Reads the parts of a record.
private struct RecordReader: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func byte() throws(WireError) -> UInt8 {
        guard position < bytes.count else { throw WireError(.truncated, at: position, expected: "a byte") }
        position += 1
        return bytes[position - 1]
    }

    /// Reads a varint that counts bytes.
    mutating func count() throws(WireError) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw WireError(.varint, at: position, expected: "a count")
    }

    @_lifetime(copy self)
    mutating func part(_ count: Int) throws(WireError) -> Span<UInt8> {
        guard count <= bytes.count - position else {
            throw WireError(.truncated, at: position, expected: "\(count) bytes")
        }
        position += count
        return bytes.extracting(position - count..<position)
    }

    mutating func skip(to end: Int) throws(WireError) {
        guard end >= position, end <= bytes.count else {
            throw WireError(.length, at: position, expected: "the record's end")
        }
        position = end
    }
}
