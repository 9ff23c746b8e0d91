import Transport
import WireFormat

/// What a system says of a connection or an exchange that may be its own.
struct Claim: Sendable {
    /// How sure it is; the surest claim counts, of equal ones the first system's.
    enum Certainty: Int, Comparable, Sendable {
        /// Others look like this too: what follows must prove it.
        case possible
        /// Nobody else is known to do this.
        case sure

        static func < (one: Certainty, other: Certainty) -> Bool { one.rawValue < other.rawValue }
    }

    /// What an HTTP exchange is for.
    enum Purpose: Sendable {
        /// A question and an answer; the answer's JSON is shown where it says something.
        case exchange(showsReply: Bool)
        /// The way to WebSocket.
        case upgrade
        /// Units in requests and answers.
        case polling
    }

    /// Whose it is.
    var system: MessagingSystem
    /// How sure that is.
    var certainty: Certainty
    /// What an HTTP exchange is for.
    var purpose: Purpose
    /// Why, in words that follow the system's name; made when somebody asks.
    var reason: @Sendable () -> String

    /// Whether this is an exchange of units.
    var isPolling: Bool {
        if case .polling = purpose { true } else { false }
    }

    /// Whether this is the way to WebSocket.
    var isUpgrade: Bool {
        if case .upgrade = purpose { true } else { false }
    }
}

/// What all systems say of one request.
struct Claims: Sendable {
    /// The one that needs no proof; of several, the first system's.
    private(set) var sure: Claim?
    /// Those that what follows must prove.
    private(set) var possible: [Claim] = []

    /// Adds what a system says.
    mutating func add(_ claim: Claim) {
        switch claim.certainty {
        case .possible: possible.append(claim)
        case .sure: if sure == nil { sure = claim }
        }
    }
}

/// What a request says to those who may claim it.
struct RequestHead: Sendable {
    /// The path and the parameters.
    var target: HTTPTarget
    /// Whether it asks for the switch to WebSocket.
    var isUpgrade: Bool
    /// The sub-protocol of WebSocket: the one that the server chose, else the first that the client offers.
    var subprotocol: String?
}

/// Whether bytes of a stream are a system's, as far as they came.
package enum StreamVerdict: Sendable {
    /// They are.
    case yes
    /// So far they may be.
    case unclear
    /// They are not.
    case no
}

/// How much a message says for itself.
enum Plausibility: Int, Comparable, Sendable {
    /// It makes no sense.
    case none
    /// It makes sense, as a few random bytes may.
    case likely
    /// It has something that only this system has.
    case proof

    static func < (one: Plausibility, other: Plausibility) -> Bool { one.rawValue < other.rawValue }
}

/// What a connection's first messages and its URL tell about who is on it.
struct FlowFacts: Sendable {
    /// The app.
    var appKey: String?
    /// The SDK's version.
    var sdkVersion: String?
    /// What the SDK runs on, such as `iOS`.
    var platform: String?
    /// The SDK's generations that are possible, of systems that have them.
    var generations: [Int] = []
    /// The logged-in user.
    var user: String?
    /// The session's id.
    var sessionId: String?
    /// How the session ended, where its last units say.
    var ending: String?

    /// The SDK's version, or the generations that are possible: `2.5.10`, `v4`, `v2–v5`.
    var sdk: String? {
        if let sdkVersion { return platform.map { "\($0) \(sdkVersion)" } ?? sdkVersion }
        guard let first = generations.first, let last = generations.last else { return nil }
        return first == last ? "v\(first)" : "v\(first)–v\(last)"
    }

    /// Who, with which app and SDK, as far as that is known.
    var words: String {
        // A parameter's text may hold another one's.
        [user, appKey.map { "app \(Secrets.masked($0))" }, sdk.map { "SDK \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The same with tokens shortened: a parameter's text may hold another one's.
    var masked: FlowFacts {
        var facts = self
        facts.appKey = appKey.map(Secrets.masked)
        facts.sdkVersion = sdkVersion.map(Secrets.masked)
        facts.platform = platform.map(Secrets.masked)
        facts.user = user.map(Secrets.masked)
        facts.sessionId = sessionId.map(Secrets.masked)
        return facts
    }

    /// Takes what the other one knows.
    mutating func merge(_ other: FlowFacts) {
        appKey = other.appKey ?? appKey
        sdkVersion = other.sdkVersion ?? sdkVersion
        platform = other.platform ?? platform
        if !other.generations.isEmpty { generations = other.generations }
        user = other.user ?? user
        sessionId = other.sessionId ?? sessionId
        ending = other.ending ?? ending
    }
}
