import LeanCloud
import WireFormat

/// Refused openings that are tried again, over all connections of a capture.
struct LeanCloudOpenRules: CaptureRules {
    static let openRetried = FindingRule(
        id: "leancloud-open-retried",
        severity: .error,
        title: "A client opens again and again with what was refused.",
        basis:
            "4100, 4102, 4103 and 4110 refuse the app, the signature, the client or the origin: the same again cannot "
            + "succeed."
    )
    static let rules = [openRetried]

    /// Refusals of one client that make a loop.
    static let refusals = 3
    /// The codes after which the same is refused again.
    static let codes: Set<Int64> = [4100, 4102, 4103, 4110]

    private struct Client: Hashable {
        var app: String
        var peer: String
    }

    private struct Refusals: Sendable {
        var seen: [(number: Int, time: Int64)] = []
        var isSaid = false
    }

    private let limits: CheckLimits
    private var clients: [Client: Refusals] = [:]
    /// Whom a connection wants to open, by the connection's number.
    private var opening: [Int: Client] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        guard case .frame = event.kind, !event.units.leanCloud.isBroken else { return }
        let header = event.units.leanCloud.layout.header
        if event.sender == .client {
            guard header.cmd == .session, header.op == LeanCloudOp(name: "open") else { return }
            let layout = event.units.leanCloud.layout
            if opening.count >= limits.tokens { opening = [:] }
            opening[event.flow.number] = Client(
                app: header.appId.map { layout.string($0, of: bytes) } ?? "",
                peer: header.peerId.map { layout.string($0, of: bytes) } ?? ""
            )
            return
        }
        guard let client = opening[event.flow.number], header.cmd == .session || header.cmd == .error else { return }
        guard let code = event.units.leanCloud.integer("code", bytes), Self.codes.contains(code) else {
            if header.op == LeanCloudOp(name: "opened") { clients[client] = nil }
            return
        }
        opening[event.flow.number] = nil
        guard clients.count < limits.tokens || clients[client] != nil else { return }
        var refused = clients[client] ?? Refusals()
        refused.seen.removeAll { event.time.subtractingSaturated($0.time) > CheckTimes.retry }
        if refused.seen.count < limits.evidence { refused.seen.append((event.number, event.time)) }
        if refused.seen.count >= Self.refusals, !refused.isSaid {
            refused.isSaid = true
            log.add(
                Self.openRetried,
                flow: event.flow.number,
                events: [event.number] + refused.seen.dropLast().map(\.number),
                time: event.time,
                "the client was refused \(refused.seen.count) times (\(code))"
            )
        }
        clients[client] = refused
    }

    mutating func finish(_ log: inout FindingLog) {}
}
