import WireFormat
import WireJSON

/// Converts a scalar of protobuf's JSON mapping to its bits on the wire.
enum ProtobufScalar {
    /// Returns the bits of a number, enum value or bool; throws `value`.
    static func bits(
        _ value: JSONValue,
        _ field: ProtobufField,
        _ schema: borrowing ProtobufSchema
    ) throws(WireError) -> UInt64 {
        switch field.kind {
        case .int64, .sfixed64: return UInt64(bitPattern: try integer(value, Int64.self))
        case .uint64, .fixed64: return try integer(value, UInt64.self)
        // A negative int32 takes ten bytes, as if it were an int64.
        case .int32, .sfixed32: return UInt64(bitPattern: Int64(try integer(value, Int32.self)))
        case .uint32, .fixed32: return UInt64(try integer(value, UInt32.self))
        case .sint32: return Int64(try integer(value, Int32.self)).zigzagged
        case .sint64: return try integer(value, Int64.self).zigzagged
        case .bool: return try bool(value) ? 1 : 0
        case .enumeration: return UInt64(bitPattern: Int64(try enumeration(value, field, schema)))
        case .double: return try double(value).bitPattern
        case .float: return UInt64(try float(value).bitPattern)
        case .string, .bytes, .message, .group: throw WireError(.value)
        }
    }

    private static func wrong(_ expected: String) -> WireError { WireError(.value, expected: expected) }

    /// Returns the number in a JSON number or string.
    private static func number(_ value: JSONValue, _ expected: String) throws(WireError) -> JSONNumber {
        switch value {
        case .number(let number): return number
        case .string(let string):
            guard let number = try? JSONNumber(spelling: string.text) else { throw wrong(expected) }
            return number
        default: throw wrong(expected)
        }
    }

    /// Returns an integer; accepts a fraction or exponent if the value is whole, as in `1.0` or `1e3`.
    private static func integer<Integer: FixedWidthInteger>(
        _ value: JSONValue,
        _ type: Integer.Type
    ) throws(WireError) -> Integer {
        let expected = "an integer from \(Integer.min) to \(Integer.max)"
        let number = try number(value, expected)
        if let signed = number.int64 {
            guard let exact = Integer(exactly: signed) else { throw wrong(expected) }
            return exact
        }
        if let unsigned = number.uint64 {
            guard let exact = Integer(exactly: unsigned) else { throw wrong(expected) }
            return exact
        }
        let isPlain = number.spelling.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 48 < 10 }
        guard !isPlain, let exact = Integer(exactly: number.double) else { throw wrong(expected) }
        return exact
    }

    private static func bool(_ value: JSONValue) throws(WireError) -> Bool {
        switch value {
        case .bool(let bool): return bool
        // The key of a map.
        case .string("true"): return true
        case .string("false"): return false
        default: throw wrong("true or false")
        }
    }

    private static func enumeration(
        _ value: JSONValue,
        _ field: ProtobufField,
        _ schema: borrowing ProtobufSchema
    ) throws(WireError) -> Int32 {
        if let name = value.string {
            guard let number = schema.value(named: name, in: field.enumeration) else {
                throw wrong("a name of the enumeration or a number")
            }
            return number
        }
        return try integer(value, Int32.self)
    }

    private static func double(_ value: JSONValue) throws(WireError) -> Double {
        switch value.string {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        default:
            let double = try number(value, "a number").double
            guard double.isFinite else { throw wrong("a number in the range of double") }
            return double
        }
    }

    private static func float(_ value: JSONValue) throws(WireError) -> Float {
        let double = try double(value)
        let float = Float(double)
        guard float.isInfinite == double.isInfinite else { throw wrong("a number in the range of float") }
        return float
    }
}
