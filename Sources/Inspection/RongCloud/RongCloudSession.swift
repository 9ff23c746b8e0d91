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
    /// The logged-in user from CONNACK, as UTF-8.
    var ownUser: [UInt8] = []
    /// Client PUBLISH → server PUBACK.
    var clientPublishes = PendingRequests()
    /// Server PUBLISH → client PUBACK.
    var serverPublishes = PendingRequests()
    /// Copies of what another device of the account sent → server PUBACK.
    var syncMessages = PendingRequests()
    /// QUERY → QUERYACK.
    var queries = PendingRequests()
    /// QUERYACK → QUERYCON.
    var answers = PendingRequests()
    /// PINGREQ → PINGRESP.
    var ping: PendingRequests.Request?

    /// Draws a conclusion from a topic that the client uses.
    mutating func note(_ generations: GenerationSet) {
        let left = possibleGenerations.intersection(generations)
        if !left.isEmpty { possibleGenerations = left }
    }

    /// Lets an answer be read as if its QUERY had been seen.
    mutating func expect(answerTo topic: String, _ messageId: UInt16, _ topics: TopicTable) {
        guard let index = topics.index(of: Array(topic.utf8).span, kind: .query) else { return }
        let request = PendingRequests.Request(
            time: 0,
            slot: -1,
            topic: Int16(index),
            messageId: messageId
        )
        _ = queries.insert(request, limit: 8)
    }

    /// Remembers a CONNACK's user.
    mutating func logIn(_ userId: Span<UInt8>) {
        ownUser = Array(WireString.decode(userId).text.utf8)
    }

    /// Calls `body` with the slot of everything that waits: at the end of the connection.
    func forEachSlot(_ body: (Int32) -> Void) {
        for table in [clientPublishes, serverPublishes, syncMessages, queries, answers] { table.forEachSlot(body) }
        if let ping { body(ping.slot) }
    }
}

/// Numbers for events whose answers will name them: handed out and taken back in the order of one worker's events.
struct SlotPool: Sendable {
    private var free: [Int32] = []
    private var count: Int32 = 0

    /// How many numbers are in use.
    var used: Int { Int(count) - free.count }

    /// A number that nobody uses.
    mutating func take() -> Int32 {
        if let slot = free.popLast() { return slot }
        count += 1
        return count - 1
    }

    /// Gives a number back; `-1` is none.
    mutating func giveBack(_ slot: Int32) {
        if slot >= 0 { free.append(slot) }
    }
}
