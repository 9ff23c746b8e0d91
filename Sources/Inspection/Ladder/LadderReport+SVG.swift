extension LadderReport {
    private enum Drawing {
        static let width = 1000
        static let row = 36
        static let remark = 22
        static let head = 76
        static let client = 170
        static let server = 850
        /// Columns of a label between the lanes.
        static let label = 84
    }

    /// The sessions as a drawing, one below the other, in light and dark.
    var svg: String {
        var parts: [String] = []
        var y = 16
        for session in sessions {
            append(session, &y, to: &parts)
            y += 24
        }
        if leftOut > 0 {
            parts.append(
                "<text class=\"dim\" x=\"\(Drawing.client)\" y=\"\(y + 12)\">and \(leftOut) more events</text>"
            )
            y += 32
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Drawing.width) \(y)" width="\(Drawing.width)" \
            height="\(y)" role="img" aria-label="Sequence diagram">
            <style>
            svg { color-scheme: light dark; --ink: #171a21; --dim: #5a6272; --line: #ccd2dd; --paper: #ffffff; \
            --client: #0b6f85; --server: #7a3fc0; --error: #b3202a; --warning: #8a5300; --answer: #1c7244; }
            @media (prefers-color-scheme: dark) { svg { --ink: #e8ebf1; --dim: #a0a9ba; --line: #39414f; --paper: #181c25; \
            --client: #62c6dc; --server: #c79bff; --error: #ff8a8f; --warning: #f2b65c; --answer: #6fd39b; } }
            .paper { fill: var(--paper); }
            text { font: 13px system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; fill: var(--ink); }
            .title { font-weight: 650; font-size: 15px; }
            .dim { fill: var(--dim); font-size: 12px; }
            .life { stroke: var(--line); stroke-width: 2; }
            .box { fill: var(--paper); stroke: var(--line); }
            .client { stroke: var(--client); fill: var(--client); }
            .server { stroke: var(--server); fill: var(--server); }
            .arrow { stroke-width: 1.8; }
            .hole { stroke: var(--error); stroke-dasharray: 6 5; }
            .type { font-weight: 650; }
            .note { fill: var(--dim); }
            .warning { fill: var(--warning); }
            .error { fill: var(--error); }
            .answer { fill: var(--answer); font-size: 12px; }
            .bracket { fill: none; stroke: var(--answer); stroke-width: 1.4; }
            </style>
            <rect class="paper" width="100%" height="100%"/>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    private func append(_ session: LadderSession, _ y: inout Int, to parts: inout [String]) {
        func text(_ x: Int, _ y: Int, _ look: String, _ anchor: String, _ content: String) -> String {
            "<text class=\"\(look)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(MarkupText.safe(content))</text>"
        }
        parts.append(text(24, y + 14, "title", "start", TerminalText.shortened(session.title, 80)))
        let start = y + 34
        let height = session.rows.reduce(Drawing.head - 30) { $0 + Drawing.row + $1.remarks.count * Drawing.remark }
        for (x, name) in [(Drawing.client, session.client), (Drawing.server, session.server)] {
            parts.append("<line class=\"life\" x1=\"\(x)\" y1=\"\(start)\" x2=\"\(x)\" y2=\"\(y + height + 20)\"/>")
            parts.append(
                "<rect class=\"box\" x=\"\(x - 110)\" y=\"\(start - 6)\" width=\"220\" height=\"26\" rx=\"7\"/>"
            )
            parts.append(text(x, start + 12, "type", "middle", TerminalText.shortened(name, 28)))
        }
        var line = y + Drawing.head
        var previous: Int64?
        var places: [Int: Int] = [:]
        for row in session.rows {
            let arrow = line + 12
            let look = row.isFromServer ? "server" : "client"
            let (from, to) =
                row.isFromServer ? (Drawing.server - 2, Drawing.client + 2) : (Drawing.client + 2, Drawing.server - 2)
            let middle = (Drawing.client + Drawing.server) / 2
            let label = TerminalText.shortened(row.label, Drawing.label)
            parts.append(text(middle, line + 4, "", "middle", label))
            parts.append(
                "<line class=\"arrow \(look)\(row.kind == .hole ? " hole" : "")\" x1=\"\(from)\" y1=\"\(arrow)\" "
                    + "x2=\"\(to)\" y2=\"\(arrow)\"/>"
            )
            let back = row.isFromServer ? to + 10 : to - 10
            parts.append(
                "<path class=\"\(look)\" d=\"M \(to) \(arrow) L \(back) \(arrow - 5) L \(back) \(arrow + 5) Z\"/>"
            )
            let delta = previous.map { "+" + Self.duration(row.time - $0) } ?? ""
            parts.append(text(40, arrow + 4, "dim", "end", "\(row.number)"))
            parts.append(text(Drawing.client - 20, arrow + 4, "dim", "end", delta))
            if row.request > 0 {
                parts.append(
                    text(
                        Drawing.server + 40,
                        arrow + 4,
                        "answer",
                        "start",
                        "\(row.request)  \(Self.duration(row.latency))"
                    )
                )
                // Brackets that would lead far up say nothing.
                if let other = places[row.request], arrow - other < 12 * Drawing.row {
                    let x = Drawing.server + 10
                    parts.append(
                        "<path class=\"bracket\" d=\"M \(x) \(other) H \(x + 16) V \(arrow) H \(x)\"/>"
                    )
                }
            }
            places[row.number] = arrow
            previous = row.time
            line += Drawing.row
            for remark in row.remarks {
                let content = TerminalText.shortened("\(remark.severity.rawValue): \(remark.text)", 96)
                parts.append(text(Drawing.client + 12, line - 6, remark.severity.rawValue, "start", content))
                line += Drawing.remark
            }
        }
        y = y + height + 20
    }
}
