/// Responses whose requests were not seen; the requests may come out of the capture later.
struct NIMOrphans: Sendable {
    struct Orphan: Sendable {
        var serial: Int64
        var command: NIMCheck.Command
        var number: Int
        var flow: Int
        var time: Int64
        var name: String
        /// Whether the response is reported if no request follows.
        var isJudged: Bool
    }

    /// The most responses that are kept; further ones are not judged.
    private let limit: Int
    private var orphans: [Orphan] = []

    init(limit: Int) { self.limit = limit }

    mutating func append(_ orphan: Orphan) {
        if orphans.count < limit { orphans.append(orphan) }
    }

    /// Removes and returns the response to a request that came out of the capture after it; earlier than a time, it is
    /// no response to this request.
    mutating func take(_ serial: Int64, from time: Int64) -> Orphan? {
        orphans.firstIndex { $0.serial == serial && $0.time >= time }.map { orphans.remove(at: $0) }
    }

    mutating func removeAll() { orphans = [] }

    /// Judges the responses that have waited for their requests since before a time.
    ///
    /// - Parameter start: the time of the client's first packet; the capture may lack earlier requests.
    mutating func judge(from start: Int64, before time: Int64, _ log: inout FindingLog) {
        guard let first = orphans.first, first.time < time else { return }
        for orphan in orphans where orphan.isJudged && orphan.time < time && orphan.time >= start {
            let text = "\(orphan.name) with the serial \(orphan.serial) answers no request that waits"
            log.add(
                NIMCheck.answerWithoutRequest,
                flow: orphan.flow,
                events: [orphan.number],
                time: orphan.time,
                text
            )
        }
        orphans.removeAll { $0.time < time }
    }
}
