import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Writes each event as its line, then every field with its byte range beside a hex dump.
struct TreeConsumer: EventConsumer {
    var line: TextConsumer
    var limits: Limits

    var depth: DecodingDepth { .all }

    mutating func consume(_ event: inout Event, _ bytes: Span<UInt8>, into writer: inout ByteWriter) {
        writer.append(text: line.line(event, bytes))
        writer.append(UInt8(ascii: "\n"))
        if case .frame = event.kind {
            let tree = EventTree.tree(of: event, bytes, map: line.map, limits: limits)
            let lines = TreeWriter(colors: line.colors, form: event.form, showsSecrets: line.showsSecrets)
            let hidden = Secrets.HiddenFields(of: event)
            if event.form == .polling {
                lines.append(tree, event.wire.span, hidden: hidden, to: &writer)
            } else {
                lines.append(tree, bytes, hidden: hidden, to: &writer)
            }
        }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            let place = diagnostic.path.isEmpty ? "" : " \(diagnostic.path) at \(diagnostic.offset):"
            let text = "  \(diagnostic.severity.rawValue) \(diagnostic.code):\(place) \(diagnostic.text)"
            writer.append(text: TerminalText.safe(text))
            writer.append(UInt8(ascii: "\n"))
        }
        writer.append(UInt8(ascii: "\n"))
    }
}
