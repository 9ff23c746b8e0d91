import CReport
import Crypto
import Transport
import WireFormat
import WireJSON

/// Writes the page of a report: its parts, and between them the events in compressed blocks.
///
/// A block is DEFLATE data in base64, in a `script` element of a type that no browser runs. Nothing else on the page
/// comes from the wire, so no text from there can be markup. The content security policy of the page names the page's
/// own style and script by their hashes; the browser runs or loads nothing else.
struct ReportPage: ~Copyable {
    /// The number of bytes of records in a block before it is compressed.
    static let blockBytes = 256 << 10
    /// The maximum number of events in a block.
    static let blockEvents = 1024
    /// The types of the elements with data.
    enum Element {
        static let events = "imwire-events"
        static let shapes = "imwire-shapes"
        static let about = "imwire-about"
    }

    /// The number of blocks that are compressed as much as possible; later ones take half the time, a sixth more room.
    static let smallBlocks = 16

    private let small = Deflater(level: 6)
    private let fast = Deflater(level: 3)
    private var blocks = 0
    private var block = ByteWriter(capacity: 1 << 19)
    private var count = 0
    private var first = 1
    /// The beginning of an event that has not arrived completely.
    private var waiting: [UInt8] = []
    /// The block of a large record that has not arrived completely; its bytes are not kept, but compressed and written.
    private var large: LargeBlock?
    /// A reused buffer for the shape of the current record.
    private var shape = ByteWriter()
    private var shapes = ReportShapes()

    /// Returns a part of the page that is built into the program.
    private static func part(_ name: String) -> [UInt8] {
        guard let file = imwire_report_file(name) else { return [] }
        return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
    }

    private static func opening(_ name: String, _ attributes: String) -> ByteWriter {
        var opening = ByteWriter()
        opening.append(text: "<script type=\"\(name)\"\(attributes)>")
        return opening
    }

    private static let closing = Array("</script>\n".utf8)

    private static func hash(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        var writer = ByteWriter()
        writer.append(base64: Array(hash.finalize()).span)
        return "'sha256-\(String(decodingUTF8: writer.span))'"
    }

    /// All scripts in their order, joined.
    private static var script: [UInt8] {
        var script: [UInt8] = Array("\n\"use strict\";\n".utf8)
        for index in 0..<imwire_report_script_count() {
            if let name = imwire_report_scripts()[index] { script += part(String(cString: name)) }
        }
        return script
    }

    mutating func begin(to sink: (Span<UInt8>) throws -> Void) throws {
        let style = Self.part("style.css")
        var head = ByteWriter()
        head.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        head.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ")
        head.append(text: Self.hash(Self.script))
        head.append("; style-src ")
        head.append(text: Self.hash(style))
        head.append("; img-src data: blob:; media-src data: blob:; base-uri 'none'; form-action 'none'\">\n<style>")
        head.append(style)
        head.append("</style>\n")
        head.append(Self.part("page.html"))
        try sink(head.span)
    }

    /// Prepares for the events of another capture.
    mutating func beginCapture() { shapes.forgetWorkers() }

    /// Appends the consumers' output, which may arrive in pieces of any size.
    mutating func append(records bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        guard !waiting.isEmpty else {
            let taken = try take(bytes, to: sink)
            return waiting.append(contentsOf: bytes.extracting(taken...))
        }
        var whole: [UInt8] = []
        swap(&whole, &waiting)
        whole.append(contentsOf: bytes)
        let taken = try take(whole.span, to: sink)
        waiting = Array(whole[taken...])
    }

    /// Makes records of all complete events, and returns the offset at which they end.
    private mutating func take(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws -> Int {
        var position = 0
        while true {
            if large != nil {
                position += try takeLarge(bytes.extracting(position...), to: sink)
                guard large == nil else { return position }
            }
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: position), bytes.count - end > 4 else {
                return position
            }
            let length = Self.length(in: bytes, at: end + 1)
            if length == LargeRecord.sign {
                guard bytes.count - end >= LargeRecord.headRoom else { return position }
                try beginLarge(bytes.extracting(position..<end), bytes.extracting(end + 5..<end + 21), to: sink)
                position = end + LargeRecord.headRoom
                continue
            }
            guard bytes.count - end - 5 >= length else { return position }
            if length > 0 {
                append(bytes.extracting(position..<end), bytes.extracting(end + 5..<end + 5 + length))
                if block.count >= Self.blockBytes || count == Self.blockEvents { try flush(to: sink) }
            }
            position = end + 5 + length
        }
    }

    /// Begins a block for a large record, after writing the block in progress.
    ///
    /// - Parameters:
    ///   - head: the head of the record's line.
    ///   - lengths: the lengths of the rest of the line and of the bytes after it.
    private mutating func beginLarge(
        _ head: Span<UInt8>,
        _ lengths: Span<UInt8>,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        try flush(to: sink)
        let rest = (line: Self.length(in: lengths, at: 4), other: Self.length(in: lengths, at: 12))
        let line = head.count + rest.line
        var start = ByteWriter()
        start.append(varint: Self.varintBytes(line) + line + rest.other)
        start.append(varint: line)
        start.append(head)
        blocks += 1
        let deflater = blocks <= Self.smallBlocks ? small : fast
        try sink(Self.opening(Element.events, " data-first=\"\(first)\" data-count=\"1\"").span)
        first += 1
        var block = LargeBlock(deflater, left: rest.line + rest.other)
        try block.begin(start.span, to: sink)
        large = consume block
    }

    /// Writes the available bytes of a large record, and returns their number.
    private mutating func takeLarge(_ bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws -> Int {
        guard var block = large.take() else { return 0 }
        let part = bytes.extracting(first: block.left)
        try block.append(part, to: sink)
        if block.left > 0 { large = consume block } else { try sink(Self.closing.span) }
        return part.count
    }

    /// Appends a record to the block: its line and the bytes after it.
    private mutating func append(_ line: Span<UInt8>, _ rest: Span<UInt8>) {
        let middle = 4 + Self.length(in: rest, at: 0)
        // The shape is written first, so that the record's length is known and a large record is not built twice.
        shape.removeAll()
        let reference = rest.extracting(middle...)
        let behindShape = reference.extracting(shapes.append(reference, to: &shape)...)
        let length = Self.varintBytes(line.count) + line.count + middle - 4 + shape.count + behindShape.count
        block.reserve(length + 10)
        block.append(varint: length)
        block.append(varint: line.count)
        block.append(line)
        block.append(rest.extracting(4..<middle))
        block.append(0..<shape.count, of: shape)
        block.append(behindShape)
        count += 1
    }

    /// Returns the number of bytes in a varint.
    private static func varintBytes(_ value: Int) -> Int { max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7) }

    private static func length(in bytes: Span<UInt8>, at place: Int) -> Int {
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }

    private mutating func flush(to sink: (Span<UInt8>) throws -> Void) throws {
        guard count > 0 else { return }
        var full = ByteWriter(capacity: 0)
        swap(&full, &block)
        try write(full.span, Element.events, " data-first=\"\(first)\" data-count=\"\(count)\"", to: sink)
        full.removeAll()
        swap(&full, &block)
        first += count
        count = 0
    }

    /// Writes an element with compressed data.
    private mutating func write(
        _ bytes: Span<UInt8>,
        _ name: String,
        _ attributes: String = "",
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        var packed = ByteWriter(capacity: bytes.count / 4)
        blocks += 1
        try (blocks <= Self.smallBlocks ? small : fast).deflate(bytes, into: &packed)
        var element = Self.opening(name, attributes)
        element.reserve(packed.count * 4 / 3 + 16)
        element.append(base64: packed.span)
        element.append(Self.closing)
        try sink(element.span)
    }

    /// Writes the last block and the end of the page.
    mutating func finish(about: JSONValue, to sink: (Span<UInt8>) throws -> Void) throws {
        try flush(to: sink)
        let shapes = shapes.bytes
        try write(shapes.span, Element.shapes, to: sink)
        let about = Array(about.description.utf8)
        try write(about.span, Element.about, to: sink)
        var end = ByteWriter()
        end.append("<script>")
        end.append(Self.script)
        end.append("</script>\n</body>\n</html>\n")
        try sink(end.span)
    }
}
