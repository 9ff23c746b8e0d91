import WireFormat
import WireJSON

// Secrets in JSON: under the key of a member, or inside a text.
extension Secrets {
    /// Whether a JSON text may hold a secret; `false` is certain.
    ///
    /// - Parameter tape: the text, parsed.
    static func mayHold(_ tape: borrowing JSONTape, _ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        // Inside a text it takes a sign between name and value, plain or encoded, or JSON inside the JSON. Where there is
        // none, only keys that may be secret and what has escapes are left.
        let hasSigns = mayHoldValue(inJSON: bytes.extracting(range))
        let onlyEscaped = !hasSigns && !tape.mayHaveKey(endingIn: endings)
        return tape.hasString(in: bytes, onlyEscaped: onlyEscaped) { spelling, isKey, hasEscapes in
            if isKey, hasEscapes || isSecret(spelling) { return true }
            guard hasEscapes || hasSigns && mayHoldValue(spelling) else { return false }
            return hasEscapes && spelling.firstIndex(of: UInt8(ascii: "u"), from: 0) != nil
                || !values(in: spelling).isEmpty
        }
    }

    /// Whether a text in a JSON text may hold the value of a secret name; `false` is certain, but for texts with escapes.
    ///
    /// The colons behind keys follow a quotation mark, and those of most links a letter that no secret name ends with.
    private static func mayHoldValue(inJSON text: Span<UInt8>) -> Bool {
        guard text.count > 16 else { return mayHoldValue(text) }
        let last = text.count &- 16
        var index = 1
        while index < text.count {
            // The last bytes are looked at with those before them.
            let start = min(index, last)
            let (bytes, before) = (text.chunk(at: start), text.chunk(at: start &- 1))
            let passed =
                before.marks(of: UInt8(ascii: "\""), or: UInt8(ascii: "p")) | before.marks(of: UInt8(ascii: "s"))
            let colons = bytes.marks(of: UInt8(ascii: ":")) & ~passed
            if (bytes.marks(of: UInt8(ascii: "="), or: UInt8(ascii: "%")) | colons).hasHighBit { return true }
            index &+= 16
        }
        return text[0] == UInt8(ascii: "=") || text[0] == UInt8(ascii: "%")
    }

    /// A JSON text in its own spelling, its secrets shortened, or what it says; `nil` where there is nothing to hide.
    ///
    /// Escapes may hide from whoever reads the spelling what the text says, and where a value ends; then that is shown.
    static func maskedSpelling(of text: Span<UInt8>) -> String? {
        let spelling = values(in: text).isEmpty ? nil : masked(WireString.decode(text).text)
        guard let meaning = maskedMeaning(of: text) else { return spelling }
        let said = spelling.flatMap { try? JSONString(spelling: Array($0.utf8)).text }
        return said == meaning ? spelling : meaning
    }

    /// What a JSON text with escapes says, its secrets shortened; `nil` where there is nothing to hide in what it says.
    static func maskedMeaning(of spelling: Span<UInt8>) -> String? {
        guard spelling.contains(UInt8(ascii: "\\"), or: UInt8(ascii: "%")) else { return nil }
        let whole = 0..<spelling.count
        let meaning: String
        if spelling[0] == UInt8(ascii: "\""), JSONValidator.isValid(spelling, in: whole) {
            var text = ByteWriter(capacity: 0)
            JSONSteps.append(textIn: whole, of: spelling, to: &text)
            guard !values(in: text.span).isEmpty else { return nil }
            meaning = String(decodingUTF8: text.span)
        } else {
            guard !values(in: spelling).isEmpty else { return nil }
            meaning = WireString.decode(spelling).text
        }
        let shown = masked(meaning)
        return shown == meaning ? nil : shown
    }

    /// Masks the JSON text that a writer ends with; one that is no JSON is masked as a text.
    ///
    /// - Parameter start: where the text begins.
    static func maskJSON(from start: Int, in writer: inout ByteWriter, limits: JSONLimits) {
        let text = [UInt8](copying: writer.span.extracting(start..<writer.count))
        writer.truncate(to: start)
        do throws(WireError) {
            try append(maskedJSON: text.span, in: 0..<text.count, isSecret: false, limits: limits, to: &writer)
        } catch {
            writer.append(text: masked(String(decoding: text, as: UTF8.self)))
        }
    }

    /// Appends a JSON text without white space and secrets; after an error the writer is as it was.
    ///
    /// - Parameter isSecret: whether the whole text stands under a secret name.
    static func append(
        maskedJSON bytes: Span<UInt8>,
        in range: Range<Int>,
        isSecret: Bool,
        limits: JSONLimits,
        to writer: inout ByteWriter
    ) throws(WireError) {
        let start = writer.count
        var taken = ByteWriter(capacity: 0)
        swap(&taken, &writer)
        var masker = SecretMasker(bytes, isSecret: isSecret, into: taken)
        var failure: WireError?
        do throws(WireError) {
            try JSONParser.parse(bytes, in: range, limits: limits, visitor: &masker)
        } catch {
            failure = error
        }
        swap(&masker.writer, &writer)
        if let failure {
            writer.truncate(to: start)
            throw failure
        }
    }
}
