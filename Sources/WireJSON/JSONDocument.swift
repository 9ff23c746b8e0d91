public import WireFormat

/// A JSON text with its parsed nodes.
///
/// Keeps the bytes, white space included, so that encoding returns them unchanged. Two documents are equal if their
/// bytes are equal.
public struct JSONDocument: Hashable, Sendable, CustomStringConvertible {
    /// The text.
    public let bytes: [UInt8]
    private let tape: JSONTape

    /// The text as it is spelt, white space included.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads a JSON text.
    ///
    /// Throws `json`, `limit`.
    public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) {
        var tape = JSONTape()
        try tape.parse(bytes, limits: limits)
        tape.trim()
        self.bytes = bytes
        self.tape = tape
    }

    /// Reads a JSON text.
    ///
    /// Throws `json`, `limit`; offsets count UTF-8 bytes.
    public init(_ text: String, limits: JSONLimits = JSONLimits()) throws(WireError) {
        try self.init(Array(text.utf8), limits: limits)
    }

    /// The outermost value.
    public var root: JSONView {
        @_lifetime(borrow self)
        get { tape.parsedRoot(in: bytes.span) }
    }

    /// Returns a ``JSONValue`` with the same content.
    ///
    /// Throws `limit` if it is nested deeper than ``JSONValue/maximumDepth``.
    public func value() throws(WireError) -> JSONValue { try root.value() }

    /// Appends the text's own bytes.
    public func encode(into writer: inout ByteWriter) { writer.append(bytes) }

    /// Returns whether two documents have the same bytes.
    public static func == (one: JSONDocument, other: JSONDocument) -> Bool { one.bytes == other.bytes }

    /// Feeds the bytes to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
