import WireFormat

/// Writes each event as one line that a person can read at a glance.
struct TextConsumer: EventConsumer {
    var clock: LocalClock
    var colors: TerminalColors
    var showsSecrets: Bool

    var depth: DecodingDepth { .all }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        output.writer.append(text: line(event, bytes, systems))
        output.writer.append(UInt8(ascii: "\n"))
    }

    /// The event's line without its end.
    func line(_ event: borrowing Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) -> String {
        let summary = EventSummary(event, bytes, systems, showsSecrets: showsSecrets)
        let arrow = event.sender == .client ? "→" : "←"
        let ends = TerminalText.column("\(event.flow.client) \(arrow) \(event.flow.server)", 34)
        let isBad = event.diagnostics.worst == .error
        let digest = TerminalText.safe(summary.digest)
        let columns = [
            colors.dim(clock.timeOfDay(event.time)),
            TerminalText.column("#\(event.flow.number)", 3),
            colors.dim(ends),
            colors.type(TerminalText.column(summary.type, 10), sender: event.sender),
            TerminalText.column(TerminalText.safe(summary.topic), 12),
            TerminalText.column(TerminalText.safe(summary.target), 14),
            colors.bold(TerminalText.column(TerminalText.safe(summary.objectName), 15)),
            isBad ? colors.red(digest) : TerminalText.shortened(digest, 160),
        ]
        var line = columns.joined(separator: "  ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}

/// Colours of a terminal, or none.
struct TerminalColors: Sendable {
    /// Whether colours are written.
    var isOn: Bool

    func dim(_ text: String) -> String { wrap(text, "2") }
    func bold(_ text: String) -> String { wrap(text, "1") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func type(_ text: String, sender: FrameSender) -> String { wrap(text, sender == .client ? "36" : "35") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn && text.contains { $0 != " " } ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
