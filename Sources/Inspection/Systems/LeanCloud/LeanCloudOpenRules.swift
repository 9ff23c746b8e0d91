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

    /// An answer to an opening: the code of a refusal, or `nil` for success.
    private struct Answer: Sendable {
        var client: Client
        var code: Int64?
        var number: Int
        var time: Int64
        var flow: Int
    }

    private struct Refusals: Sendable {
        var seen: [(number: Int, time: Int64)] = []
        var isSaid = false
    }

    private let limits: CheckLimits
    /// Whom a connection wants to open, by the connection's number.
    private var opening: [Int: Client] = [:]
    private var answers: [Answer] = []

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
        let code = event.units.leanCloud.integer("code", bytes).flatMap { Self.codes.contains($0) ? $0 : nil }
        guard code != nil || header.op == LeanCloudOp(name: "opened"), answers.count < limits.openings else { return }
        if code != nil { opening[event.flow.number] = nil }
        answers.append(
            Answer(client: client, code: code, number: event.number, time: event.time, flow: event.flow.number)
        )
    }

    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int) {
        guard let other = other as? LeanCloudOpenRules else { return }
        for var answer in other.answers {
            answer.number = number(answer.number)
            answers.append(answer)
        }
    }

    mutating func finish(_ log: inout FindingLog) {
        var clients: [Client: Refusals] = [:]
        for answer in answers.sorted(by: { $0.number < $1.number }) {
            guard let code = answer.code else {
                clients[answer.client] = nil
                continue
            }
            guard clients.count < limits.tokens || clients[answer.client] != nil else { continue }
            var refused = clients[answer.client] ?? Refusals()
            refused.seen.removeAll { answer.time.subtractingSaturated($0.time) > CheckTimes.retry }
            if refused.seen.count < limits.evidence { refused.seen.append((answer.number, answer.time)) }
            if refused.seen.count >= Self.refusals, !refused.isSaid {
                refused.isSaid = true
                log.add(
                    Self.openRetried,
                    flow: answer.flow,
                    events: [answer.number] + refused.seen.dropLast().map(\.number),
                    time: answer.time,
                    "the client was refused \(refused.seen.count) times (\(code))"
                )
            }
            clients[answer.client] = refused
        }
        answers = []
    }
}
