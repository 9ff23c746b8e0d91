import Reporting
import WireFormat

/// The rules of WebSocket itself over one session, for every system.
struct WebSocketRules: Sendable {
    static let mask = FindingRule(
        id: "websocket-mask",
        severity: .error,
        title: "A WebSocket frame is masked, or not, against the rule.",
        basis:
            "A client masks every frame and a server none (RFC 6455 section 5.1); the other end closes the connection."
    )
    static let length = FindingRule(
        id: "websocket-length",
        severity: .warning,
        title: "The length of a WebSocket frame takes more bytes than it needs.",
        basis: "A length is written in as few bytes as can be (RFC 6455 section 5.2); strict readers refuse others."
    )
    static let afterClose = FindingRule(
        id: "websocket-after-close",
        severity: .error,
        title: "An end sends a message after its close frame.",
        basis: "After a close frame an end sends no more messages (RFC 6455 section 5.5.1); nobody reads them."
    )
    static let frame = FindingRule(
        id: "websocket-frame",
        severity: .error,
        title: "A WebSocket frame or message is not as it has to be.",
        basis:
            "Of reserved bits and opcodes, of fragments out of order, of control frames that are long or in parts, and "
            + "of text that is no UTF-8 the other end fails the connection (RFC 6455 sections 5.2 to 5.5 and 8.1)."
    )
    static let close = FindingRule(
        id: "websocket-close",
        severity: .error,
        title: "The body of a close frame is not as it has to be.",
        basis:
            "It is empty, or a code from 1000 to 4999 and a reason in UTF-8; 1005, 1006 and 1015 are never sent (RFC "
            + "6455 sections 5.5.1, 7.4 and 8.1). The other end reports a fault of the protocol in place of the code."
    )
    static let all = [mask, length, afterClose, frame, close]

    /// The codes of diagnostics about frames that are the sender's fault.
    private static let brokenFrames: Set<String> = [
        "websocket-unsupported", "websocket-value", "websocket-length", "websocket-continuation",
        StreamSide.interruptionCode, "websocket-utf8",
    ]

    /// Whether the client is known for certain; otherwise the mask may have decided it.
    private let knowsClient: Bool
    /// Whether all bytes from the beginning are captured; after a hole, an incomplete message is nobody's fault.
    private var isWhole: Bool
    /// The deviations reported so far for each end.
    private var said = (client: WebSocketFraming(), server: WebSocketFraming())
    /// Whether each end broke a frame: its later frames may be misread.
    private var broke = (client: false, server: false)

    /// - Parameter event: the first event of the session.
    init(_ event: borrowing Event) {
        var isSwitch = false
        if case .http(let exchange) = event.kind { isSwitch = exchange.isUpgrade }
        knowsClient = isSwitch || event.flow.sawHandshake
        isWhole = knowsClient
    }

    @inline(__always)
    mutating func observe(_ event: borrowing Event, _ log: inout FindingLog) {
        let isClient = event.sender == .client
        if case .frame = event.kind {} else { observe(unread: event, isClient, &log) }
        let usual: WebSocketFraming = isClient ? .masked : .unmasked
        let odd = event.framing.subtracting(usual).subtracting(isClient ? said.client : said.server)
        if !odd.isEmpty { judge(odd, event, isClient, &log) }
    }

    /// Observes a hole or bytes that could not be read.
    private mutating func observe(unread event: borrowing Event, _ isClient: Bool, _ log: inout FindingLog) {
        guard case .undecoded = event.kind else {
            if case .gap = event.kind { isWhole = false }
            return
        }
        guard isWhole, !(isClient ? broke.client : broke.server) else { return }
        if event.diagnostics.contains(code: StreamSide.extensionCode) {
            if isClient { broke.client = true } else { broke.server = true }
            return log.leaveOut(1, of: [Self.frame])
        }
        for index in event.diagnostics.indices where Self.brokenFrames.contains(event.diagnostics[index].code) {
            if isClient { broke.client = true } else { broke.server = true }
            return log.add(Self.frame, event, event.diagnostics[index].text)
        }
    }

    /// Judges the close frames of a connection that has ended.
    ///
    /// A close frame gives no event, so its finding names the latest event of the session, with that event's time.
    func end(_ connection: FlowEnd, after latest: (number: Int, time: Int64), _ log: inout FindingLog) {
        for (sender, close) in connection.closes {
            // After a hole, and after a broken frame, bytes that are no frame may look like one.
            guard let fault = close.fault, isWhole, !(sender == .client ? broke.client : broke.server) else { continue }
            log.add(
                Self.close,
                flow: connection.number,
                events: [latest.number],
                time: latest.time,
                "the \(sender == .client ? "client" : "server")'s close frame at the end of the session "
                    + Self.sentence(about: fault, of: close)
            )
        }
    }

    private static func sentence(about fault: WebSocketClose.Fault, of close: WebSocketClose) -> String {
        switch fault {
        case .halfCode: "has a body of one byte, half a code"
        case .code: "has the code \(close.code), which no end may send"
        case .reason: "has the code \(close.code) and a reason that is no UTF-8"
        }
    }

    /// Adds a finding for each rule of WebSocket that a frame breaks for the first time.
    ///
    /// - Parameter odd: the deviations that were not yet reported for this end.
    private mutating func judge(
        _ odd: WebSocketFraming,
        _ event: borrowing Event,
        _ isClient: Bool,
        _ log: inout FindingLog
    ) {
        let end = isClient ? "client" : "server"
        if isClient { said.client.formUnion(odd) } else { said.server.formUnion(odd) }
        if knowsClient, odd.contains(.unmasked) { log.add(Self.mask, event, "the \(end)'s frame has no mask") }
        if knowsClient, odd.contains(.masked) { log.add(Self.mask, event, "the \(end)'s frame is masked") }
        if odd.contains(.longLength) {
            log.add(Self.length, event, "the length of the \(end)'s frame takes more bytes than it needs")
        }
        if odd.contains(.afterClose) { log.add(Self.afterClose, event, "the \(end) had sent a close frame before") }
    }
}
