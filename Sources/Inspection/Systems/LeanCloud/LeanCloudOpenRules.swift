import LeanCloud
import Reporting
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
        var clients: [Client: RefusalLoop] = [:]
        for answer in answers.sorted(by: { $0.number < $1.number }) {
            guard let code = answer.code else {
                clients[answer.client] = nil
                continue
            }
            guard clients.count < limits.tokens || clients[answer.client] != nil,
                let events = clients[answer.client, default: RefusalLoop()].add(answer.number, at: answer.time, limits)
            else { continue }
            log.add(
                Self.openRetried,
                flow: answer.flow,
                events: events,
                time: answer.time,
                "the client was refused \(events.count) times (\(code))"
            )
        }
        answers = []
    }
}
