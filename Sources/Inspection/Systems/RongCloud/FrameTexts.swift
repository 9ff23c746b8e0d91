import WireFormat

/// Records the texts of a frame while it is read, so that they can be written again byte for byte.
final class FrameTexts: FieldTrace {
    private var texts: [(name: StaticString, range: Range<Int>)] = []

    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) { texts.append((name, content)) }
    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {}
    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {}
    func bytes(_ name: StaticString, _ range: Range<Int>) {}

    /// Appends the member `raw` with what the encoder would write as other bytes, texts and the length of the TCP form;
    /// appends nothing if there is nothing.
    func appendRaw(_ bytes: Span<UInt8>, length: [UInt8]?, to writer: inout ByteWriter) {
        var isFirst = true
        func append(_ name: StaticString, _ raw: Span<UInt8>) {
            writer.append(isFirst ? ",\"raw\":{\"" : ",\"")
            writer.append(name)
            writer.append("\":\"")
            writer.append(hex: raw)
            writer.append(UInt8(ascii: "\""))
            isFirst = false
        }
        if let length { append("length", length.span) }
        for (name, range) in texts {
            if let raw = WireString(decoding: bytes.extracting(range)).raw { append(name, raw.span) }
        }
        if !isFirst { writer.append(UInt8(ascii: "}")) }
    }
}
