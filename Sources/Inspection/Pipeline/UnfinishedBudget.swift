import Transport

/// The memory that the connections of one worker hold for incomplete frames and messages.
///
/// The workers share the limit, but each may hold two of the longest messages, so that a single connection can always
/// complete its message. Which messages are given up therefore depends on the number of workers, and on nothing else.
package struct UnfinishedBudget: Sendable {
    private let limit: Int
    /// The memory that may be held before something is given up: above the limit if giving up has freed too little.
    private var threshold: Int
    /// The memory that is held now, in bytes.
    package private(set) var held = 0

    package init(_ limits: Limits, workers: Int) {
        let share = max(0, limits.unfinishedBytesInAll) / max(1, workers)
        limit = max(share, min(limits.transport.frameBytes, Int.max / 2) * 2)
        threshold = limit
    }

    /// Whether the held memory exceeds the threshold.
    package var isExceeded: Bool { held > threshold }
    /// Whether the held memory is so far below the limit that nothing more has to be given up.
    package var isRelieved: Bool { held <= limit / 4 * 3 }

    package mutating func change(by bytes: Int) {
        held &+= bytes
        if bytes < 0, held <= limit { threshold = limit }
    }

    /// Records that everything possible was given up; the next attempt follows when enough new memory is held to be
    /// worth the search.
    package mutating func noteRelief() { threshold = isRelieved ? limit : held + limit / 16 }
}
