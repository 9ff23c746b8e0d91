import Reporting
import WireFormat

/// The rules of WebSocket itself over one session, whatever system speaks through it.
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
    static let all = [mask, length, afterClose, frame]

    /// What the decoder says of frames that their writer has to answer for.
    private static let brokenFrames: Set<String> = [
        "websocket-unsupported", "websocket-value", "websocket-length", "websocket-continuation",
        "websocket-interrupted", "websocket-utf8",
    ]

    /// Whether it is known for sure which end is the client; else its mask may have told.
    private let knowsClient: Bool
    /// Whether all bytes from the beginning on are there; a part of a message that lacks another one is nobody's fault.
    private var isWhole: Bool
    /// What was said of each end.
    private var said = (client: WebSocketFraming(), server: WebSocketFraming())
    /// Which ends broke a frame: what follows may be read wrongly.
    private var broke = (client: false, server: false)

    /// - Parameter event: the session's first one.
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

    /// Takes a hole in, or what could not be read.
    private mutating func observe(unread event: borrowing Event, _ isClient: Bool, _ log: inout FindingLog) {
        guard case .undecoded = event.kind else {
            if case .gap = event.kind { isWhole = false }
            return
        }
        guard isWhole, !(isClient ? broke.client : broke.server) else { return }
        for index in event.diagnostics.indices where Self.brokenFrames.contains(event.diagnostics[index].code) {
            if isClient { broke.client = true } else { broke.server = true }
            return log.add(Self.frame, event, event.diagnostics[index].text)
        }
    }

    /// Adds a finding for each rule of WebSocket that a frame breaks for the first time.
    ///
    /// - Parameter odd: what is against the rules and was not said yet of this end.
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
