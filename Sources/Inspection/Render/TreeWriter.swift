import Transport
import WireFormat
import WireJSON

/// Writes a tree of fields: byte range, hex and meaning of each, one a line.
struct TreeWriter {
    var colors: TerminalColors
    /// Whether tokens are shown in full.
    var showsSecrets = false
    /// Bytes of hex shown beside a field.
    static let hexColumns = 12

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
            writer.append(text: TerminalText.safe(text))
            writer.append(UInt8(ascii: "\n"))
        }
        writer.append(UInt8(ascii: "\n"))
    }

    /// Appends a line for each node but the tokens, whose bytes are shown with their parents.
    ///
    /// - Parameter bytes: those that the fields lie in.
    func append(_ tree: EventTree, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        // The names of the nodes that contain the present one.
        var path: [String] = []
        for node in tree.fields.nodes where node.value != .token {
            path.removeLast(max(0, path.count - node.depth))
            let isSecret =
                !showsSecrets && node.value != .structure
                && (path + [node.name]).contains {
                    Secrets.isSecret($0) || tree.hidden.contains($0)
                }
            if node.value == .structure { path.append(node.name) }
            let plain = tree.meaning(node) ?? describe(node, bytes)
            let value = showsSecrets ? plain : isSecret ? Secrets.shortened(plain) : Secrets.masked(plain)
            let first = node.range.lowerBound
            let range = node.range.isEmpty ? "\(first)" : "\(first)–\(node.range.upperBound - 1)"
            // Bytes beside a value that is not shown in full are not shown either.
            let hex = dump(bytes, node, isHidden: isSecret || value != plain)
            let name = String(repeating: "  ", count: node.depth) + TerminalText.safe(node.name)
            writer.append(text: "  ")
            writer.append(text: colors.dim(TerminalText.column(range, 11)))
            writer.append(text: "  ")
            writer.append(text: colors.dim(TerminalText.column(hex, Self.hexColumns * 3)))
            writer.append(text: "  ")
            writer.append(text: name)
            if !value.isEmpty { writer.append(text: ": " + value) }
            writer.append(UInt8(ascii: "\n"))
        }
    }

    /// Appends the fields of an exchange, which are not shown beside bytes.
    private func append(_ exchange: HTTPExchange, to writer: inout ByteWriter) {
        func line(_ name: String, _ value: String) {
            writer.append(spaces: 17 + Self.hexColumns * 3)
            writer.append(text: TerminalText.safe(name) + ": " + TerminalText.safe(value))
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

    private func dump(_ bytes: Span<UInt8>, _ node: FieldTree.Node, isHidden: Bool) -> String {
        guard node.value != .structure, node.range.upperBound <= bytes.count else { return "" }
        var text = ""
        for index in node.range.prefix(Self.hexColumns) {
            if !text.isEmpty { text += " " }
            text += isHidden ? "**" : Hex.encode([bytes[index]])
        }
        return node.range.count > Self.hexColumns ? text + "…" : text
    }

    private func describe(_ node: FieldTree.Node, _ bytes: Span<UInt8>) -> String {
        switch node.value {
        case .structure, .token: ""
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .opaque(let value): Hex.encode((0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - $0 * 8)) })
        case .word(let word): TerminalText.safe(word)
        case .bytes: "\(node.range.count) bytes"
        case .text:
            TerminalText.safe(WireString.decode(bytes.extracting(node.range)).text)
        }
    }
}
