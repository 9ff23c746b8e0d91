/// The searches for all values of a capture: one, or several if there are very many values.
struct LeakSearches: Sendable {
    /// The number of values to search for.
    let valueCount: Int
    /// The values; empty after the last search was prepared.
    private var originals: Originals
    private let count: Int
    private var first: LeakSearch?
    /// The number of searches that were returned.
    private var done = 0

    /// Joins the recorded values, and prepares the first search.
    ///
    /// - Throws: ``RedactionError/temporary`` if there are more values than can be kept.
    init(_ shares: OriginalShares) throws(RedactionError) {
        count = LeakSearch.parts(of: shares.entryCount)
        originals = shares.join()
        valueCount = originals.count
        guard !originals.isFull else { throw .temporary }
        // Only a single search uses the set of all fingerprints.
        if count > 1 { originals.forgetFingerprints() }
        first = LeakSearch(originals, part: 0, of: count)
        if count == 1 { originals = Originals() }
    }

    /// Returns the next search; `nil` if there is none.
    ///
    /// - Throws: ``RedactionError/temporary`` if values in files cannot be read.
    mutating func next() throws(RedactionError) -> LeakSearch? {
        guard done < count else { return nil }
        defer { done += 1 }
        guard let search = done == 0 ? first.take() : LeakSearch(originals, part: done, of: count) else {
            throw RedactionError.temporary
        }
        return search
    }
}
