import Reporting
import WireFormat
import WireJSON

// The values of fields.
extension TreeWriter {
    /// Appends UTF-8 text from the wire; a long text is spilled in parts if lines may be as long as they need.
    func append(safe text: Span<UInt8>, to writer: inout ByteWriter) {
        guard width == nil, spill != nil, text.count >= OutputSpill.piece else {
            _ = writer.append(safe: text)
            return
        }
        var start = 0
        while start < text.count {
            var end = min(start + OutputSpill.piece, text.count)
            // A piece ends at the end of a character.
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
            _ = writer.append(safe: text.extracting(start..<end))
            leaveMuch(of: &writer)
            start = end
        }
    }

    /// Returns the text shown in place of a secret value, or `nil` if the value is shown in full.
    func standIn(
        for node: FieldTree.Node,
        _ name: String,
        _ tree: EventTree,
        _ bytes: Span<UInt8>,
        isSecret: Bool
    ) -> String? {
        guard !showsSecrets else { return nil }
        if case .structure = node.value { return nil }
        if isSecret {
            var plain = ByteWriter(capacity: node.range.count + 16)
            append(valueOf: node, name, tree, bytes, to: &plain)
            return Secrets.shortened(String(decodingUTF8: plain.span))
        }
        switch node.value {
        case .text:
            let text = bytes.extracting(node.range)
            guard Secrets.mayHoldValue(text) || text.contains(UInt8(ascii: "\\"), or: UInt8(ascii: "%")) else {
                return nil
            }
            return Secrets.maskedSpelling(of: text)
        case .word(let word):
            let shown = Secrets.masked(word)
            return shown == word ? nil : shown
        case .bytes:
            let first = bytes.extracting(node.range).extracting(first: hexBytes)
            guard Secrets.mayHoldValue(first), !Secrets.values(in: first).isEmpty else { return nil }
            return Count.of("byte", node.range.count)
        default: return nil
        }
    }

    /// Appends a leaf's value, safe for a terminal; an inner node has no value.
    func append(
        valueOf node: FieldTree.Node,
        _ name: String,
        _ tree: EventTree,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        switch node.value {
        case .structure, .token: break
        case .integer(let value):
            if !tree.meaning(name, node, &writer) { writer.append(decimal: value) }
        case .unsigned(let value):
            if !tree.meaning(name, node, &writer) { writer.append(decimal: value) }
        case .double(let value): writer.append(text: "\(value)")
        case .opaque(let value): writer.append(hex: value)
        case .word(let word): if !tree.meaning(name, node, &writer) { _ = writer.append(safe: word) }
        case .bytes:
            if tree.meaning(name, node, &writer) { return }
            writer.append(decimal: node.range.count)
            writer.append(node.range.count == 1 ? " byte" : " bytes")
        case .text:
            let text = bytes.extracting(node.range)
            if (try? UTF8Span(validating: text)) != nil {
                append(safe: text, to: &writer)
            } else {
                _ = writer.append(safe: WireString.decode(text).text)
            }
        }
    }

    // MARK: Exchanges

    /// Appends the fields of an exchange as in its line of JSON, each on its own line; they have no bytes beside them.
    func appendExchange(_ event: borrowing Event, to writer: inout ByteWriter) {
        var object = JSONFieldSink()
        object.writer.append(UInt8(ascii: "{"))
        event.describeOtherUnit(EventRendition(showsSecrets: showsSecrets), to: &object)
        object.writer.append(UInt8(ascii: "}"))
        for field in (try? JSONValue(parsing: object.writer.array))?.members ?? [] where field.key.text != "type" {
            guard let members = field.value.members else {
                appendLine(field.key.text, field.value, to: &writer)
                continue
            }
            for member in members { appendLine(field.key.text + "." + member.key.text, member.value, to: &writer) }
        }
    }

    private func appendLine(_ name: String, _ value: JSONValue, to writer: inout ByteWriter) {
        let column = column(ofDepth: 0)
        writer.append(spaces: column)
        let start = writer.count
        _ = writer.append(safe: name)
        writer.append(": ")
        _ = writer.append(safe: value.string ?? String(decoding: value.minified, as: UTF8.self))
        endLine(from: start, column: column, indent: column + 2, &writer)
    }
}
