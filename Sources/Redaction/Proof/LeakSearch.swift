/// Searches bytes for original values, and records what it finds.
struct LeakSearch: Sendable {
    /// The values to find.
    let index: LeakIndex
    /// The number of bytes that were searched.
    private(set) var searched = 0
    /// The place and form of the first value that was found.
    private(set) var found: String?
    /// The values that were found, as far as there is room; `nil` for none.
    var values: Originals? {
        var settled = finds
        settled?.settle()
        return settled
    }
    private var finds: Originals?

    /// The maximum number of found values that are kept: the next attempt avoids these, and finds the others.
    static let mostFound = 1 << 17

    /// The maximum number of values and forms in one pass: a set of so many hashes is full, and takes 16 MiB.
    private static let mostAtOnce = 3 << 19

    /// Returns the number of passes for this many values and forms.
    static func parts(of entryCount: Int) -> Int { max(1, (entryCount - 1) / mostAtOnce + 1) }

    /// - Parameters:
    ///   - part: the share of the values to search for, selected by their fingerprints.
    ///   - parts: the number of shares.
    /// - Returns: `nil` if values in files cannot be read.
    init?(_ originals: Originals, part: Int, of parts: Int) {
        guard let index = LeakIndex(originals, part: part, of: parts) else { return nil }
        self.index = index
    }

    init(_ index: LeakIndex) { self.index = index }

    /// Creates a search for values that are all in memory.
    init(_ originals: Originals) {
        guard let search = LeakSearch(originals, part: 0, of: 1) else { preconditionFailure("values in a file") }
        self = search
    }

    /// Searches a self-contained stretch in all forms; returns whether it holds a value.
    @discardableResult
    mutating func search(_ bytes: Span<UInt8>, _ place: String) -> Bool {
        searched += bytes.count
        var holdsValue = false
        index.find(in: bytes) { form, value in
            holdsValue = true
            if found == nil { found = place + form }
            if finds == nil { finds = Originals(room: Self.mostFound, spills: false) }
            finds?.record(value)
        }
        return holdsValue
    }

    /// Merges the results of another search for the same values.
    mutating func merge(_ other: LeakSearch) {
        searched += other.searched
        found = found ?? other.found
        guard let more = other.finds else { return }
        if finds == nil { finds = more } else { finds?.formUnion(more) }
    }

    /// Whether some values are searched for as whole texts only.
    var hasShorts: Bool { index.hasShorts }

    /// Checks a whole text that is too short for the search in longer stretches.
    mutating func search(short text: Span<UInt8>, _ place: String) {
        if found == nil, index.forbids(short: text) { found = place }
    }

    /// Returns whether the bytes hold a value in plain form, alone or within something longer.
    func holds(_ bytes: Span<UInt8>) -> Bool { index.holds(bytes) }
}
