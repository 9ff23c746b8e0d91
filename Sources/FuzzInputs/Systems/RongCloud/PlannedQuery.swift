/// A query with a payload, and what is to be said of it where nobody knows the client's SDK (reference, topics).
struct PlannedQuery: Sendable {
    private let topic: String
    /// The generations of SDKs that have the topic.
    let generations: ClosedRange<Int>
    private let payload: [UInt8]
    /// What the payload is, and whether that had to be chosen among several.
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

    /// Fields of numbers up to 15, with small numbers.
    private static func numbers(_ fields: Int...) -> [UInt8] { fields.flatMap { [UInt8($0 << 3), 1] } }

    static let all: [PlannedQuery] = [
        PlannedQuery("pullMsg", 1...5, numbers(1, 2), "SyncRequestMsg", isChosen: false),
        PlannedQuery("qrySessions", 3...5, numbers(1, 2), "RelationQryInput", isChosen: false),
        PlannedQuery("qryRelationR", 4...5, numbers(1), "RelationQryInput", isChosen: false),
        PlannedQuery("qryUgMsg", 5...5, numbers(2, 3), "HistoryMsgInput", isChosen: false),
        PlannedQuery("qryCHMsg", 2...5, numbers(2), "HistoryMsgInput", isChosen: false),
        // Three messages: each has the first field, the second one is a message, a number and a text.
        PlannedQuery("delRelation", 1...5, numbers(1, 3), "RelationsInput", isChosen: true),
        PlannedQuery("delRelation", 1...5, numbers(1, 2), "RelationQryInput", isChosen: true),
        PlannedQuery("delRelation", 1...5, numbers(1) + [18, 3, 0x6C, 0x69, 0x6E], "RelationInfo", isChosen: true),
        // Two that have the first three fields; the later one has another one, and needs none of them.
        PlannedQuery("qryDMsg", 1...2, [10, 1, 0x61] + numbers(2, 3, 4), "HistoryMsgInput", isChosen: true),
        PlannedQuery("qryPMsg", 1...5, [10, 1, 0x61] + numbers(2, 3), "HistoryMsgInput", isChosen: true),
    ]
}
