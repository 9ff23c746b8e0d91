public import WireFormat

/// A JSON value that owns its content, to be stored, compared and edited.
///
/// Keeps everything except white space: the order of keys, repeated keys, the spelling of numbers and strings. Encoding
/// it returns the original text, minified.
///
/// ```swift
/// var value: JSONValue = ["content": "hi", "user": ["id": "u1"]]
/// value["user"]?["id"]?.string  // "u1"
/// value["count"] = 3
/// ```
public enum JSONValue: Hashable, Sendable {
    /// Members in their order; keys may repeat.
    case object([JSONMember])
    /// Elements.
    case array([JSONValue])
    /// Text.
    case string(JSONString)
    /// A number.
    case number(JSONNumber)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// The deepest nesting of a value that is made from a text, whatever ``JSONLimits`` allow.
    ///
    /// Values are freed and compared by recursion.
    public static let maximumDepth = 1024

    /// Reads the JSON text in `range` of `bytes`.
    ///
    /// Throws `json`, `limit`.
    public init(
        parsing bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits = JSONLimits()
    ) throws(WireError) {
        var tape = JSONTape()
        self = try tape.parse(bytes, in: range, limits: limits).value()
    }

    /// Reads a JSON text.
    ///
    /// Throws `json`, `limit`.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) {
        try self.init(parsing: bytes.span, in: 0..<bytes.count, limits: limits)
    }

    /// Reads a JSON text.
    ///
    /// Throws `json`, `limit`; offsets count UTF-8 bytes.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(WireError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The kind of the value.
    public var kind: JSONKind {
        switch self {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .bool: .bool
        case .null: .null
        }
    }
}
