extension LadderReport {
    /// Columns of the number and of the time since the arrow before.
    private static let margin = 17
    /// Columns behind the lanes: brackets of requests and answers, and the latency.
    private static let gutter = 13

    /// The diagrams as lines.
    var plain: String {
        var lines: [String] = []
        for session in sessions {
            if !lines.isEmpty { lines.append("") }
            append(session, to: &lines)
        }
        if leftOut > 0 { lines += ["", "and \(leftOut) more events"] }
        return lines.map { $0 + "\n" }.joined()
    }

    private func append(_ session: LadderSession, to lines: inout [String]) {
        let inner = max(20, width - Self.margin - Self.gutter - 2)
        func fitted(_ line: String) -> String { TerminalText.shortened(line, width) }
        lines.append(fitted("\(session.title)  \(session.client) ↔ \(session.server)"))
        let side = (inner - 2) / 2
        let client = TerminalText.shortened(session.client, side)
        let server = TerminalText.shortened(session.server, side)
        let space = String(
            repeating: " ",
            count: max(1, inner + 2 - TerminalText.width(client) - TerminalText.width(server))
        )
        lines.append(String(repeating: " ", count: Self.margin) + client + space + server)
        let answered = Set(session.rows.map(\.request)).subtracting([0])
        var open = Set<Int>()
        var previous: Int64?
        for row in session.rows {
            let delta = previous.map { "+" + Self.duration(row.time - $0) } ?? ""
            previous = row.time
            var line = Self.right("\(row.number)", 6) + Self.right(delta, 10) + " "
            line += "│" + arrow(row, inner) + "│"
            let isShown = row.request > 0 && open.remove(row.request) != nil
            if row.request > 0 {
                line += (isShown ? "┘" : "╴") + Self.duration(row.latency)
            } else if answered.contains(row.number) {
                line += "┐"
            } else if !open.isEmpty {
                line += "│"
            }
            if answered.contains(row.number) { open.insert(row.number) }
            lines.append(line)
            for remark in row.remarks {
                let mark = remark.severity == .error ? "✗" : remark.severity == .warning ? "!" : "·"
                let text = "\(mark) \(remark.severity.rawValue): \(TerminalText.safe(remark.text)) [\(remark.code)]"
                lines.append(fitted(String(repeating: " ", count: Self.margin) + text))
            }
        }
    }

    /// An arrow with its label in it.
    private func arrow(_ row: LadderRow, _ inner: Int) -> String {
        let isHole = row.kind == .hole
        let line = isHole ? "╌" : "─"
        let label = " " + TerminalText.shortened(row.label, inner - 6) + " "
        let rest = max(0, inner - 1 - TerminalText.width(label))
        let before = row.isFromServer ? max(1, rest / 3) : min(2, rest)
        let left = String(repeating: line, count: min(before, rest))
        let right = String(repeating: line, count: max(0, rest - before))
        return row.isFromServer ? "◀" + left + label + right : left + label + right + "▶"
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TerminalText.width(text))) + text
    }
}
