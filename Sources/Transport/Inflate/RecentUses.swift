/// An object whose memory can be freed while nothing uses it.
package protocol Evictable: AnyObject {
    /// The time of the last use, on the clock of ``RecentUses``.
    var lastUse: Int { get set }
    /// Frees the memory until the next use; returns `false` if it must stay.
    func evict() -> Bool
}

/// Limits how many of very many objects hold memory at the same time: those used longest ago free theirs.
///
/// The objects belong to others, and leave this list when they are released.
package final class RecentUses<Object: Evictable> {
    private struct Entry {
        weak var object: Object?
    }

    private let limit: Int
    /// The objects that hold memory, and some that were released since the last eviction.
    private var entries: [Entry] = []
    /// The number of entries beyond which objects are evicted: above the limit if the memory of too many must stay.
    private var threshold: Int
    private var clock = 0

    /// The number of objects that may hold memory now.
    package var count: Int { entries.count }

    /// - Parameter limit: the number of objects that may hold memory, at least 2.
    package init(limit: Int) {
        self.limit = max(2, limit)
        threshold = self.limit
    }

    /// Records that an object is used now.
    ///
    /// - Parameter isNew: whether the object held no memory until now.
    package func note(_ object: Object, isNew: Bool) {
        clock &+= 1
        object.lastUse = clock
        guard isNew else { return }
        entries.append(Entry(object: object))
        if entries.count > threshold { makeRoom() }
    }

    /// Evicts objects until half of the limit is left, so that this is rarely necessary.
    private func makeRoom() {
        let objects = entries.compactMap(\.object).sorted { $0.lastUse < $1.lastUse }
        let excess = max(0, objects.count - limit / 2)
        let left = objects.prefix(excess).filter { !$0.evict() } + objects.dropFirst(excess)
        entries = left.map { Entry(object: $0) }
        threshold = max(limit, entries.count + limit / 2)
    }
}
