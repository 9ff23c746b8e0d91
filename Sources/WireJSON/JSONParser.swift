public import WireFormat

/// The parser of JSON text (RFC 8259, UTF-8); all readers of this module are its visitors.
///
/// Accepts exactly the grammar: no byte order mark, no comments, no trailing commas, no control characters or
/// ill-formed UTF-8 in strings. Numbers may have any length and magnitude, keys may repeat, and an escape may name a
/// lone surrogate; all of these are kept as spelt. Nesting takes one bit per level and no recursion.
public enum JSONParser {
    /// Parses the one JSON text in `range`, with white space allowed around it, and tells `visitor` of each token.
    ///
    /// Traps if `range` does not lie within the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that all offsets refer to.
    ///   - range: The range of the text.
    ///   - limits: The limits `depth` and `bytes`.
    ///   - visitor: Receives the tokens, including those before an error.
    /// - Throws: `json` at the first byte that is wrong or missing, with the expected input; `limit`; errors of the
    ///   visitor.
    @inlinable
    @_lifetime(visitor: copy visitor)
    public static func parse<Visitor: JSONVisitor & ~Copyable & ~Escapable>(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits = JSONLimits(),
        visitor: inout Visitor
    ) throws(WireError) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range lies within the bytes")
        guard range.count <= limits.bytes else { throw JSONFault.tooLong(range, limits) }
        let end = range.upperBound
        var next = range.lowerBound
        var nesting = JSONNesting(limit: limits.depth)

        try space(bytes, &next, end, &visitor)
        var isFirst = true
        value: while true {
            if nesting.isObject {
                // A key, its colon, and white space around the colon. Inlined by hand, which is 10 % faster than a
                // function.
                guard ByteScan.peek(bytes, next, end) == UInt8(ascii: "\"") else {
                    throw JSONFault.unexpected(next, isFirst ? "a key or '}'" : "a key")
                }
                let token = try JSONScanner.string(bytes, from: next, to: end)
                try visitor.key(next..<token.end, hasEscapes: token.hasEscapes, isASCII: token.isASCII)
                next = token.end
                try space(bytes, &next, end, &visitor)
                guard ByteScan.peek(bytes, next, end) == UInt8(ascii: ":") else {
                    throw JSONFault.unexpected(next, "':'")
                }
                try punctuation(&next, &visitor)
                try space(bytes, &next, end, &visitor)
            }
            let first = ByteScan.peek(bytes, next, end)
            if first == UInt8(ascii: "\"") {
                let token = try JSONScanner.string(bytes, from: next, to: end)
                try visitor.string(next..<token.end, hasEscapes: token.hasEscapes, isASCII: token.isASCII)
                next = token.end
            } else if first == UInt8(ascii: "{") {
                guard nesting.push(isObject: true) else { throw JSONFault.tooDeep(next, limits) }
                try visitor.beginObject(at: next)
                try punctuation(&next, &visitor)
                try space(bytes, &next, end, &visitor)
                if ByteScan.peek(bytes, next, end) != UInt8(ascii: "}") {
                    isFirst = true
                    continue value
                }
            } else if first &- 48 < 10 || first == UInt8(ascii: "-") {
                let after = try JSONScanner.number(bytes, from: next, to: end)
                try visitor.number(next..<after)
                next = after
            } else if first == UInt8(ascii: "[") {
                guard nesting.push(isObject: false) else { throw JSONFault.tooDeep(next, limits) }
                try visitor.beginArray(at: next)
                try punctuation(&next, &visitor)
                try space(bytes, &next, end, &visitor)
                let inside = ByteScan.peek(bytes, next, end)
                if inside != UInt8(ascii: "]") {
                    guard JSONScanner.mayBeginValue(inside) else { throw JSONFault.unexpected(next, "a value or ']'") }
                    continue value
                }
            } else {
                let token = try JSONScanner.literal(bytes, from: next, to: end)
                try visitor.literal(token.literal, next..<token.end)
                next = token.end
            }

            // After a value: the end of the text, a comma, or the end of one or more containers.
            while true {
                try space(bytes, &next, end, &visitor)
                guard nesting.depth > 0 else {
                    guard next == end else { throw JSONFault.unexpected(next, "the end") }
                    return
                }
                let isObject = nesting.isObject
                let byte = ByteScan.peek(bytes, next, end)
                if byte == UInt8(ascii: ",") {
                    try punctuation(&next, &visitor)
                    try space(bytes, &next, end, &visitor)
                    isFirst = false
                    continue value
                }
                if isObject {
                    guard byte == UInt8(ascii: "}") else { throw JSONFault.unexpected(next, "',' or '}'") }
                    try punctuation(&next, &visitor)
                    try visitor.endObject(at: next)
                } else {
                    guard byte == UInt8(ascii: "]") else { throw JSONFault.unexpected(next, "',' or ']'") }
                    try punctuation(&next, &visitor)
                    try visitor.endArray(at: next)
                }
                nesting.pop()
            }
        }
    }

    /// Skips white space, if there is any, and tells the visitor.
    @inlinable
    @inline(__always)
    @_lifetime(visitor: copy visitor)
    static func space<Visitor: JSONVisitor & ~Copyable & ~Escapable>(
        _ bytes: Span<UInt8>,
        _ next: inout Int,
        _ end: Int,
        _ visitor: inout Visitor
    ) throws(WireError) {
        guard next < end, ByteScan.byte(bytes, next) <= 0x20 else { return }
        let start = next
        next = ByteScan.spaceEnd(bytes, from: start, to: end)
        if next > start { try visitor.whitespace(start..<next) }
    }

    /// Skips a structural character and tells the visitor.
    @inlinable
    @inline(__always)
    @_lifetime(visitor: copy visitor)
    static func punctuation<Visitor: JSONVisitor & ~Copyable & ~Escapable>(
        _ next: inout Int,
        _ visitor: inout Visitor
    ) throws(WireError) {
        try visitor.punctuation(next..<next &+ 1)
        next &+= 1
    }
}
