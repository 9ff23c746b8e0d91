public import WireFormat

extension JSONValue: CustomStringConvertible {
    /// Appends the value as JSON without white space; numbers and strings keep their spelling.
    public func encode(into writer: inout ByteWriter) {
        switch self {
        case .object(let members):
            writer.append(UInt8(ascii: "{"))
            var isFirst = true
            for member in members {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                member.key.encode(into: &writer)
                writer.append(UInt8(ascii: ":"))
                member.value.encode(into: &writer)
            }
            writer.append(UInt8(ascii: "}"))
        case .array(let elements):
            writer.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                element.encode(into: &writer)
            }
            writer.append(UInt8(ascii: "]"))
        case .string(let string): string.encode(into: &writer)
        case .number(let number): writer.append(text: number.spelling)
        case .bool(let bool): writer.append(bool ? "true" : "false")
        case .null: writer.append("null")
        }
    }

    /// The value as JSON without white space.
    public var minified: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.array
    }

    /// The value as JSON without white space.
    public var description: String { String(decodingUTF8: minified.span) }
}
