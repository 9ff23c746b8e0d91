import Reporting
import RongCloud
import WireFormat

/// The masks of WebSocket frames.
struct MaskRule: SessionRule {
    static let mask = FindingRule(
        id: "websocket-mask",
        severity: .error,
        title: "A WebSocket frame is masked, or not, against the rule.",
        basis:
            "A client masks every frame and a server none (RFC 6455 section 5.1); the other end closes the connection."
    )
    static let rules = [mask]

    private var isSaid = (client: false, server: false)

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        // Without the beginning of the connection, the mask itself may have told who is the client.
        guard let isMasked = event.isMasked, session.isWhole else { return }
        if event.sender == .client {
            guard !isMasked, !isSaid.client else { return }
            isSaid.client = true
            log.add(Self.mask, event, "the client's frame has no mask")
        } else {
            guard isMasked, !isSaid.server else { return }
            isSaid.server = true
            log.add(Self.mask, event, "the server's frame is masked")
        }
    }
}
