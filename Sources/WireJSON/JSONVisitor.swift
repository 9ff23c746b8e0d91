public import WireFormat

/// Hears of each token that ``JSONParser`` reads, in the order of the bytes.
///
/// All ranges and offsets are absolute in the bytes that are parsed. Together the ranges of `key`, `string`, `number`,
/// `literal`, `punctuation` and `whitespace` cover the parsed range, each byte once. Every method has an empty default,
/// and the parser is specialised for its visitor, so that what a visitor does not implement costs nothing. A visitor may
/// end the parsing by throwing.
public protocol JSONVisitor: ~Copyable, ~Escapable {
    /// An object begins; its brace follows as punctuation.
    @_lifetime(self: copy self)
    mutating func beginObject(at offset: Int) throws(WireError)
    /// An object ended with the brace before `offset`.
    @_lifetime(self: copy self)
    mutating func endObject(at offset: Int) throws(WireError)
    /// An array begins; its bracket follows as punctuation.
    @_lifetime(self: copy self)
    mutating func beginArray(at offset: Int) throws(WireError)
    /// An array ended with the bracket before `offset`.
    @_lifetime(self: copy self)
    mutating func endArray(at offset: Int) throws(WireError)
    /// A member's key, quotes included.
    @_lifetime(self: copy self)
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) throws(WireError)
    /// A string value, quotes included.
    @_lifetime(self: copy self)
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) throws(WireError)
    /// A number.
    @_lifetime(self: copy self)
    mutating func number(_ range: Range<Int>) throws(WireError)
    /// `true`, `false` or `null`.
    @_lifetime(self: copy self)
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) throws(WireError)
    /// One of `{`, `}`, `[`, `]`, `:` and `,`.
    @_lifetime(self: copy self)
    mutating func punctuation(_ range: Range<Int>) throws(WireError)
    /// White space between tokens, as long as it goes; never empty.
    @_lifetime(self: copy self)
    mutating func whitespace(_ range: Range<Int>) throws(WireError)
}

extension JSONVisitor where Self: ~Copyable & ~Escapable {
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func beginObject(at offset: Int) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func endObject(at offset: Int) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func beginArray(at offset: Int) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func endArray(at offset: Int) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func number(_ range: Range<Int>) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func punctuation(_ range: Range<Int>) {}
    /// Does nothing.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func whitespace(_ range: Range<Int>) {}
}
