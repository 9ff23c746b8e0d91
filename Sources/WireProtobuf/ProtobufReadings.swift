import WireFormat

/// The possible meanings of an unknown field's value, as text for people.
public enum ProtobufReadings {
    /// The longest part of a text or number list that is shown, in characters or numbers.
    static let shown = 64
    /// The longest value that is tried as a message or as packed varints, in bytes.
    static let longest = 64 << 10
    /// The number of levels of nested messages that are shown.
    static let depth = 3

    /// Returns the readings of a varint: unsigned, signed if that differs, zigzag, and bool if it is 0 or 1.
    public static func varint(_ bits: UInt64) -> [String] {
        var readings = ["\(bits)"]
        if bits > UInt64(Int64.max) { readings.append("signed \(Int64(bitPattern: bits))") }
        readings.append("zigzag \(bits.zigzag)")
        if bits < 2 { readings.append(bits == 1 ? "true" : "false") }
        return readings
    }

    /// Returns the readings of four bytes: unsigned, signed if that differs, float.
    public static func fixed32(_ bits: UInt32) -> [String] {
        var readings = ["\(bits)"]
        if bits > UInt32(Int32.max) { readings.append("signed \(Int32(bitPattern: bits))") }
        let float = Float(bitPattern: bits)
        readings.append("float " + (float.isNaN ? "nan" : "\(float)"))
        return readings
    }

    /// Returns the readings of eight bytes: unsigned, signed if that differs, double.
    public static func fixed64(_ bits: UInt64) -> [String] {
        var readings = ["\(bits)"]
        if bits > UInt64(Int64.max) { readings.append("signed \(Int64(bitPattern: bits))") }
        let double = Double(bitPattern: bits)
        readings.append("double " + (double.isNaN ? "nan" : "\(double)"))
        return readings
    }

    /// Returns the readings of length-delimited bytes: a message if all bytes parse, text, packed varints; otherwise
    /// hex.
    public static func bytes(_ bytes: Span<UInt8>) -> [String] { readings(bytes, 0) }

    /// Returns the readings of a value by its wire type; none for a group.
    public static func value(_ wireType: ProtobufWireType, bits: UInt64, bytes: Span<UInt8>) -> [String] {
        switch wireType {
        case .varint: varint(bits)
        case .fixed64: fixed64(bits)
        case .fixed32: fixed32(UInt32(truncatingIfNeeded: bits))
        case .lengthDelimited: self.bytes(bytes)
        case .startGroup, .endGroup: []
        }
    }

    private static func readings(_ bytes: Span<UInt8>, _ level: Int) -> [String] {
        guard !bytes.isEmpty else { return ["empty"] }
        var readings: [String] = []
        if let text = message(bytes, level) { readings.append("message " + text) }
        if let text = text(bytes) { readings.append("text " + text) }
        if let text = varints(bytes) { readings.append("packed " + text) }
        if readings.isEmpty {
            let part = bytes.extracting(first: min(bytes.count, shown))
            readings.append("bytes " + Hex.encode(part) + (bytes.count > shown ? "…" : ""))
        }
        return readings
    }

    private static func message(_ bytes: Span<UInt8>, _ level: Int) -> String? {
        guard bytes.count <= longest else { return nil }
        let schema = DescriptorSchema.schema
        var visitor = NoProtobufVisitor()
        do throws(WireError) {
            try ProtobufParser.parse(bytes, in: 0..<bytes.count, as: .none, schema: schema, visitor: &visitor)
        } catch {
            return nil
        }
        guard level < depth else { return "{…}" }
        var tape = ProtobufTape()
        guard (try? tape.decode(bytes, in: 0..<bytes.count, as: .none, schema: schema)) != nil else { return nil }
        return text(of: 0, tape, bytes, level)
    }

    private static func text(of node: Int, _ tape: borrowing ProtobufTape, _ bytes: Span<UInt8>, _ level: Int) -> String
    {
        let nodes = tape.nodes
        var parts: [String] = []
        var index = node + 1
        while index < Int(nodes[node].next) {
            if parts.count == shown / 4 {
                parts.append("…")
                break
            }
            let child = nodes[index]
            let value =
                child.isStructure
                ? (level < depth ? text(of: index, tape, bytes, level + 1) : "{…}")
                : first(child, bytes, level)
            parts.append("#\(child.number): " + value)
            index = Int(child.next)
        }
        return "{" + parts.joined(separator: ", ") + "}"
    }

    /// Returns the likeliest reading, for a field inside a message: text before message, the number itself before
    /// zigzag.
    private static func first(_ node: ProtobufNode, _ bytes: Span<UInt8>, _ level: Int) -> String {
        guard node.wireType == .lengthDelimited else {
            return value(node.wireType, bits: node.bits(in: bytes), bytes: bytes.extracting(0..<0)).first ?? ""
        }
        let value = bytes.extracting(node.valueRange)
        return text(value) ?? readings(value, level + 1).first ?? ""
    }

    /// Returns text in quotes if the bytes are UTF-8 without control characters other than tab and line breaks.
    private static func text(_ bytes: Span<UInt8>) -> String? {
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte >= 32 && byte != 127 || byte == 9 || byte == 10 || byte == 13 else { return nil }
        }
        guard bytes.isUTF8(in: 0..<bytes.count) else { return nil }
        // At most four bytes per character, and room for combining marks.
        let text = String(decodingUTF8: bytes.extracting(first: min(bytes.count, shown * 8)))
        return "\"" + text.prefix(shown) + (text.count > shown ? "…\"" : "\"")
    }

    private static func varints(_ bytes: Span<UInt8>) -> String? {
        guard bytes.count <= longest, let values = ProtobufSpelling.varints(Array(copying: bytes)) else { return nil }
        return "[" + values.prefix(shown / 4).map { "\($0)" }.joined(separator: ", ")
            + (values.count > shown / 4 ? ", …]" : "]")
    }
}
