import Reporting
import WireFormat

extension LadderReport {
    /// The diagrams as lines.
    var plain: String {
        var lines: [String] = []
        for diagram in LadderDiagram.diagrams(of: sessions, lanes: LadderLines.most(in: width)) {
            if !lines.isEmpty { lines.append("") }
            var written = LadderLines(diagram, width: width)
            lines += written.all()
        }
        if leftOut > 0 { lines += ["", "and \(Count.of("more event", leftOut))"] }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// A diagram as lines of a terminal: the clients' lanes from the left, the server's at the right, and the labels of all
/// arrows between the last client and the server.
struct LadderLines {
    /// The columns of the number and of the time since the arrow before.
    private static let margin = 17
    /// The columns after the lanes: brackets of requests and answers, and the latency.
    private static let gutter = 13
    /// The minimum number of columns from a client's lane to the next one.
    private static let nearest = 8
    /// The minimum number of columns between the last client and the server if there are several clients: enough for a
    /// message's type, topic and object name.
    private static let span = 32
    /// The maximum number of clients; arrows that cross more lanes are hard to follow.
    private static let lanes = 6

    private let diagram: LadderDiagram
    private let width: Int
    /// The columns of all lanes and of the space between them.
    private let columns: Int
    /// The columns from a client's lane to the next one.
    private let step: Int
    /// The numbers of the requests that have an answer.
    private let answered: Set<Int>
    /// The numbers of the requests that wait for their answer, the oldest first.
    private var open: [Int] = []

    /// Returns the number of clients that fit into a width side by side.
    static func most(in width: Int) -> Int {
        min(lanes, 1 + max(0, between(width) - span) / nearest)
    }

    /// Returns the columns between the first lane and the last.
    private static func between(_ width: Int) -> Int { max(20, width - margin - gutter - 2) }

    init(_ diagram: LadderDiagram, width: Int) {
        self.diagram = diagram
        self.width = width
        columns = Self.between(width) + 2
        answered = Set(diagram.steps.map(\.row.request)).subtracting([0])
        let others = diagram.lanes.count - 1
        // A lane is as wide as its heading, if that leaves enough for the labels.
        let longest = diagram.lanes.dropLast().map { TerminalText.width($0.lane) }.max() ?? 0
        let room = others > 0 ? (columns - 2 - max(Self.span, columns / 2)) / others : 0
        step = others > 0 ? max(Self.nearest, min(longest + 2, room)) : 0
    }

    /// Returns the column of a client's lane.
    private func column(_ lane: Int) -> Int { lane * step }
    /// The columns between the last client and the server.
    private var inner: Int { columns - 2 - column(diagram.lanes.count - 1) }

    /// The diagram's lines.
    mutating func all() -> [String] {
        var lines = headings()
        var previous: Int64?
        for step in diagram.steps {
            let row = step.row
            let delta = LadderReport.delta(row.time, since: previous)
            previous = row.time
            var labels = labels(row)
            let number = Self.right("\(row.number)", 6) + Self.right(delta, 10) + " "
            lines.append(number + arrow(step, labels.removeFirst()) + ending(row))
            for rest in labels {
                let blanks = String(repeating: " ", count: max(0, inner - 3 - TerminalText.width(rest)))
                let others = lifelines(at: row.number, upTo: diagram.lanes.count - 1)
                lines.append(Self.blank + others + "│   " + rest + blanks + "│" + (open.isEmpty ? "" : "│"))
            }
            for remark in row.remarks {
                let mark = remark.severity == .error ? "✗" : remark.severity == .warning ? "!" : "·"
                let text = "\(mark) \(remark.severity.rawValue): \(SafeText.terminal(remark.text)) [\(remark.code)]"
                lines.append(
                    Self.blank + TerminalText.wrapped(text, from: Self.margin, indent: Self.margin + 2, width: width)
                )
            }
        }
        return lines
    }

    /// Returns a line for each session with its full addresses, then the names of the lanes, which may be cut.
    private func headings() -> [String] {
        var lines = diagram.lanes.map {
            TerminalText.wrapped("\($0.title)  \($0.client) ↔ \($0.server)", width: width)
        }
        let server = TerminalText.shortened(diagram.server, (columns - 4) / 2)
        var heading = ""
        for (place, lane) in diagram.lanes.enumerated() {
            let isLast = place == diagram.lanes.count - 1
            let name = diagram.lanes.count == 1 ? lane.client : lane.lane
            let room = isLast ? columns - column(place) - TerminalText.width(server) - 2 : step - 1
            heading += TerminalText.column(name, room) + (isLast ? "  " : " ")
        }
        lines.append(Self.blank + heading + server)
        return lines
    }

    private static let blank = String(repeating: " ", count: margin)

    /// Returns the lanes of clients before one, at an event: a line if the client is present, otherwise dots.
    private func lifelines(at number: Int, from first: Int = 0, upTo end: Int) -> String {
        (first..<max(first, end)).map { lane in
            (diagram.isLive(lane, at: number) ? "│" : "┊") + String(repeating: " ", count: step - 1)
        }.joined()
    }

    /// Returns the label of a row's arrow, in several lines if type, topic and object name are too long for one.
    private func labels(_ row: LadderRow) -> [String] {
        let room = inner - 6
        let identity = [row.type, row.topic, row.objectName].filter { !$0.isEmpty }.joined(separator: " ")
        if TerminalText.width(identity) <= room { return [TerminalText.shortened(row.label, room)] }
        let parts = TerminalText.wrapped(identity, indent: 0, width: room).split(separator: "\n")
        return parts.isEmpty ? [""] : parts.map(String.init)
    }

    /// Returns the lanes with an arrow from one of them to the server's or back, which crosses the lanes between.
    private func arrow(_ step: LadderDiagram.Step, _ text: String) -> String {
        let row = step.row
        let dash = row.kind == .hole ? "╌" : "─"
        var line = lifelines(at: row.number, upTo: step.lane) + "│"
        let isDirect = step.lane == diagram.lanes.count - 1
        if !isDirect {
            for lane in step.lane..<(diagram.lanes.count - 1) {
                let isHead = row.isFromServer && lane == step.lane
                line += (isHead ? "◀" : dash) + String(repeating: dash, count: self.step - 2) + "┼"
            }
        }
        let label = " " + text + " "
        // The head of an arrow from the server is in this part only if the arrow ends at the last client.
        let isHead = !row.isFromServer || isDirect
        let rest = max(0, inner - (isHead ? 1 : 0) - TerminalText.width(label))
        let before = min(rest, row.isFromServer ? max(1, rest / 3) : 2)
        let left = String(repeating: dash, count: before)
        let right = String(repeating: dash, count: rest - before)
        line += row.isFromServer ? (isDirect ? "◀" : "") + left + label + right : left + label + right + "▶"
        return line + "│"
    }

    /// Returns the text after the lanes: brackets of requests and answers, and the latency.
    private mutating func ending(_ row: LadderRow) -> String {
        var text = ""
        if row.request > 0 {
            let latency = LadderReport.duration(row.latency)
            let place = open.firstIndex(of: row.request)
            text = (place == nil ? "╴" : "┘") + latency
            // If several requests wait, a number tells which of them is answered.
            let named = "┘#\(row.request) \(latency)"
            if open.count > 1, place != nil, TerminalText.width(named) <= Self.gutter { text = named }
            if let place { open.remove(at: place) }
        } else if answered.contains(row.number) {
            text = "┐"
        } else if let missing = row.missing {
            text = "╴" + missing.rawValue
        } else if !open.isEmpty {
            text = "│"
        }
        if answered.contains(row.number) { open.append(row.number) }
        return text
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TerminalText.width(text))) + text
    }
}
