import Reporting
import RongCloud
import WireFormat

/// Judges whether the server sends text to an SDK that reads only binary frames.
struct TextFrameRule: SessionRule {
    static let textFrame = FindingRule(
        id: "text-frame",
        severity: .error,
        title: "The server sends a frame as text to an SDK that does not read it.",
        basis: "Frames are binary. SDKs 1.x and 2.x also read text, as decimal byte values; from 3.0 on they refuse it."
    )
    static let rules = [textFrame]

    /// Whether a finding was reported: a server that sends text sends all frames so.
    private var isSaid = false

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard event.isText, event.sender == .server, event.transport == .websocket, !isSaid,
            let generation = session.generation, generation >= .v3
        else { return }
        isSaid = true
        log.add(Self.textFrame, event, "the frame is text, which SDKs read only up to 2.x")
    }
}
