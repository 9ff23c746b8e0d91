import NIM
import WireFormat
import WireJSON

/// Logins that are tried again although they cannot or must not succeed, over all connections of a capture.
struct NIMLoginRules: CaptureRules {
    static let loginRetried = FindingRule(
        id: "nim-login-retried",
        severity: .error,
        title: "A client logs in again and again with what was refused.",
        basis: "201, 302, 403 and 422 refuse the client, the account or its token: the same again cannot succeed."
    )
    static let loginAfterKick = FindingRule(
        id: "nim-login-after-kick",
        severity: .warning,
        title: "A client that was kicked logs in again by itself.",
        basis:
            "2_5 says that the account's session was ended on purpose; appLogin 0 says that the SDK logs in by itself."
    )
    static let rules = [loginRetried, loginAfterKick]

    /// Refusals of one account that make a loop.
    static let refusals = 3
    /// The codes after which the same is refused again.
    static let codes: Set<Int64> = [201, 302, 403, 422]

    private struct Client: Hashable {
        var app: String
        var account: String
        /// A chat room has a login of its own.
        var room: String
    }

    private struct Refusals: Sendable {
        var seen: [(number: Int, time: Int64)] = []
        var isSaid = false
    }

    private enum Connection: Hashable {
        case flow(Int)
        case polling(String)
    }

    private let limits: CheckLimits
    private var clients: [Client: Refusals] = [:]
    private var kicked: [Client: (number: Int, time: Int64)] = [:]
    /// Who logs in on a connection.
    private var logins: [Connection: Client] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        guard case .frame = event.kind, let packet = event.units.nim.packet else { return }
        let connection = event.pollingSession.map(Connection.polling) ?? .flow(event.flow.number)
        switch (packet.direction, packet.sid, packet.cid) {
        case (.request, 2, 3), (.request, 13, 2): observeLogin(packet, connection, event, &log)
        case (.response, 2, 3), (.response, 13, 2):
            if let client = logins[connection] { observeAnswer(packet, client, event, &log) }
        case (.response, 2, 5):
            guard let client = logins[connection], kicked.count < limits.tokens || kicked[client] != nil else { return }
            kicked[client] = (event.number, event.time)
        default: break
        }
    }

    private mutating func observeLogin(
        _ packet: NIMPacket,
        _ connection: Connection,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        guard let login = event.units.nim.body?["login"] else { return }
        let client = Client(
            app: login["appKey"]?.string ?? "",
            account: login["account"]?.string ?? "",
            room: login["chatroomId"]?.string ?? ""
        )
        if logins.count >= limits.tokens { logins = [:] }
        logins[connection] = client
        guard packet.sid == 2, let kick = kicked.removeValue(forKey: client),
            login["appLogin"]?.int64 == 0 || login["appLogin"]?.string == "0",
            event.time.subtractingSaturated(kick.time) <= CheckTimes.retry
        else { return }
        log.add(
            Self.loginAfterKick,
            flow: event.flow.number,
            events: [event.number, kick.number],
            time: event.time,
            "the account logs in with appLogin 0 after it was kicked in event \(kick.number)"
        )
    }

    private mutating func observeAnswer(
        _ packet: NIMPacket,
        _ client: Client,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        guard let code = packet.code, Self.codes.contains(code) else {
            if packet.code == 200 { clients[client] = nil }
            return
        }
        guard clients.count < limits.tokens || clients[client] != nil else { return }
        var refused = clients[client] ?? Refusals()
        refused.seen.removeAll { event.time.subtractingSaturated($0.time) > CheckTimes.retry }
        if refused.seen.count < limits.evidence { refused.seen.append((event.number, event.time)) }
        if refused.seen.count >= Self.refusals, !refused.isSaid {
            refused.isSaid = true
            log.add(
                Self.loginRetried,
                flow: event.flow.number,
                events: [event.number] + refused.seen.dropLast().map(\.number),
                time: event.time,
                "the login was refused \(refused.seen.count) times (\(code))"
            )
        }
        clients[client] = refused
    }

    mutating func finish(_ log: inout FindingLog) {}
}
