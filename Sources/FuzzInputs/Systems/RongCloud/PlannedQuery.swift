/// A query with a payload, and its expected text if the client's SDK is unknown (reference, topics).
struct PlannedQuery: Sendable {
    private let topic: String
    /// The generations of SDKs that have the topic.
    let generations: ClosedRange<Int>
    private let payload: [UInt8]
    /// The expected text: the payload's message, and whether several messages fit.
    let remark: String

    private init(_ topic: String, _ generations: ClosedRange<Int>, _ payload: [UInt8], _ name: String, isChosen: Bool) {
        self.topic = topic
        self.generations = generations
        self.payload = payload
        remark = (isChosen ? " payload-chosen" : "") + " as \(name)"
    }

    /// Returns the QUERY as a frame.
    ///
    /// - Parameter number: the frame's number, below 16384.
    func bytes(number: Int) -> [UInt8] {
        [0x50] + SessionPlan.text(topic) + SessionPlan.text("lin") + [UInt8(number >> 7), UInt8(number & 127)] + payload
    }

    /// Returns the fields with these numbers, up to 15, each with a small value.
    private static func numbers(_ fields: Int...) -> [UInt8] { fields.flatMap { [UInt8($0 << 3), 1] } }

    static let all: [PlannedQuery] = [
        PlannedQuery("pullMsg", 1...5, numbers(1, 2), "SyncRequestMsg", isChosen: false),
        PlannedQuery("qrySessions", 3...5, numbers(1, 2), "RelationQryInput", isChosen: false),
        PlannedQuery("qryRelationR", 4...5, numbers(1), "RelationQryInput", isChosen: false),
        PlannedQuery("qryUgMsg", 5...5, numbers(2, 3), "HistoryMsgInput", isChosen: false),
        PlannedQuery("qryCHMsg", 2...5, numbers(2), "HistoryMsgInput", isChosen: false),
        // Three messages have the first field; in the second field one has a message, one a number and one a text.
        PlannedQuery("delRelation", 1...5, numbers(1, 3), "RelationsInput", isChosen: true),
        PlannedQuery("delRelation", 1...5, numbers(1, 2), "RelationQryInput", isChosen: true),
        PlannedQuery("delRelation", 1...5, numbers(1) + [18, 3, 0x6C, 0x69, 0x6E], "RelationInfo", isChosen: true),
        // Two messages have the first three fields; the later one has another field, and requires none of them.
        PlannedQuery("qryDMsg", 1...2, [10, 1, 0x61] + numbers(2, 3, 4), "HistoryMsgInput", isChosen: true),
        PlannedQuery("qryPMsg", 1...5, [10, 1, 0x61] + numbers(2, 3), "HistoryMsgInput", isChosen: true),
    ]
}
