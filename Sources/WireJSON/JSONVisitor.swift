public import WireFormat

/// Receives each token that ``JSONParser`` reads, in the order of the bytes.
///
/// All ranges and offsets are absolute in the parsed bytes. Together the ranges of `key`, `string`, `number`,
/// `literal`, `punctuation` and `whitespace` cover the parsed range, each byte once. Every method has an empty default,
/// and the parser is specialised for its visitor, so a method that a visitor does not implement costs nothing. A
/// visitor can end the parsing by throwing.
public protocol JSONVisitor: ~Copyable, ~Escapable {
    /// Called before an object's opening brace, which follows as punctuation.
    @_lifetime(self: copy self)
    mutating func beginObject(at offset: Int) throws(WireError)
    /// Called at the end of an object, whose brace is the byte before `offset`.
    @_lifetime(self: copy self)
    mutating func endObject(at offset: Int) throws(WireError)
    /// Called before an array's opening bracket, which follows as punctuation.
    @_lifetime(self: copy self)
    mutating func beginArray(at offset: Int) throws(WireError)
    /// Called at the end of an array, whose bracket is the byte before `offset`.
    @_lifetime(self: copy self)
    mutating func endArray(at offset: Int) throws(WireError)
    /// Receives a member's key, quotes included.
    @_lifetime(self: copy self)
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) throws(WireError)
    /// Receives a string value, quotes included.
    @_lifetime(self: copy self)
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) throws(WireError)
    /// Receives a number.
    @_lifetime(self: copy self)
    mutating func number(_ range: Range<Int>) throws(WireError)
    /// Receives `true`, `false` or `null`.
    @_lifetime(self: copy self)
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) throws(WireError)
    /// Receives one of `{`, `}`, `[`, `]`, `:` and `,`.
    @_lifetime(self: copy self)
    mutating func punctuation(_ range: Range<Int>) throws(WireError)
    /// Receives white space between tokens, up to the next token; never empty.
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
