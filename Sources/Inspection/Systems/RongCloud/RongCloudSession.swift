import RongCloud
import WireFormat

/// The state of one RongCloud connection: the user, the SDK, and the requests that wait for an answer.
struct RongCloudSession: Sendable {
    /// The SDK's generation, from `sdkVer` of the upgrade URL.
    var generation: SDKGeneration?
    /// The generations that have all topics seen so far, for a URL without a version.
    var possibleGenerations = GenerationSet.all
    /// The session's id from CONNACK.
    var sessionId: String?
    /// The facts that a CONNECT with fields tells: app, platform and version.
    var connect = FlowFacts()
    /// The logged-in user from CONNACK, as UTF-8.
    var ownUser: [UInt8] = []
    /// Client PUBLISH → server PUBACK.
    var clientPublishes = PendingRequests<UInt16>()
    /// Server PUBLISH → client PUBACK.
    var serverPublishes = PendingRequests<UInt16>()
    /// Copies of messages from another device of the account → server PUBACK.
    var syncMessages = PendingRequests<UInt16>()
    /// QUERY → QUERYACK.
    var queries = PendingRequests<UInt16>()
    /// QUERYACK → QUERYCON.
    var answers = PendingRequests<UInt16>()
    /// PINGREQ → PINGRESP: the oldest is answered first, since neither has an id.
    var pings = HeadedQueue<PendingRequests<UInt16>.Request>()
    /// The nanoseconds after which a waiting heartbeat gives way: an answer then belongs to the next heartbeat that
    /// waits.
    var heartbeatPatience = Self.shortestPause
    /// The shortest pause between the heartbeats of any SDK.
    private static let shortestPause: Int64 = 15_000_000_000
    /// The most waiting heartbeats that are remembered.
    static let mostPings = 8
    /// TCP form: the obfuscation of the bodies.
    var obfuscation = ObfuscationState.unknown

    /// Narrows the possible generations to those of a topic that the client uses.
    mutating func note(_ generations: GenerationSet) {
        let left = possibleGenerations.intersection(generations)
        if !left.isEmpty { possibleGenerations = left }
    }

    /// Registers a QUERY that was not seen, so that its answer can be read.
    mutating func expect(answerTo topic: String, _ messageId: UInt16, _ topics: TopicTable) {
        guard let index = topics.index(of: Array(topic.utf8).span, kind: .query) else { return }
        let request = PendingRequests<UInt16>.Request(
            time: 0,
            packet: 0,
            slot: -1,
            topic: Int16(index),
            id: messageId
        )
        _ = queries.insert(request, limit: 8)
    }

    /// Remembers a CONNACK's user.
    mutating func logIn(_ userId: Span<UInt8>) {
        ownUser = Array(WireString.decode(userId).text.utf8)
    }

    /// Sets the patience from the heartbeat interval that a CONNECT announces, in seconds; 0 announces none.
    mutating func announce(heartbeats seconds: UInt16) {
        if seconds > 0 { heartbeatPatience = min(Self.shortestPause, Int64(seconds) * Nanoseconds.perSecond) }
    }

    /// Copies user and generation from another connection of the same user.
    mutating func adopt(_ other: RongCloudSession) {
        ownUser = other.ownUser
        generation = other.generation
        possibleGenerations = other.possibleGenerations
    }

    /// Forgets all pending requests without returning their slots.
    mutating func forgetRequests() {
        clientPublishes = PendingRequests()
        serverPublishes = PendingRequests()
        syncMessages = PendingRequests()
        queries = PendingRequests()
        answers = PendingRequests()
        pings = HeadedQueue()
    }

    /// Calls `body` with the slot of every pending request, at the end of the connection.
    func forEachSlot(_ body: (Int32) -> Void) {
        for table in [clientPublishes, serverPublishes, syncMessages, queries, answers] { table.forEachSlot(body) }
        for ping in pings.waiting { body(ping.slot) }
    }
}

extension SystemSession {
    /// Returns the state for a long-polling session that begins on this connection; the pending requests and their
    /// slots move to that state.
    mutating func handOver() -> SystemSession {
        let other = copy()
        rongCloud.forgetRequests()
        return other
    }

    /// The RongCloud session, which is created on first use.
    var rongCloud: RongCloudSession {
        mutating _read {
            yield rongCloudBox().state
        }
        _modify {
            yield &rongCloudBox().state
        }
    }

    private mutating func rongCloudBox() -> SessionBox<RongCloudSession> {
        if case .rongCloud(let box) = self { return box }
        let box = SessionBox(RongCloudDecoder.session(begunBy: nil))
        self = .rongCloud(box)
        return box
    }
}
