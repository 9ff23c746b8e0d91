import Transport

/// How much the connections of one worker hold of frames and messages that are not whole yet.
///
/// The workers share the limit, but each may hold two of the longest messages: a single connection can always come to its
/// message's end. So what is given up depends on the number of workers, and on nothing else.
struct UnfinishedBudget: Sendable {
    private let limit: Int
    /// What may be held before something is given up: more than the limit where that was tried and freed too little.
    private var threshold: Int
    /// Memory that is held now, in bytes.
    private(set) var held = 0

    init(_ limits: Limits, workers: Int) {
        let share = max(0, limits.unfinishedBytesInAll) / max(1, workers)
        limit = max(share, min(limits.transport.frameBytes, Int.max / 2) * 2)
        threshold = limit
    }

    /// Whether more is held than the limit allows.
    var isExceeded: Bool { held > threshold }
    /// Whether what is held is so far below the limit that no more has to be given up.
    var isRelieved: Bool { held <= limit / 4 * 3 }

    mutating func change(by bytes: Int) {
        held &+= bytes
        if bytes < 0, held <= limit { threshold = limit }
    }

    /// Notes that what can be given up was: it is tried again when as much more has come as is worth the search.
    mutating func noteRelief() { threshold = isRelieved ? limit : held + limit / 16 }
}
