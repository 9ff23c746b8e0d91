import Synchronization

/// What several recorded beside each other, until somebody puts it together.
final class OriginalShares: Sendable {
    private let shares: Mutex<[Originals]>
    /// How many values and forms may have to be searched for.
    let entryCount: Int

    init(_ shares: [Originals]) {
        entryCount = shares.reduce(0) { $0 + $1.entryCount }
        self.shares = Mutex(shares)
    }

    /// Gives all of it away, which has one owner then and need not be copied.
    func join() -> Originals {
        var taken = shares.withLock { shares in
            defer { shares = [] }
            return shares
        }
        guard !taken.isEmpty else { return Originals() }
        var originals = taken.removeFirst()
        for share in taken { originals.formUnion(share) }
        return originals
    }
}
