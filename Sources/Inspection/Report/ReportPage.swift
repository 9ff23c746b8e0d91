import CReport
import Crypto
import Transport
import WireFormat
import WireJSON

/// Writes the page of a report: its parts, and between them the events in packed blocks.
///
/// A block is DEFLATE data in base64 in a `script` element of a type that no browser runs. Nothing else of the page comes
/// from the wire, so nothing from there can be markup. The page's own style and script are named by their hashes in its
/// content security policy; nothing else is run or loaded.
struct ReportPage: ~Copyable {
    /// Records of a block before they are packed.
    static let blockBytes = 256 << 10
    /// Events of a block.
    static let blockEvents = 1024
    /// What the elements with data are called.
    enum Element {
        static let events = "imwire-events"
        static let shapes = "imwire-shapes"
        static let about = "imwire-about"
    }

    /// Blocks that are packed as small as can be; those that follow take half the time and a sixth more room.
    static let smallBlocks = 16

    private let small = Deflater(level: 6)
    private let fast = Deflater(level: 3)
    private var blocks = 0
    private var block = ByteWriter(capacity: 1 << 19)
    private var count = 0
    private var first = 1
    /// Records that have come in part only.
    private var waiting: [UInt8] = []

    /// A part of the page that is built into the program.
    private static func part(_ name: String) -> [UInt8] {
        guard let file = imwire_report_file(name) else { return [] }
        return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        var writer = ByteWriter()
        writer.append(base64: Array(hash.finalize()).span)
        return "'sha256-\(String(decodingUTF8: writer.span))'"
    }

    /// The scripts in their order, as one.
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

    /// Takes in records; they come in any pieces.
    mutating func append(records bytes: Span<UInt8>, to sink: (Span<UInt8>) throws -> Void) throws {
        var taken: [UInt8] = []
        swap(&taken, &waiting)
        taken.append(contentsOf: bytes)
        var position = 0
        while taken.count - position >= 4 {
            let length = (0..<4).reduce(0) { $0 | Int(taken[position + $1]) << ($1 * 8) }
            guard taken.count - position - 4 >= length else { break }
            block.append(varint: length)
            block.append(taken.span.extracting(position + 4..<position + 4 + length))
            count += 1
            position += 4 + length
            if block.count >= Self.blockBytes || count == Self.blockEvents { try flush(to: sink) }
        }
        waiting = Array(taken[position...])
    }

    private mutating func flush(to sink: (Span<UInt8>) throws -> Void) throws {
        guard count > 0 else { return }
        try write(block.array, Element.events, " data-first=\"\(first)\" data-count=\"\(count)\"", to: sink)
        first += count
        count = 0
        block.removeAll()
    }

    /// Writes an element with packed data.
    private mutating func write(
        _ bytes: [UInt8],
        _ name: String,
        _ attributes: String = "",
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        var packed = ByteWriter(capacity: bytes.count / 4)
        blocks += 1
        try (blocks <= Self.smallBlocks ? small : fast).deflate(bytes.span, into: &packed)
        var element = ByteWriter(capacity: packed.count * 4 / 3 + 128)
        element.append(text: "<script type=\"\(name)\"\(attributes)>")
        element.append(base64: packed.span)
        element.append("</script>\n")
        try sink(element.span)
    }

    /// Writes what is left, and the end of the page.
    mutating func finish(
        shapes: [UInt8],
        about: JSONValue,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        try flush(to: sink)
        try write(shapes, Element.shapes, to: sink)
        try write(Array(about.description.utf8), Element.about, to: sink)
        var end = ByteWriter()
        end.append("<script>")
        end.append(Self.script)
        end.append("</script>\n</body>\n</html>\n")
        try sink(end.span)
    }
}
