import WireFormat
import WireJSON

// Secrets in JSON: values of secret keys, and values inside strings.
extension Secrets {
    /// Whether a JSON text may contain a secret; `false` is certain.
    ///
    /// - Parameter tape: the parsed text.
    static func mayHold(_ tape: borrowing JSONTape, _ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        // A secret inside a string needs a sign between name and value, plain or encoded, or JSON inside the JSON.
        // Without such signs, only secret keys and strings with escapes remain to be checked.
        let hasSigns = mayHoldValue(inJSON: bytes.extracting(range))
        let onlyEscaped = !hasSigns && !tape.mayHaveKey(endingIn: endings)
        return tape.hasString(in: bytes, onlyEscaped: onlyEscaped) { spelling, isKey, hasEscapes in
            if isKey, hasEscapes || isSecret(spelling) { return true }
            guard hasEscapes || hasSigns && mayHoldValue(spelling) else { return false }
            return hasEscapes && spelling.firstIndex(of: UInt8(ascii: "u"), from: 0) != nil
                || !values(in: spelling).isEmpty
        }
    }

    /// Whether a JSON text may contain the value of a secret name inside a string; `false` is certain, except for
    /// strings with escapes.
    ///
    /// The colon after a key follows a quotation mark. The colon of most links follows a letter that no secret name
    /// ends with.
    private static func mayHoldValue(inJSON text: Span<UInt8>) -> Bool {
        guard text.count > 16 else { return mayHoldValue(text) }
        let last = text.count &- 16
        var index = 1
        while index < text.count {
            // The last chunk overlaps the one before.
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

    /// Returns the spelling of a JSON text with its secrets shortened; `nil` if nothing must be hidden.
    ///
    /// Escapes may hide a secret in the spelling, or the end of its value. The decoded text with its secrets shortened
    /// is then returned.
    static func maskedSpelling(of text: Span<UInt8>) -> String? {
        let spelling = values(in: text).isEmpty ? nil : masked(WireString.decode(text).text)
        guard let meaning = maskedMeaning(of: text) else { return spelling }
        let said = spelling.flatMap { try? JSONString(spelling: Array($0.utf8)).text }
        return said == meaning ? spelling : meaning
    }

    /// Returns the decoded JSON text with its secrets shortened; `nil` if the decoded text has nothing to hide.
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

    /// Masks the JSON text at the end of a writer; a text that is not JSON is masked as plain text.
    ///
    /// - Parameter start: the offset of the text.
    static func maskJSON(from start: Int, in writer: inout ByteWriter, limits: JSONLimits) {
        let text = [UInt8](copying: writer.span.extracting(start..<writer.count))
        writer.truncate(to: start)
        do throws(WireError) {
            try append(maskedJSON: text.span, in: 0..<text.count, isSecret: false, limits: limits, to: &writer)
        } catch {
            writer.append(text: masked(String(decoding: text, as: UTF8.self)))
        }
    }

    /// Appends a JSON text without white space and with its secrets shortened; after an error the writer is unchanged.
    ///
    /// - Parameter isSecret: whether the whole text belongs to a secret name.
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
