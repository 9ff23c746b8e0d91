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
