/// The searches for all values of a capture, of which there are several where the values are very many.
struct LeakSearches: Sendable {
    /// What is searched for.
    let originals: Originals
    private let count: Int
    private var first: LeakSearch?
    /// How many were made.
    private var done = 0

    /// Puts together what several recorded, and makes the first search for it.
    ///
    /// - Throws: ``RedactionError/temporary`` when there are more values than can be kept.
    init(_ shares: OriginalShares) throws(RedactionError) {
        count = LeakSearch.parts(of: shares.entryCount)
        originals = shares.join()
        guard !originals.isFull else { throw .temporary }
        first = LeakSearch(originals, part: 0, of: count)
    }

    /// The next search; `nil` when there is none.
    ///
    /// - Throws: ``RedactionError/temporary`` when values that wait in files cannot be read.
    mutating func next() throws(RedactionError) -> LeakSearch? {
        guard done < count else { return nil }
        defer { done += 1 }
        guard let search = done == 0 ? first.take() : LeakSearch(originals, part: done, of: count) else {
            throw RedactionError.temporary
        }
        return search
    }
}
