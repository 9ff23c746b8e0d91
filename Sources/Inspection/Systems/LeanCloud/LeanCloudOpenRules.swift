import LeanCloud
import Reporting
import WireFormat

/// Finds refused openings that are tried again, over all connections of a capture.
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

    /// The codes after which the same opening is refused again.
    static let codes: Set<Int64> = [4100, 4102, 4103, 4110]
    /// The code of a wrong signature, after which an opening with another signature may succeed.
    private static let wrongSignature: Int64 = 4102

    /// A client that opens a session, as fingerprints, so that no text of the wire is kept.
    private struct Client: Hashable {
        var app: UInt64
        var peer: UInt64
    }

    /// An answer to an opening: the code of a refusal, or `nil` for success.
    private struct Answer: Sendable {
        var client: Client
        var code: Int64?
        /// The fingerprint of the signature, if the code is about it.
        var proof: UInt64?
        var attempt: RefusalLoop.Attempt
    }

    /// An opening that waits for its answer.
    private struct Opening: Sendable {
        var i: Int32?
        var client: Client
        /// The fingerprint of the signature.
        var signature: UInt64
        /// The first packet of the command.
        var packet: Int
    }

    /// The most openings of one connection that wait; of more, the first are forgotten.
    private static let mostWaiting = 64

    private let limits: CheckLimits
    /// The openings that wait on each connection, by flow number: several clients may share a connection.
    private var openings: [Int: [Opening]] = [:]
    private var answers: OrderedNotes<Answer>
    /// The number of openings and clients beyond the limits, which are not judged.
    private var omitted = 0

    init(limits: CheckLimits) {
        self.limits = limits
        answers = OrderedNotes(limit: limits.openings)
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        guard case .frame = event.kind, !event.units.leanCloud.isBroken else { return }
        let header = event.units.leanCloud.layout.header
        let layout = event.units.leanCloud.layout
        let flow = event.flow.number
        if event.sender == .client {
            guard header.cmd == .session, header.op == LeanCloudOp(name: "open") else { return }
            if openings.count >= limits.tokens, openings[flow] == nil {
                omitted += openings.values.reduce(0) { $0 + $1.count }
                openings = [:]
            }
            let client = Client(
                app: (header.appId.map { layout.string($0, of: bytes) } ?? "").fingerprint,
                peer: (header.peerId.map { layout.string($0, of: bytes) } ?? "").fingerprint
            )
            if openings[flow, default: []].count >= Self.mostWaiting {
                omitted += 1
                openings[flow]?.removeFirst()
            }
            openings[flow, default: []].append(
                Opening(
                    i: header.i,
                    client: client,
                    signature: (event.units.leanCloud.text("s", bytes) ?? "").fingerprint,
                    packet: event.packets.first ?? 0
                )
            )
            return
        }
        guard header.cmd == .session || header.cmd == .error, let place = opening(header.i, of: flow) else { return }
        let code = layout.code(in: bytes).flatMap { Self.codes.contains($0) ? $0 : nil }
        let isAnswer = code != nil || header.op == LeanCloudOp(name: "opened")
        guard isAnswer || header.i != nil, let opening = openings[flow]?.remove(at: place) else { return }
        if openings[flow]?.isEmpty == true { openings[flow] = nil }
        guard isAnswer else { return }
        let attempt = RefusalLoop.Attempt(opening: opening.packet, refusal: event.packets.last ?? 0)
        let proof = code == Self.wrongSignature ? opening.signature : nil
        answers.add(Answer(client: opening.client, code: code, proof: proof, attempt: attempt), about: event)
    }

    /// Returns the index of the opening that has the `i` of an answer.
    ///
    /// An answer without `i` is about the connection; it belongs to a client only if a single opening waits.
    private func opening(_ i: Int32?, of flow: Int) -> Int? {
        guard let waiting = openings[flow] else { return nil }
        return i == nil && waiting.count == 1 ? 0 : waiting.firstIndex { $0.i == i }
    }

    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int) {
        guard let other = other as? LeanCloudOpenRules else { return }
        omitted += other.omitted
        answers.merge(other.answers, number: number)
    }

    mutating func finish(_ log: inout FindingLog) {
        var clients: [Client: RefusalLoop] = [:]
        let (notes, omittedAnswers) = answers.takeAll()
        omitted += omittedAnswers
        for answer in notes {
            let client = answer.content.client
            guard let code = answer.content.code else {
                clients[client] = nil
                continue
            }
            guard clients.count < limits.tokens || clients[client] != nil else {
                omitted += 1
                continue
            }
            let attempt = answer.content.attempt
            guard
                let events = clients[client, default: RefusalLoop()]
                    .add(answer.number, attempt, proof: answer.content.proof, at: answer.time, limits)
            else { continue }
            log.add(
                Self.openRetried,
                flow: answer.flow,
                events: events,
                time: answer.time,
                "the client was refused \(events.count) times (\(code))"
            )
        }
        log.leaveOut(omitted, of: Self.rules)
        omitted = 0
    }
}
