import Reporting
import WireFormat
import WireJSON

// JSON in texts.
extension TreeWriter {
    /// The maximum depth of JSON texts within JSON that are parsed.
    private static var deepestNesting: Int { 16 }

    /// Appends the fields of a text that is JSON, or a JSON string that contains JSON.
    ///
    /// The fields are shown without bytes, because escapes make their bytes differ from their values.
    func appendNested(_ text: Span<UInt8>, _ depth: Int, to writer: inout ByteWriter) {
        let isString = text.count > 1 && text[0] == UInt8(ascii: "\"")
        let first = isString ? 1 : 0
        guard text.count > first + 1, text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "["),
            JSONValidator.isValid(text, in: 0..<text.count)
        else { return }
        if isString {
            appendNested(text, in: 0..<text.count, depth, 0, isSecret: false, to: &writer)
        } else {
            appendMembers(of: text, in: 0..<text.count, depth, 0, isSecret: false, to: &writer)
        }
    }

    /// Appends the fields of a JSON string that contains JSON.
    private func appendNested(
        _ bytes: Span<UInt8>,
        in string: Range<Int>,
        _ depth: Int,
        _ level: Int,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        guard level < Self.deepestNesting, JSONSteps.mayHoldContainer(bytes, in: string) else { return }
        var inner = ByteWriter(capacity: 0)
        JSONSteps.append(textIn: string, of: bytes, to: &inner)
        let whole = 0..<inner.count
        guard JSONSteps.isObject(inner.span, in: whole) || JSONSteps.isArray(inner.span, in: whole),
            JSONValidator.isValid(inner.span, in: whole)
        else { return }
        appendMembers(of: inner.span, in: whole, depth, level + 1, isSecret: isSecret, to: &writer)
    }

    private func appendMembers(
        of bytes: Span<UInt8>,
        in container: Range<Int>,
        _ depth: Int,
        _ level: Int,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        var steps = JSONSteps(bytes, in: container)
        var index = 0
        while let (key, value) = steps.next() {
            guard let key else {
                append("[\(index)]", bytes, value, depth, level, isSecret: isSecret, to: &writer)
                index += 1
                continue
            }
            let name = JSONSteps.text(bytes, in: key) ?? ""
            let isSecret = isSecret || !showsSecrets && Secrets.isSecret(name)
            append(name, bytes, value, depth, level, isSecret: isSecret, to: &writer)
        }
    }

    private func append(
        _ name: String,
        _ bytes: Span<UInt8>,
        _ value: Range<Int>,
        _ depth: Int,
        _ level: Int,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        let column = column(ofDepth: depth)
        writer.append(spaces: column)
        let start = writer.count
        _ = writer.append(safe: name)
        if !JSONSteps.isObject(bytes, in: value), !JSONSteps.isArray(bytes, in: value) {
            writer.append(": ")
            appendScalar(bytes, value, isSecret: isSecret, to: &writer)
        }
        endLine(from: start, column: column, indent: column + 2, &writer)
        leaveMuch(of: &writer)
        guard level < Self.deepestNesting else { return }
        appendMembers(of: bytes, in: value, depth + 1, level + 1, isSecret: isSecret, to: &writer)
        if !isSecret { appendNested(bytes, in: value, depth + 1, level + 1, isSecret: isSecret, to: &writer) }
    }

    /// Appends a value that is no container, as spelt.
    private func appendScalar(
        _ bytes: Span<UInt8>,
        _ value: Range<Int>,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        let plain = bytes.extracting(value)
        if isSecret, !showsSecrets {
            let text = JSONSteps.text(bytes, in: value) ?? String(decodingUTF8: plain)
            _ = writer.append(safe: Secrets.shortened(text))
        } else if !showsSecrets, let shown = Secrets.maskedSpelling(of: plain) {
            _ = writer.append(safe: shown)
        } else {
            append(safe: plain, to: &writer)
        }
    }
}
