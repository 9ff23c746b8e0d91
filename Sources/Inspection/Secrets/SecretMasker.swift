import WireFormat
import WireJSON

/// Rewrites a JSON text while it is parsed, without white space and with its secrets shortened.
struct SecretMasker: JSONVisitor, ~Copyable, ~Escapable {
    private let bytes: Span<UInt8>
    /// The output.
    var writer: ByteWriter
    /// The number of open containers, and the depth from which all values are secret.
    private var depth = 0
    private var secretDepth: Int
    /// Whether the next value belongs to a secret key.
    private var isNextSecret = false

    /// - Parameter isSecret: whether the whole text belongs to a secret name.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, isSecret: Bool, into writer: consuming ByteWriter) {
        self.bytes = bytes
        self.writer = writer
        secretDepth = isSecret ? 0 : .max
    }

    /// Returns whether the value that begins now is secret, and resets `isNextSecret`.
    @_lifetime(self: copy self)
    private mutating func takeSecrecy() -> Bool {
        defer { isNextSecret = false }
        return isNextSecret || depth >= secretDepth
    }

    @_lifetime(self: copy self)
    private mutating func begin() {
        let isSecret = takeSecrecy()
        depth += 1
        if isSecret, secretDepth == .max { secretDepth = depth }
    }

    @_lifetime(self: copy self)
    private mutating func end() {
        if depth == secretDepth { secretDepth = .max }
        depth -= 1
    }

    @_lifetime(self: copy self)
    mutating func beginObject(at offset: Int) { begin() }

    @_lifetime(self: copy self)
    mutating func endObject(at offset: Int) { end() }

    @_lifetime(self: copy self)
    mutating func beginArray(at offset: Int) { begin() }

    @_lifetime(self: copy self)
    mutating func endArray(at offset: Int) { end() }

    /// Appends a string as it is spelled if nothing in it is hidden.
    @_lifetime(self: copy self)
    private mutating func append(_ range: Range<Int>, _ plain: String, _ shown: String) {
        if shown == plain { writer.append(bytes.extracting(range)) } else { writer.append(jsonString: shown) }
    }

    @_lifetime(self: copy self)
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {
        let name = JSONSteps.text(bytes, in: range) ?? ""
        append(range, name, Secrets.masked(name))
        isNextSecret = Secrets.isSecret(name)
    }

    @_lifetime(self: copy self)
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {
        guard takeSecrecy() else {
            guard Self.mayHoldSecret(bytes, range, hasEscapes) else { return writer.append(bytes.extracting(range)) }
            let text = JSONSteps.text(bytes, in: range) ?? ""
            return append(range, text, Secrets.masked(text))
        }
        let text = JSONSteps.text(bytes, in: range) ?? ""
        append(range, text, Secrets.shortened(text))
    }

    /// Whether the decoded string contains the value of a secret name.
    private static func mayHoldSecret(_ bytes: Span<UInt8>, _ range: Range<Int>, _ hasEscapes: Bool) -> Bool {
        let spelling = bytes.extracting(range)
        guard hasEscapes else { return !Secrets.values(in: spelling).isEmpty }
        var text = ByteWriter(capacity: 0)
        JSONSteps.append(textIn: range, of: bytes, to: &text)
        return !Secrets.values(in: text.span).isEmpty
    }

    @_lifetime(self: copy self)
    mutating func number(_ range: Range<Int>) {
        if takeSecrecy() { writer.append(jsonString: "…") } else { writer.append(bytes.extracting(range)) }
    }

    @_lifetime(self: copy self)
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
        _ = takeSecrecy()
        writer.append(bytes.extracting(range))
    }

    @_lifetime(self: copy self)
    mutating func punctuation(_ range: Range<Int>) { writer.append(bytes.extracting(range)) }
}
