import WireFormat

/// Writes each event as its line, then every field with its byte range beside a hex dump.
struct TreeConsumer: EventConsumer {
    var line: TextConsumer

    var depth: DecodingDepth { .all }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        output.writer.append(text: line.line(event, bytes, systems))
        output.writer.append(UInt8(ascii: "\n"))
        if case .frame = event.kind {
            let tree = systems.tree(of: event, bytes)
            let lines = TreeWriter(colors: line.colors, showsSecrets: line.showsSecrets)
            if tree.isOfWire {
                lines.append(tree, event.wire.span, to: &output.writer)
            } else {
                lines.append(tree, bytes, to: &output.writer)
            }
        }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            let place = diagnostic.path.isEmpty ? "" : " \(diagnostic.path) at \(diagnostic.offset):"
            let text = "  \(diagnostic.severity.rawValue) \(diagnostic.code):\(place) \(diagnostic.text)"
            output.writer.append(text: TerminalText.safe(text))
            output.writer.append(UInt8(ascii: "\n"))
        }
        output.writer.append(UInt8(ascii: "\n"))
    }
}
