import RongCloud
import WireFormat

/// What is remembered of one RongCloud connection: who speaks, with which SDK, and what waits for an answer.
struct RongCloudSession: Sendable {
    /// The SDK's generation, from `sdkVer` of the upgrade URL.
    var generation: SDKGeneration?
    /// Without a version in the URL: the generations that have all topics seen so far.
    var possibleGenerations = GenerationSet.all
    /// The session's id from CONNACK.
    var sessionId: String?
    /// What a CONNECT with fields tells: app, platform and version.
    var connect = FlowFacts()
    /// The logged-in user from CONNACK, as UTF-8.
    var ownUser: [UInt8] = []
    /// Client PUBLISH → server PUBACK.
    var clientPublishes = PendingRequests<UInt16>()
    /// Server PUBLISH → client PUBACK.
    var serverPublishes = PendingRequests<UInt16>()
    /// Copies of what another device of the account sent → server PUBACK.
    var syncMessages = PendingRequests<UInt16>()
    /// QUERY → QUERYACK.
    var queries = PendingRequests<UInt16>()
    /// QUERYACK → QUERYCON.
    var answers = PendingRequests<UInt16>()
    /// PINGREQ → PINGRESP: the oldest is answered first, since neither has an id.
    var pings = HeadedQueue<PendingRequests<UInt16>.Request>()
    /// A heartbeat that has waited for so many nanoseconds is not the one that is answered, where a later one waits.
    var heartbeatPatience = Self.shortestPause
    /// The shortest pause between the heartbeats of any SDK.
    private static let shortestPause: Int64 = 15_000_000_000
    /// Heartbeats that wait at the same time and are remembered.
    static let mostPings = 8
    /// TCP form: how the bodies are read.
    var obfuscation = ObfuscationState()

    /// Draws a conclusion from a topic that the client uses.
    mutating func note(_ generations: GenerationSet) {
        let left = possibleGenerations.intersection(generations)
        if !left.isEmpty { possibleGenerations = left }
    }

    /// Lets an answer be read as if its QUERY had been seen.
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

    /// Takes the interval in that a CONNECT announces, in seconds; 0 is none.
    mutating func announce(heartbeats seconds: UInt16) {
        if seconds > 0 { heartbeatPatience = min(Self.shortestPause, Int64(seconds) * 1_000_000_000) }
    }

    /// Takes what another connection of the same user told.
    mutating func adopt(_ other: RongCloudSession) {
        ownUser = other.ownUser
        generation = other.generation
        possibleGenerations = other.possibleGenerations
    }

    /// Calls `body` with the slot of everything that waits: at the end of the connection.
    func forEachSlot(_ body: (Int32) -> Void) {
        for table in [clientPublishes, serverPublishes, syncMessages, queries, answers] { table.forEachSlot(body) }
        for ping in pings.waiting { body(ping.slot) }
    }
}

extension SystemSession {
    /// RongCloud's; it begins with the first use.
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
