import Reporting
import WireFormat
import WireJSON

// Fields that are not shown beside bytes: those of JSON in texts, and those of exchanges.
extension TreeWriter {
    // MARK: JSON in texts

    /// How deep JSON in a text in JSON is taken apart.
    private static var deepestNesting: Int { 16 }

    /// Appends the fields of a text that is JSON itself, or a JSON string of one.
    ///
    /// They are not shown beside bytes: behind escapes a field's bytes are not those that it says.
    func appendNested(_ text: Span<UInt8>, _ depth: Int, to writer: inout ByteWriter) {
        let isString = text.count > 1 && text[0] == UInt8(ascii: "\"")
        let first = isString ? 1 : 0
        guard text.count > first + 1, text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "[") else {
            return
        }
        guard let value = try? JSONValue(parsing: Array(copying: text)) else { return }
        if isString {
            appendNested(value, depth, 0, isSecret: false, to: &writer)
        } else {
            appendMembers(of: value, depth, 0, isSecret: false, to: &writer)
        }
    }

    /// Appends the fields of a string that is JSON.
    private func appendNested(
        _ value: JSONValue,
        _ depth: Int,
        _ level: Int,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        guard level < Self.deepestNesting, let text = value.string, text.hasPrefix("{") || text.hasPrefix("["),
            let inner = try? JSONValue(parsing: Array(text.utf8))
        else { return }
        appendMembers(of: inner, depth, level + 1, isSecret: isSecret, to: &writer)
    }

    private func appendMembers(
        of value: JSONValue,
        _ depth: Int,
        _ level: Int,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        for member in value.members ?? [] {
            let name = member.key.text
            let isSecret = isSecret || !showsSecrets && Secrets.isSecret(name)
            append(name, member.value, depth, level, isSecret: isSecret, to: &writer)
        }
        for (index, element) in (value.elements ?? []).enumerated() {
            append("[\(index)]", element, depth, level, isSecret: isSecret, to: &writer)
        }
    }

    private func append(
        _ name: String,
        _ value: JSONValue,
        _ depth: Int,
        _ level: Int,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        let column = column(ofDepth: depth)
        writer.append(spaces: column)
        let start = writer.count
        _ = writer.append(safe: name)
        if value.members == nil, value.elements == nil {
            let plain = String(decoding: value.minified, as: UTF8.self)
            let shown =
                showsSecrets ? plain : isSecret ? Secrets.shortened(value.string ?? plain) : Secrets.masked(plain)
            writer.append(": ")
            _ = writer.append(safe: shown)
        }
        endLine(from: start, column: column, indent: column + 2, &writer)
        guard level < Self.deepestNesting else { return }
        appendMembers(of: value, depth + 1, level + 1, isSecret: isSecret, to: &writer)
        if !isSecret { appendNested(value, depth + 1, level + 1, isSecret: isSecret, to: &writer) }
    }

    // MARK: Exchanges

    /// Appends the fields of an exchange, which are not shown beside bytes: those of its line of JSON, one a line.
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
