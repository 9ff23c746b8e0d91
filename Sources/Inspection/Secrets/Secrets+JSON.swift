import WireFormat
import WireJSON

// Secrets in JSON: under the key of a member, or inside a text.
extension Secrets {
    /// Whether a JSON text may hold a secret; `false` is certain.
    ///
    /// - Parameter tape: the text, parsed.
    static func mayHold(_ tape: borrowing JSONTape, _ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        // Nearly all texts are settled here: no suspicious key, no sign between name and value inside a text.
        let letters = (UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "e"), UInt8(ascii: "d"))
        let isSuspicious = tape.hasEscapesOrKey(in: bytes, endingIn: letters) { isSecret($0) }
        guard isSuspicious || bytes.extracting(range).contains(UInt8(ascii: "="), or: UInt8(ascii: "%")) else {
            return false
        }
        return mayHold(tape, bytes)
    }

    private static func mayHold(_ tape: borrowing JSONTape, _ bytes: Span<UInt8>) -> Bool {
        tape.hasString(in: bytes) { spelling, isKey, hasEscapes in
            if isKey, hasEscapes || isSecret(spelling) { return true }
            // Inside a text it takes a sign between name and value, plain or encoded, or JSON inside the JSON.
            guard
                hasEscapes || spelling.firstIndex(of: UInt8(ascii: "="), from: 0) != nil
                    || spelling.firstIndex(of: UInt8(ascii: "%"), from: 0) != nil
            else { return false }
            return spelling.firstIndex(of: UInt8(ascii: "u"), from: 0) != nil && hasEscapes
                || !values(in: spelling).isEmpty
        }
    }

    /// What a JSON text with escapes says, its secrets shortened; `nil` where there is nothing to hide in what it says.
    static func maskedMeaning(of spelling: Span<UInt8>) -> String? {
        guard spelling.contains(UInt8(ascii: "\\"), or: UInt8(ascii: "%")) else { return nil }
        let meaning = (try? JSONValue(parsing: Array(copying: spelling)).string) ?? WireString.decode(spelling).text
        let shown = masked(meaning)
        return shown == meaning ? nil : shown
    }

    /// Masks the JSON text that a writer ends with; one that is no JSON is masked as a text.
    ///
    /// - Parameter start: where the text begins.
    static func maskJSON(from start: Int, in writer: inout ByteWriter, limits: JSONLimits) {
        let text = [UInt8](copying: writer.span.extracting(start..<writer.count))
        writer.truncate(to: start)
        var tape = JSONTape()
        do throws(WireError) {
            append(try tape.parse(text, limits: limits), isSecret: false, to: &writer)
        } catch {
            writer.append(text: masked(String(decoding: text, as: UTF8.self)))
        }
    }

    /// - Parameter isSecret: whether the value stands under a secret name.
    private static func append(_ value: borrowing JSONView, isSecret: Bool, to writer: inout ByteWriter) {
        switch value.kind {
        case .object:
            writer.append(UInt8(ascii: "{"))
            var isFirst = true
            var members = value.members
            while let member = members.next() {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                let name = member.key.string ?? ""
                append(text: member.key, name, masked(name), to: &writer)
                writer.append(UInt8(ascii: ":"))
                append(member.value, isSecret: isSecret || Self.isSecret(name), to: &writer)
            }
            writer.append(UInt8(ascii: "}"))
        case .array:
            writer.append(UInt8(ascii: "["))
            var isFirst = true
            var elements = value.elements
            while let element = elements.next() {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                append(element, isSecret: isSecret, to: &writer)
            }
            writer.append(UInt8(ascii: "]"))
        case .string:
            let text = value.string ?? ""
            append(text: value, text, isSecret ? shortened(text) : masked(text), to: &writer)
        case .number:
            if isSecret { writer.append(jsonString: "…") } else { writer.append(value.spelling) }
        case .bool, .null: writer.append(value.spelling)
        }
    }

    /// Appends a string in its own spelling, unless something in it is hidden.
    private static func append(text: borrowing JSONView, _ plain: String, _ shown: String, to writer: inout ByteWriter)
    {
        if shown == plain { writer.append(text.spelling) } else { writer.append(jsonString: shown) }
    }
}
