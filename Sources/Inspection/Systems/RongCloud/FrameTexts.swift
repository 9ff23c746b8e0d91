import WireFormat

/// Records the texts of a frame while it is read, so that they can be written again byte for byte.
final class FrameTexts: FieldTrace {
    private var texts: [(name: StaticString, range: Range<Int>)] = []

    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) { texts.append((name, content)) }
    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {}
    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {}
    func bytes(_ name: StaticString, _ range: Range<Int>) {}

    /// Appends the member `raw` with the texts that the encoder would write as other bytes; appends nothing if there
    /// are none.
    func appendRaw(_ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        var isFirst = true
        for (name, range) in texts {
            guard let raw = WireString(decoding: bytes.extracting(range)).raw else { continue }
            writer.append(isFirst ? ",\"raw\":{\"" : ",\"")
            writer.append(name)
            writer.append("\":\"")
            writer.append(hex: raw.span)
            writer.append(UInt8(ascii: "\""))
            isFirst = false
        }
        if !isFirst { writer.append(UInt8(ascii: "}")) }
    }
}
