import Synchronization

/// The values that several contexts recorded in parallel, until they are joined.
final class OriginalShares: Sendable {
    private let shares: Mutex<[Originals]>
    /// The number of values and forms that may have to be searched for.
    let entryCount: Int

    init(_ shares: [Originals]) {
        entryCount = shares.reduce(0) { $0 + $1.entryCount }
        self.shares = Mutex(shares)
    }

    /// Joins the shares, and gives up ownership, so that nothing is copied.
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
