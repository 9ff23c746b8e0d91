import Transport
import WireFormat

/// A system's claim that a connection or an HTTP exchange is its own.
struct Claim: Sendable {
    /// The certainty of a claim; the surest claim counts, and of equal claims the first system's.
    enum Certainty: Int, Comparable, Sendable {
        /// Other systems look like this, too: later units must prove the claim.
        case possible
        /// No other system is known to do this.
        case sure

        static func < (one: Certainty, other: Certainty) -> Bool { one.rawValue < other.rawValue }
    }

    /// The purpose of an HTTP exchange.
    enum Purpose: Sendable {
        /// A question and an answer; `showsReply` tells whether the answer's JSON is shown.
        case exchange(showsReply: Bool)
        /// The switch to WebSocket.
        case upgrade
        /// Units in requests and answers.
        case polling
    }

    /// The system that makes the claim.
    var system: MessagingSystem
    var certainty: Certainty
    var purpose: Purpose
    /// The reason, in words that follow the system's name; made only when needed.
    var reason: @Sendable () -> String

    /// Whether this is an exchange of units.
    var isPolling: Bool {
        if case .polling = purpose { true } else { false }
    }

    /// Whether this is the switch to WebSocket.
    var isUpgrade: Bool {
        if case .upgrade = purpose { true } else { false }
    }
}

/// The claims of all systems on one request.
struct Claims: Sendable {
    /// The claim that needs no proof; of several, the first system's.
    private(set) var sure: Claim?
    /// The claims that later units must prove.
    private(set) var possible: [Claim] = []

    mutating func add(_ claim: Claim) {
        switch claim.certainty {
        case .possible: possible.append(claim)
        case .sure: if sure == nil { sure = claim }
        }
    }
}

/// The parts of a request that systems base their claims on.
struct RequestHead: Sendable {
    /// The path and the parameters.
    var target: HTTPTarget
    /// Whether the request asks for the switch to WebSocket.
    var isUpgrade: Bool
    /// The WebSocket sub-protocol: the one that the server chose, otherwise the first one that the client offers.
    var subprotocol: String?
}

/// A verdict whether the bytes of a stream are a system's, from the bytes that have arrived.
package enum StreamVerdict: Sendable {
    /// The bytes are the system's.
    case yes
    /// The bytes may be the system's; more are needed.
    case unclear
    /// The bytes are not the system's.
    case no
}

/// The degree to which a message looks like a system's.
enum Plausibility: Int, Comparable, Sendable {
    /// The message makes no sense.
    case none
    /// The message makes sense, but a few random bytes may do so, too.
    case likely
    /// The message has a part that only this system has.
    case proof

    static func < (one: Plausibility, other: Plausibility) -> Bool { one.rawValue < other.rawValue }
}

/// The facts about a connection that its URL and its first messages tell.
struct FlowFacts: Sendable {
    /// The app.
    var appKey: String?
    var sdkVersion: String?
    /// The platform of the SDK, such as `iOS`.
    var platform: String?
    /// The possible generations of the SDK, for systems that have generations.
    var generations: [Int] = []
    var user: String?
    var sessionId: String?
    /// The way in which the session ended, if its last units tell.
    var ending: String?

    /// The SDK's version, or the generations that are possible: `2.5.10`, `v4`, `v2–v5`.
    var sdk: String? {
        if let sdkVersion { return platform.map { "\($0) \(sdkVersion)" } ?? sdkVersion }
        guard let first = generations.first, let last = generations.last else { return nil }
        return first == last ? "v\(first)" : "v\(first)–v\(last)"
    }

    /// The user, the app and the SDK in words, as far as known.
    var words: String {
        // The text of one parameter may contain another parameter.
        [user, appKey.map { "app \(Secrets.masked($0))" }, sdk.map { "SDK \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The facts with tokens shortened: the text of one parameter may contain another parameter.
    var masked: FlowFacts {
        var facts = self
        facts.appKey = appKey.map(Secrets.masked)
        facts.sdkVersion = sdkVersion.map(Secrets.masked)
        facts.platform = platform.map(Secrets.masked)
        facts.user = user.map(Secrets.masked)
        facts.sessionId = sessionId.map(Secrets.masked)
        return facts
    }

    /// Replaces facts by those that `other` knows.
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
