/// The messages that the server delivered to the clients of a connection, and the clients' read marks.
struct LeanCloudReading: Sendable {
    /// A conversation of one of the clients, as fingerprints, so that no text of the wire is kept.
    struct Place: Hashable, Sendable {
        var peer: UInt64
        var conversation: UInt64

        init(peer: UInt64, conversation: String) {
            self.peer = peer
            self.conversation = conversation.fingerprint
        }
    }

    /// The messages of a conversation: the fingerprints of their ids, and the times of the first and the last.
    private struct Delivered: Sendable {
        var ids: Set<UInt64> = []
        /// Whether there were more ids than are remembered.
        var isOverflowing = false
        var first: Int64
        var last: Int64
    }

    private let limits: CheckLimits
    private var delivered: [Place: Delivered] = [:]
    private var ids = 0
    /// Whether there were more conversations than are remembered.
    private var isOverflowing = false
    private var marks: [Place: (number: Int, time: Int64)] = [:]

    init(limits: CheckLimits) { self.limits = limits }

    /// Notes a message that the server delivered.
    mutating func deliver(_ id: String?, at time: Int64, in place: Place) {
        guard delivered.count < limits.names || delivered[place] != nil else {
            isOverflowing = true
            return
        }
        var known = delivered[place] ?? Delivered(first: time, last: time)
        // Take the entry out meanwhile, so that its ids are not copied.
        delivered[place] = nil
        if let id = id?.fingerprint, !known.ids.contains(id) {
            if ids < limits.messageUIDs {
                known.ids.insert(id)
                ids += 1
            } else {
                known.isOverflowing = true
            }
        }
        known.first = min(known.first, time)
        known.last = max(known.last, time)
        delivered[place] = known
    }

    /// Whether a message with an id was delivered, as far as is remembered.
    func hasDelivered(_ id: String, in place: Place) -> Bool {
        guard let known = delivered[place] else { return isOverflowing }
        return known.isOverflowing || known.ids.contains(id.fingerprint)
    }

    /// Whether a message from a range of times was delivered, as far as is remembered.
    func hasDelivered(from: Int64, to: Int64, in place: Place) -> Bool {
        guard let known = delivered[place] else { return isOverflowing }
        return !(to < known.first || from > known.last)
    }

    /// Notes the time up to which a conversation is read.
    ///
    /// - Parameter isCertain: whether the time is the server's; a time of another clock is not compared.
    /// - Returns: the previous mark, if its time is later.
    mutating func mark(
        _ place: Place,
        at time: Int64,
        isCertain: Bool,
        number: Int
    ) -> (number: Int, time: Int64)? {
        guard isCertain else { return nil }
        if let last = marks[place], time < last.time { return last }
        if marks.count < limits.names || marks[place] != nil { marks[place] = (number, time) }
        return nil
    }
}
