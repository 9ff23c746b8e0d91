import Reporting
import WireFormat

// The table for people.
extension FlowsReport {
    /// The rows as a table; if the table is wider than the terminal, a paragraph for each row.
    var table: String {
        var rows = [
            [
                "file", "flow", "client", "server", "transport", "system", "app", "sdk", "session", "user", "from",
                "for",
                "events", "bytes", "holes", "ending", "note",
            ]
        ]
        for (flow, session) in zip(flows, sessions) {
            let generations = FlowFacts(generations: flow.facts.generations).sdk
            let sdk = [flow.facts.sdkVersion == nil ? nil : flow.facts.sdk, generations].compactMap(\.self)
            let isOverTLS = flow.isDecrypted && flow.transport != .tls
            let transport = flow.transport.rawValue + (isOverTLS ? " over TLS" : "")
            let note = flow.system == nil ? flow.reason : flow.undecrypted ?? ""
            let cells = [
                flow.file ?? "", "f\(flow.number)", flow.client, flow.server, transport, flow.system ?? "",
                flow.facts.appKey ?? "", sdk.joined(separator: ", "), session.map(String.init) ?? "",
                flow.facts.user ?? "", String(TimestampWriter.text(flow.firstTime).dropLast(4)) + "Z",
                TextPiece.duration(flow.lastTime.subtractingSaturated(flow.firstTime)),
                "\(flow.fromClient.events) → \(flow.fromServer.events) ←",
                "\(flow.fromClient.bytes) → \(flow.fromServer.bytes) ←",
                flow.gapBytes > 0 ? Count.of("byte", flow.gapBytes) : "", flow.ending, note,
            ]
            // Every cell may hold text from the wire.
            rows.append(cells.map(SafeText.terminal))
        }
        // Columns that are empty in every row are left out.
        let used = rows[0].indices.filter { column in rows.dropFirst().contains { !$0[column].isEmpty } }
        if rows.count > 1 { rows = rows.map { row in used.map { row[$0] } } }
        let widths = rows[0].indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
        if let width, widths.reduce(2 * (widths.count - 1), +) > width { return Self.paragraphs(rows, width) }
        var table = TextTable(rows[0])
        for row in rows.dropFirst() { table.append(row) }
        return table.lines.map { $0 + "\n" }.joined()
    }

    /// Returns each row as a paragraph, with the column's title before each cell; nothing is cut.
    private static func paragraphs(_ rows: [[String]], _ width: Int) -> String {
        let indent = "      "
        var text = ""
        for row in rows.dropFirst() {
            var line = ""
            for (title, cell) in zip(rows[0], row) where !cell.isEmpty {
                let piece = title == "flow" || title == "file" ? cell : "\(title) \(cell)"
                // A piece that fits on a line of its own is kept together.
                let fits = TerminalText.width(indent + piece) <= width
                let words = fits ? [piece] : piece.split(separator: " ").map(String.init)
                for (place, word) in words.enumerated() {
                    let gap = line.isEmpty ? "" : place == 0 ? "  " : " "
                    if !line.isEmpty, TerminalText.width(line + gap + word) > width {
                        text += line + "\n"
                        line = indent + word
                    } else {
                        line += gap + word
                    }
                }
            }
            text += line + "\n"
        }
        return text
    }
}
