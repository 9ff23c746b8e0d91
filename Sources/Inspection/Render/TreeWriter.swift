import Transport
import WireFormat
import WireJSON

/// Writes a tree of fields: byte range, hex and meaning of each, one a line.
struct TreeWriter {
    var colors: TerminalColors
    /// Whether tokens are shown in full.
    var showsSecrets = false
    /// Bytes of hex shown beside a field.
    static let hexBytes = 12
    /// Columns of the byte range, and of the hex.
    private static let rangeColumns = 11
    private static let hexColumns = hexBytes * 3

    /// Appends the fields of an event, what is to be said of it, and an empty line.
    func append(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: borrowing SystemDecoders,
        to writer: inout ByteWriter
    ) {
        if case .frame = event.kind {
            let tree = systems.tree(of: event, bytes)
            if tree.isOfWire {
                append(tree, event.wire.span, to: &writer)
            } else {
                append(tree, bytes, to: &writer)
            }
        }
        if case .http(let exchange) = event.kind { append(exchange, to: &writer) }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            let place = diagnostic.path.isEmpty ? "" : " \(diagnostic.path) at \(diagnostic.offset):"
            let text = "  \(diagnostic.severity.rawValue) \(diagnostic.code):\(place) \(diagnostic.text)"
            _ = writer.append(safe: text)
            writer.append(UInt8(ascii: "\n"))
        }
        writer.append(UInt8(ascii: "\n"))
    }

    /// Appends a line for each node but the tokens, whose bytes are shown with their parents.
    ///
    /// - Parameter bytes: those that the fields lie in.
    func append(_ tree: EventTree, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        let nodes = tree.fields.nodes
        // The depth of the outermost node that holds nothing but a secret.
        var secretDepth = Int.max
        var index = 0
        while index < nodes.count {
            let place = index
            index += 1
            if case .token = nodes[place].value { continue }
            let depth = nodes[place].depth
            if depth <= secretDepth { secretDepth = .max }
            var isSecret = !showsSecrets && (secretDepth < .max || isHidden(nodes[place].name, tree))
            // A field with nothing but one value is shown on that value's line.
            var leaf = place
            if case .structure = nodes[place].value {
                if isSecret, secretDepth == .max { secretDepth = depth }
                if let only = Self.onlyValue(of: place, nodes) {
                    leaf = only
                    index = only + 1
                    isSecret = isSecret || !showsSecrets && isHidden(nodes[only].name, tree)
                }
            }
            append(nodes[leaf], as: nodes[place], tree, bytes, isSecret: isSecret, to: &writer)
        }
    }

    private func isHidden(_ name: String, _ tree: EventTree) -> Bool {
        Secrets.isSecret(name) || tree.hidden.contains(name)
    }

    /// The value of a field that is written with a tag or a length before it and holds nothing else.
    private static func onlyValue(of field: Int, _ nodes: [FieldTree.Node]) -> Int? {
        let depth = nodes[field].depth + 1
        var index = field + 1
        guard index < nodes.count, nodes[index].depth == depth, case .token = nodes[index].value,
            nodes[index].name == "length" || nodes[index].name == "tag"
        else { return nil }
        var only: Int?
        while index < nodes.count, nodes[index].depth >= depth {
            switch nodes[index].value {
            case .token: break
            case .structure: return nil
            default:
                guard only == nil, ["text", "value", "bytes"].contains(nodes[index].name) else { return nil }
                only = index
            }
            index += 1
        }
        return only
    }

    // MARK: Lines

    /// Appends the line of a leaf, or of an inner node.
    ///
    /// - Parameter field: the node itself, or the field whose only value it is.
    private func append(
        _ node: FieldTree.Node,
        as field: FieldTree.Node,
        _ tree: EventTree,
        _ bytes: Span<UInt8>,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        let name = field.name
        let instead = standIn(for: node, name, tree, bytes, isSecret: isSecret)
        writer.append("  ")
        append(field.range, to: &writer)
        writer.append("  ")
        // Bytes beside a value that is not shown in full are not shown either.
        if case .structure = node.value {
            writer.append(spaces: Self.hexColumns)
        } else {
            appendHex(field.range, of: bytes, isHidden: instead != nil, to: &writer)
        }
        writer.append(spaces: 2 + 2 * field.depth)
        _ = writer.append(safe: name)
        let mark = writer.count
        writer.append(": ")
        let start = writer.count
        if let instead {
            _ = writer.append(safe: instead)
        } else {
            append(valueOf: node, name, tree, bytes, to: &writer)
        }
        if writer.count == start { writer.truncate(to: mark) }
        writer.append(UInt8(ascii: "\n"))
        if case .text = node.value, !isSecret {
            appendNested(bytes.extracting(node.range), field.depth + 1, to: &writer)
        }
    }

    private func append(_ range: Range<Int>, to writer: inout ByteWriter) {
        if colors.isOn { writer.append(TerminalColors.dimCode) }
        let start = writer.count
        writer.append(decimal: range.lowerBound)
        var columns = writer.count - start
        if !range.isEmpty {
            writer.append("–")
            let middle = writer.count
            writer.append(decimal: range.upperBound - 1)
            columns += 1 + writer.count - middle
        }
        writer.append(spaces: Self.rangeColumns - columns)
        if colors.isOn { writer.append(TerminalColors.endCode) }
    }

    private func appendHex(_ range: Range<Int>, of bytes: Span<UInt8>, isHidden: Bool, to writer: inout ByteWriter) {
        let count = range.upperBound <= bytes.count ? min(range.count, Self.hexBytes) : 0
        guard count > 0 else { return writer.append(spaces: Self.hexColumns) }
        if colors.isOn { writer.append(TerminalColors.dimCode) }
        for index in range.lowerBound..<range.lowerBound + count {
            if index > range.lowerBound { writer.append(UInt8(ascii: " ")) }
            if isHidden { writer.append("**") } else { writer.append(hex: bytes[index]) }
        }
        let isCut = range.count > count
        if isCut { writer.append("…") }
        writer.append(spaces: Self.hexColumns - (count * 3 - 1) - (isCut ? 1 : 0))
        if colors.isOn { writer.append(TerminalColors.endCode) }
    }

    // MARK: Values

    /// What is shown in place of a value that holds a secret; `nil` for one that is shown in full.
    private func standIn(
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
            if !Secrets.values(in: text).isEmpty { return Secrets.masked(WireString.decode(text).text) }
            return Secrets.maskedMeaning(of: text)
        case .word(let word):
            let shown = Secrets.masked(word)
            return shown == word ? nil : shown
        case .bytes:
            let first = bytes.extracting(node.range).extracting(first: Self.hexBytes)
            guard Secrets.mayHoldValue(first), !Secrets.values(in: first).isEmpty else { return nil }
            return "\(node.range.count) bytes"
        default: return nil
        }
    }

    /// Appends a leaf's value, safe for a terminal; of an inner node there is none.
    private func append(
        valueOf node: FieldTree.Node,
        _ name: String,
        _ tree: EventTree,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        switch node.value {
        case .structure, .token: break
        case .integer(let value):
            if let meaning = tree.meaning(name, node) { return _ = writer.append(safe: meaning) }
            writer.append(decimal: value)
        case .unsigned(let value):
            if let meaning = tree.meaning(name, node) { return _ = writer.append(safe: meaning) }
            writer.append(decimal: value)
        case .double(let value): writer.append(text: "\(value)")
        case .opaque(let value): writer.append(hex: value)
        case .word(let word): _ = writer.append(safe: tree.meaning(name, node) ?? word)
        case .bytes:
            if let meaning = tree.meaning(name, node) { return _ = writer.append(safe: meaning) }
            writer.append(decimal: node.range.count)
            writer.append(node.range.count == 1 ? " byte" : " bytes")
        case .text:
            let text = bytes.extracting(node.range)
            let plain = ByteWriter.plainPrefix(of: text)
            if plain == text.count {
                writer.append(text)
            } else {
                _ = writer.append(safe: WireString.decode(text).text)
            }
        }
    }

    // MARK: JSON in texts

    /// How deep JSON in a text in JSON is taken apart.
    private static let deepestNesting = 16

    /// Appends the fields of a text that is JSON itself, or a JSON string of one.
    ///
    /// They are not shown beside bytes: behind escapes a field's bytes are not those that it says.
    private func appendNested(_ text: Span<UInt8>, _ depth: Int, to writer: inout ByteWriter) {
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
        writer.append(spaces: 6 + Self.rangeColumns + Self.hexColumns + 2 * depth)
        _ = writer.append(safe: name)
        if value.members == nil, value.elements == nil {
            let plain = String(decoding: value.minified, as: UTF8.self)
            let shown =
                showsSecrets ? plain : isSecret ? Secrets.shortened(value.string ?? plain) : Secrets.masked(plain)
            writer.append(": ")
            _ = writer.append(safe: shown)
        }
        writer.append(UInt8(ascii: "\n"))
        guard level < Self.deepestNesting else { return }
        appendMembers(of: value, depth + 1, level + 1, isSecret: isSecret, to: &writer)
        if !isSecret { appendNested(value, depth + 1, level + 1, isSecret: isSecret, to: &writer) }
    }

    // MARK: Exchanges

    /// Appends the fields of an exchange, which are not shown beside bytes.
    private func append(_ exchange: HTTPExchange, to writer: inout ByteWriter) {
        func line(_ name: String, _ value: String) {
            writer.append(spaces: 6 + Self.rangeColumns + Self.hexColumns)
            _ = writer.append(safe: name)
            writer.append(": ")
            _ = writer.append(safe: value)
            writer.append(UInt8(ascii: "\n"))
        }
        line("method", exchange.method)
        line("path", showsSecrets ? exchange.target.path : Secrets.masked(exchange.target.path))
        for parameter in exchange.target.query {
            let shown = showsSecrets ? parameter : Secrets.masked(parameter)
            line("query." + shown.name, shown.value)
        }
        if let status = exchange.status { line("status", "\(status)") }
        guard case .exchange(showsReply: true)? = exchange.claim?.purpose, let range = exchange.replyRange,
            let reply = try? JSONValue(parsing: Array(exchange.body[range]))
        else { return }
        for member in reply.members ?? [] {
            var text = ByteWriter()
            text.append("{")
            text.append(jsonString: member.key.text)
            text.append(":")
            text.append(member.value.minified)
            text.append("}")
            if !showsSecrets { Secrets.maskJSON(from: 0, in: &text, limits: Limits()) }
            let shown = (try? JSONValue(parsing: text.array))?.members?.first?.value
            line(
                "reply." + member.key.text,
                shown.map { $0.string ?? String(decoding: $0.minified, as: UTF8.self) } ?? ""
            )
        }
    }
}
