import Reporting
import WireFormat

/// Compares the server's clock with the clock of the capture.
struct ClockRule: SessionRule {
    static let clockSkew = FindingRule(
        id: "clock-skew",
        severity: .note,
        title: "The server's clock and that of the capture differ.",
        basis: "CONNACK, PUBACK and QUERYACK carry the server's time; cursors and message times are of that clock."
    )
    static let rules = [clockSkew]

    private var isSaid = false

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard !isSaid, event.sender == .server, let milliseconds = event.serverMilliseconds else { return }
        let time = milliseconds.multipliedSaturated(by: 1_000_000)
        let skew = time.subtractingSaturated(event.time)
        guard skew.magnitude > CheckTimes.skew.magnitude else { return }
        isSaid = true
        let seconds = skew.magnitude / CheckTimes.second.magnitude
        log.add(
            Self.clockSkew,
            event,
            "the server's clock is \(seconds) s \(skew > 0 ? "ahead of" : "behind") that of the capture"
        )
    }
}
