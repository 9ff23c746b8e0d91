import Reporting
import WireFormat

extension LadderReport {
    /// The sessions as a drawing for light and dark mode, one diagram below the other.
    var svg: String {
        let diagrams = LadderDiagram.diagrams(of: sessions, lanes: LadderDrawing.lanes).map(LadderDrawing.init)
        let width = diagrams.reduce(LadderDrawing.narrowest) { max($0, $1.width) }
        var parts: [String] = []
        var y = 16
        for diagram in diagrams {
            diagram.append(&y, to: &parts)
            y += 24
        }
        if leftOut > 0 {
            let rest = "and \(Count.of("more event", leftOut))"
            parts.append(LadderDrawing.text(LadderDrawing.first, y + 12, "dim", "start", rest))
            y += 32
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(y)" width="\(width)" \
            height="\(y)" role="img" aria-label="Sequence diagram">
            <style>
            \(LadderDrawing.style)
            </style>
            <rect class="paper" width="100%" height="100%"/>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }
}

/// A diagram as a part of a drawing.
struct LadderDrawing {
    /// The width of a drawing with one client, in pixels.
    static let narrowest = 1000
    /// The position of the first client's lane.
    static let first = 170
    /// The maximum number of clients side by side.
    static let lanes = 6
    private static let row = 36
    private static let remark = 18
    /// The distance from the last client to the server, which has the labels of the arrows.
    private static let span = 680
    /// The distance from a client to the next one.
    private static let step = 180
    /// The room to the right of the server, for brackets and latencies.
    private static let gutter = 150
    /// The columns of a label between the last client and the server.
    private static let label = 84

    private let diagram: LadderDiagram

    init(_ diagram: LadderDiagram) { self.diagram = diagram }

    var width: Int { server + Self.gutter }
    private func client(_ lane: Int) -> Int { Self.first + lane * Self.step }
    private var server: Int { client(diagram.lanes.count - 1) + Self.span }

    /// Colours and fonts.
    static let style = """
        svg { color-scheme: light dark; --ink: #171a21; --dim: #5a6272; --line: #ccd2dd; --paper: #ffffff; \
        --client: #0b6f85; --server: #7a3fc0; --error: #b3202a; --warning: #8a5300; --answer: #1c7244; }
        @media (prefers-color-scheme: dark) { svg { --ink: #e8ebf1; --dim: #a0a9ba; --line: #39414f; --paper: #181c25; \
        --client: #62c6dc; --server: #c79bff; --error: #ff8a8f; --warning: #f2b65c; --answer: #6fd39b; } }
        .paper { fill: var(--paper); }
        text { font: 13px system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; fill: var(--ink); }
        .title { font-weight: 650; font-size: 15px; }
        .dim { fill: var(--dim); font-size: 12px; }
        .life { stroke: var(--line); stroke-width: 2; }
        .away { stroke-dasharray: 2 6; }
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
        """

    static func text(_ x: Int, _ y: Int, _ look: String, _ anchor: String, _ content: String) -> String {
        "<text class=\"\(look)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(SafeText.markup(SafeText.terminal(content)))</text>"
    }

    private func line(_ look: String, _ x: Int, _ top: Int, _ bottom: Int) -> String {
        "<line class=\"\(look)\" x1=\"\(x)\" y1=\"\(top)\" x2=\"\(x)\" y2=\"\(bottom)\"/>"
    }

    /// Draws the diagram at `y`, and moves `y` to its end.
    func append(_ y: inout Int, to parts: inout [String]) {
        for lane in diagram.lanes {
            let addresses = "\(lane.client) ↔ \(lane.server)"
            parts.append(Self.text(24, y + 14, "title", "start", TerminalText.shortened(lane.title, 80)))
            if diagram.lanes.count > 1 {
                parts.append(Self.text(width - 24, y + 14, "dim", "end", TerminalText.shortened(addresses, 80)))
                y += 22
            }
        }
        if diagram.lanes.count > 1 { y -= 16 }
        let start = y + 34
        var place = start + 42
        let arrows = diagram.steps.map { step in
            defer { place += Self.row + step.row.remarks.count * Self.remark }
            return place + 12
        }
        let end = place + 8
        appendLanes(from: start, to: end, arrows, to: &parts)
        var places: [Int: Int] = [:]
        var previous: Int64?
        for (step, arrow) in zip(diagram.steps, arrows) {
            append(step, at: arrow, since: previous, &places, to: &parts)
            previous = step.row.time
        }
        y = end
    }

    /// Draws the lanes and their headings; a client's line is dotted before its first event and after its last one.
    private func appendLanes(from start: Int, to end: Int, _ arrows: [Int], to parts: inout [String]) {
        parts.append(line("life", server, start, end))
        for (place, lane) in diagram.lanes.enumerated() {
            let own = zip(diagram.steps, arrows).filter { $0.0.lane == place }.map(\.1)
            let isAlone = diagram.lanes.count == 1
            let from = isAlone ? start : (own.first ?? start) - 14
            let to = isAlone ? end : (own.last ?? end) + 8
            if from > start + 20 { parts.append(line("life away", client(place), start, from)) }
            parts.append(line("life", client(place), from > start + 20 ? from : start, to))
            if to < end - 14 { parts.append(line("life away", client(place), to, end)) }
            let half = isAlone ? 110 : Self.step / 2 - 8
            parts.append(box(client(place), start, half: half, isAlone ? lane.client : lane.lane))
        }
        parts.append(box(server, start, half: 110, diagram.server))
    }

    private func box(_ x: Int, _ y: Int, half: Int, _ name: String) -> String {
        "<rect class=\"box\" x=\"\(x - half)\" y=\"\(y - 6)\" width=\"\(2 * half)\" height=\"26\" rx=\"7\"/>\n"
            + Self.text(x, y + 12, "type", "middle", TerminalText.shortened(name, half / 4 + 1))
    }

    /// Draws an arrow with its label, number, time, latency and remarks.
    private func append(
        _ step: LadderDiagram.Step,
        at arrow: Int,
        since previous: Int64?,
        _ places: inout [Int: Int],
        to parts: inout [String]
    ) {
        let row = step.row
        let look = row.isFromServer ? "server" : "client"
        let left = client(step.lane) + 2
        let (from, to) = row.isFromServer ? (server - 2, left) : (left, server - 2)
        let middle = server - Self.span / 2
        parts.append(Self.text(middle, arrow - 8, "", "middle", TerminalText.shortened(row.label, Self.label)))
        parts.append(
            "<line class=\"arrow \(look)\(row.kind == .hole ? " hole" : "")\" x1=\"\(from)\" y1=\"\(arrow)\" "
                + "x2=\"\(to)\" y2=\"\(arrow)\"/>"
        )
        let back = row.isFromServer ? to + 10 : to - 10
        parts.append("<path class=\"\(look)\" d=\"M \(to) \(arrow) L \(back) \(arrow - 5) L \(back) \(arrow + 5) Z\"/>")
        parts.append(Self.text(40, arrow + 4, "dim", "end", "\(row.number)"))
        let delta = LadderReport.delta(row.time, since: previous)
        parts.append(Self.text(Self.first - 20, arrow + 4, "dim", "end", delta))
        let behind = server + 40
        if row.request > 0 {
            let answer = "\(row.request)  \(LadderReport.duration(row.latency))"
            parts.append(Self.text(behind, arrow + 4, "answer", "start", answer))
            // A long bracket tells the reader nothing.
            if let other = places[row.request], arrow - other < 12 * Self.row {
                let x = server + 10
                // Pairs that overlap mostly differ in length, so the depth depends on the length.
                let depth = 10 + 8 * ((arrow - other) / Self.row % 3)
                parts.append("<path class=\"bracket\" d=\"M \(x) \(other) H \(x + depth) V \(arrow) H \(x)\"/>")
            }
        }
        if let missing = row.missing {
            parts.append(Self.text(behind, arrow + 4, "dim", "start", missing.rawValue))
        }
        places[row.number] = arrow
        for (place, remark) in row.remarks.enumerated() {
            let content = TerminalText.shortened("\(remark.severity.rawValue): \(remark.text)", 88)
            let below = arrow + 18 + place * Self.remark
            let x = server - Self.span + 12
            parts.append(Self.text(x, below, remark.severity.rawValue, "start", content))
        }
    }
}
