import Transport

/// How much the connections of one worker hold of frames and messages that are not whole yet.
///
/// The workers share the limit, but each may hold two of the longest messages: a single connection can always come to its
/// message's end. So what is given up depends on the number of workers, and on nothing else.
struct UnfinishedBudget: Sendable {
    private let limit: Int
    /// Memory that is held now, in bytes.
    private(set) var held = 0

    init(_ limits: Limits, workers: Int) {
        let share = max(0, limits.unfinishedBytesInAll) / max(1, workers)
        limit = max(share, min(limits.transport.frameBytes, Int.max / 2) * 2)
    }

    /// Whether more is held than the limit allows.
    var isExceeded: Bool { held > limit }
    /// Whether what is held is so far below the limit that no more has to be given up.
    var isRelieved: Bool { held <= limit / 4 * 3 }

    mutating func change(by bytes: Int) { held &+= bytes }
}
