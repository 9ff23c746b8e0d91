import WireFormat
import WireJSON

/// The error that a text is refused with; `nil` when it is accepted.
func refusal(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> WireError? {
    do throws(WireError) {
        try JSONValidator.validate(bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}

/// The text without white space between tokens.
func minified(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) -> [UInt8] {
    var writer = ByteWriter()
    try writer.append(minifiedJSON: bytes, limits: limits)
    return writer.array
}

/// What the writer makes of these bytes as a string.
func jsonString(_ utf8: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(jsonString: utf8.span)
    return writer.array
}

/// Writes down each token as its bytes, and what else is heard.
struct Recorder: JSONVisitor {
    /// A token and where it is.
    struct Token: Hashable {
        var name: String
        var range: Range<Int>
    }

    var tokens: [Token] = []
    var brackets: [String] = []
    var hasEscapes: [Bool] = []
    var isASCII: [Bool] = []

    mutating func beginObject(at offset: Int) { brackets.append("{\(offset)") }
    mutating func endObject(at offset: Int) { brackets.append("}\(offset)") }
    mutating func beginArray(at offset: Int) { brackets.append("[\(offset)") }
    mutating func endArray(at offset: Int) { brackets.append("]\(offset)") }
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {
        tokens.append(Token(name: "key", range: range))
        self.hasEscapes.append(hasEscapes)
        self.isASCII.append(isASCII)
    }
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {
        tokens.append(Token(name: "string", range: range))
        self.hasEscapes.append(hasEscapes)
        self.isASCII.append(isASCII)
    }
    mutating func number(_ range: Range<Int>) { tokens.append(Token(name: "number", range: range)) }
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
        tokens.append(Token(name: "\(literal)", range: range))
    }
    mutating func punctuation(_ range: Range<Int>) { tokens.append(Token(name: "punctuation", range: range)) }
    mutating func whitespace(_ range: Range<Int>) { tokens.append(Token(name: "whitespace", range: range)) }

    /// The tokens of a text.
    static func read(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(WireError) -> Recorder {
        var recorder = Recorder()
        try JSONParser.parse(bytes.span, in: range ?? 0..<bytes.count, visitor: &recorder)
        return recorder
    }
}
