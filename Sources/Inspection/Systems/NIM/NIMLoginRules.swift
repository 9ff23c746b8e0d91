import NIM
import Reporting
import WireFormat
import WireJSON

/// Finds logins that are repeated although they cannot or must not succeed, over all connections of a capture.
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

    /// The codes after which the same login is refused again.
    static let codes: Set<Int64> = [201, 302, 403, 422]
    /// The code of a wrong account or token, after which a login with another token may succeed.
    static let wrongToken: Int64 = 302

    /// The reason of a kick after which the Web SDK connects again by itself: its `silentlyKick`.
    ///
    /// Source: NIM_Web_SDK_v8.5.0.js, `onKicked` (read).
    static let silentKick: Int64 = 4

    /// A login's identity as fingerprints, so that no text of the wire is kept.
    private struct Client: Hashable {
        var app: UInt64
        var account: UInt64
        /// A chat room has a login of its own.
        var room: UInt64
        /// An account may be logged in on several devices, and a kick ends the session of one.
        var device: UInt64

        /// - Parameter login: the member `login` of the request.
        init(_ login: JSONValue) {
            func fingerprint(_ name: String) -> UInt64 { (login[name]?.string ?? "").fingerprint }
            app = fingerprint("appKey")
            account = fingerprint("account")
            room = fingerprint("chatroomId")
            device = fingerprint("deviceId")
        }

        /// The account, whatever its device.
        var onAnyDevice: Client {
            var client = self
            client.device = 0
            return client
        }
    }

    /// An event in the life of a client.
    private struct Step: Sendable {
        enum Kind: Sendable {
            /// A login, by the SDK itself or at the user's wish.
            case login(byItself: Bool)
            /// A refused login; `proof` is the fingerprint of its token if the code is about the token.
            case refused(code: Int64, RefusalLoop.Attempt, proof: UInt64?)
            case accepted
            case kicked
        }

        var kind: Kind
        var client: Client
    }

    private enum Connection: Hashable {
        case flow(Int)
        /// A session over HTTP, by the fingerprint of the session's id.
        case polling(UInt64)
    }

    private let limits: CheckLimits
    /// A login on a connection.
    private struct Login: Sendable {
        var client: Client
        /// The fingerprint of the token.
        var token: UInt64
        /// The first packet of the login.
        var packet: Int
    }

    /// The latest login on each connection.
    private var logins: [Connection: Login] = [:]
    /// The number of logins that were forgotten because there were too many.
    private var forgottenLogins = 0
    private var steps: OrderedNotes<Step>
    /// The refusals in a row of each account, whatever its device.
    private var refusals: [Client: RefusalLoop] = [:]
    /// The kick of each client that has not logged in since.
    private var kicks: [Client: (number: Int, time: Int64)] = [:]
    /// The number of logins and clients beyond the limits, which are not judged.
    private var omitted = 0

    init(limits: CheckLimits) {
        self.limits = limits
        steps = OrderedNotes(limit: limits.openings)
    }

    /// Returns the fingerprint of a login's token, of which the event has only the beginning.
    private static func token(of packet: NIMPacket, in scope: NIMScope?) -> UInt64 {
        let body = packet.isLarge() ? packet.shortBody(in: scope) : packet.body(in: scope)
        // A chat room takes the login of its account besides its own.
        let token = body?["login"]?["token"] ?? body?["imLogin"]?["token"]
        return (token?.string ?? "").fingerprint
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        guard case .frame = event.kind, let packet = event.units.nim.packet else { return }
        let connection = event.pollingSession.map { Connection.polling($0.fingerprint) } ?? .flow(event.flow.number)
        let command = packet.command(in: event.units.nim.scope)
        // A chat room has no login by the SDK itself, and its kick is another one.
        let isAccount = command?.service == "auth"
        switch (packet.direction, command?.name) {
        case (.request, "login"):
            guard let login = event.units.nim.body?["login"] else { return }
            let client = Client(login)
            let token = Self.token(of: packet, in: event.units.nim.scope)
            note(Login(client: client, token: token, packet: event.packets.first ?? 0), on: connection)
            guard isAccount else { return }
            let byItself = login["appLogin"]?.int64 == 0 || login["appLogin"]?.string == "0"
            steps.add(Step(kind: .login(byItself: byItself), client: client), about: event)
        case (.response, "login"):
            guard let code = packet.code, code == 200 || Self.codes.contains(code),
                let login = login(on: connection)
            else { return }
            let attempt = RefusalLoop.Attempt(opening: login.packet, refusal: event.packets.last ?? 0)
            let proof = code == Self.wrongToken ? login.token : nil
            let kind: Step.Kind = code == 200 ? .accepted : .refused(code: code, attempt, proof: proof)
            steps.add(Step(kind: kind, client: login.client), about: event)
        case (.response, "kicked") where isAccount:
            let reason = event.units.nim.body?["reason"]
            guard reason?.int64 ?? reason?.string.flatMap({ Int64($0) }) != Self.silentKick else { return }
            guard let login = login(on: connection) else { return }
            steps.add(Step(kind: .kicked, client: login.client), about: event)
        default: break
        }
    }

    /// Notes a login on a connection; beyond the limit, all earlier logins are forgotten.
    private mutating func note(_ login: Login, on connection: Connection) {
        if logins.count >= limits.tokens, logins[connection] == nil {
            forgottenLogins += logins.count
            logins = [:]
        }
        logins[connection] = login
    }

    /// Returns the latest login on a connection; counts one that was forgotten.
    private mutating func login(on connection: Connection) -> Login? {
        let login = logins[connection]
        if login == nil, forgottenLogins > 0 {
            forgottenLogins -= 1
            omitted += 1
        }
        return login
    }

    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int) {
        guard let other = other as? NIMLoginRules else { return }
        omitted += other.omitted
        steps.merge(other.steps, number: number)
    }

    mutating func finish(_ log: inout FindingLog) {
        let (notes, omittedSteps) = steps.takeAll()
        omitted += omittedSteps
        for step in notes {
            let client = step.content.client
            switch step.content.kind {
            case .accepted: refusals[client.onAnyDevice] = nil
            case .kicked: kick(client, step)
            case .login(let byItself): judgeLogin(of: client, step, byItself: byItself, &log)
            case .refused(let code, let attempt, let proof):
                refuse(client.onAnyDevice, step, code, attempt, proof: proof, &log)
            }
        }
        log.leaveOut(omitted, of: Self.rules)
        (refusals, kicks, omitted) = ([:], [:], 0)
    }

    /// Notes that the server ended a client's session.
    private mutating func kick(_ client: Client, _ step: OrderedNotes<Step>.Note) {
        guard kicks.count < limits.tokens || kicks[client] != nil else {
            omitted += 1
            return
        }
        kicks[client] = (step.number, step.time)
    }

    /// Judges a login, which must not be the first one after a kick if nobody asked for it.
    private mutating func judgeLogin(
        of client: Client,
        _ step: OrderedNotes<Step>.Note,
        byItself: Bool,
        _ log: inout FindingLog
    ) {
        guard let kick = kicks.removeValue(forKey: client), byItself,
            step.time.subtractingSaturated(kick.time) <= CheckTimes.retry
        else { return }
        log.add(
            Self.loginAfterKick,
            flow: step.flow,
            events: [step.number, kick.number],
            time: step.time,
            "the account logs in with appLogin 0 after it was kicked"
        )
    }

    /// Counts a refused login, and judges whether the same was refused too often.
    private mutating func refuse(
        _ client: Client,
        _ step: OrderedNotes<Step>.Note,
        _ code: Int64,
        _ attempt: RefusalLoop.Attempt,
        proof: UInt64?,
        _ log: inout FindingLog
    ) {
        guard refusals.count < limits.tokens || refusals[client] != nil else {
            omitted += 1
            return
        }
        guard
            let events = refusals[client, default: RefusalLoop()]
                .add(step.number, attempt, proof: proof, at: step.time, limits)
        else { return }
        log.add(
            Self.loginRetried,
            flow: step.flow,
            events: events,
            time: step.time,
            "the login was refused \(events.count) times (\(code))"
        )
    }
}
