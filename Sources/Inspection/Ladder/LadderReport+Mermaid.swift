import Reporting
import WireFormat

extension LadderReport {
    /// The sessions as one sequence diagram of Mermaid: a lane for each client and server, arrows in the order of time.
    var mermaid: String {
        var lines = ["sequenceDiagram"]
        var servers: [String] = []
        for (place, session) in sessions.enumerated() {
            lines.append("    participant c\(place) as \(Self.mermaid("\(session.client) \(session.title)"))")
        }
        for session in sessions where !servers.contains(session.server) {
            lines.append("    participant s\(servers.count) as \(Self.mermaid(session.server))")
            servers.append(session.server)
        }
        var arrows: [(number: Int, lines: [String])] = []
        for (place, session) in sessions.enumerated() {
            let server = "s\(servers.firstIndex(of: session.server) ?? 0)"
            let client = "c\(place)"
            let numbers = Dictionary(session.rows.map { ($0.number, $0) }) { first, _ in first }
            // A request is active until its first answer from the other end.
            var active: [Int: Int] = [:]
            for row in session.rows {
                if let request = numbers[row.request], request.isFromServer != row.isFromServer,
                    active[row.request] == nil
                {
                    active[row.request] = row.number
                }
            }
            for row in session.rows {
                let (from, to) = row.isFromServer ? (server, client) : (client, server)
                var lines: [String] = []
                let isAnswer = row.request > 0 && active[row.request] == row.number
                let isRequest = active[row.number] != nil
                var arrow = row.kind == .hole ? "--x" : row.request > 0 ? "-->>" : "->>"
                if isRequest, !isAnswer { arrow += "+" } else if isAnswer, !isRequest { arrow += "-" }
                var latency = row.request > 0 ? " (\(row.request), \(Self.duration(row.latency)))" : ""
                if let missing = row.missing { latency += " (\(missing.rawValue))" }
                let label = TerminalText.shortened(row.label, 120) + latency
                lines.append("    \(from)\(arrow)\(to): \(row.number) \(Self.mermaid(label))")
                if isAnswer, isRequest {
                    lines.append("    deactivate \(from)")
                    lines.append("    activate \(to)")
                }
                for remark in row.remarks {
                    let text = "\(remark.severity.rawValue): \(remark.text)"
                    lines.append("    Note over \(client),\(server): \(Self.mermaid(text))")
                }
                arrows.append((row.number, lines))
            }
        }
        lines += arrows.sorted { $0.number < $1.number }.flatMap(\.lines)
        if leftOut > 0, let session = sessions.indices.first {
            lines.append("    Note over c\(session): and \(Count.of("more event", leftOut))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns a text without syntax of Mermaid or of markup: all but letters, digits and a few signs become numbers.
    static func mermaid(_ text: String) -> String {
        var result = ""
        for scalar in SafeText.terminal(text).unicodeScalars {
            let isPlain =
                scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " .,:/()?!".unicodeScalars.contains(scalar)
            if isPlain { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
        }
        return result
    }
}
