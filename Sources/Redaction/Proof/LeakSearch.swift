import WireFormat

/// Searches bytes for original values, and keeps what was found.
struct LeakSearch: Sendable {
    /// Finds the values.
    let index: LeakIndex
    /// Bytes that were looked at.
    private(set) var searched = 0
    /// The form in which a value was found, once one was.
    private(set) var found: String?

    /// So many values and forms are searched for in one pass.
    private static let mostAtOnce = 3_500_000

    /// How many searches it takes to look for so many values and forms.
    static func parts(of entryCount: Int) -> Int { max(1, (entryCount - 1) / mostAtOnce + 1) }

    /// - Parameters:
    ///   - part: which of the values, by their fingerprints.
    ///   - parts: among how many searches the values are dealt out.
    /// - Returns: `nil` where values that wait in files cannot be read.
    init?(_ originals: Originals, part: Int, of parts: Int) {
        guard let index = LeakIndex(originals, part: part, of: parts) else { return nil }
        self.index = index
    }

    /// A search for values all of which are in memory.
    init(_ originals: Originals) {
        guard let search = LeakSearch(originals, part: 0, of: 1) else { preconditionFailure("values in a file") }
        self = search
    }

    /// Looks at a stretch that stands for itself, in all forms; answers whether it holds a value.
    @discardableResult
    mutating func search(_ bytes: Span<UInt8>, _ place: String) -> Bool {
        searched += bytes.count
        guard let form = index.form(bytes) else { return false }
        found = found ?? place + form
        return true
    }

    /// Takes in what another search for the same values has found.
    mutating func merge(_ other: LeakSearch) {
        searched += other.searched
        found = found ?? other.found
    }

    /// Whether there are values that are looked for as whole texts only.
    var hasShorts: Bool { index.hasShorts }

    /// Looks at a text by itself, which is shorter than what is searched for.
    mutating func search(short text: Span<UInt8>, _ place: String) {
        if found == nil, index.forbids(short: text) { found = place }
    }

    /// Whether bytes hold a value as it is, by itself or within something longer.
    func holds(_ bytes: Span<UInt8>) -> Bool { index.holds(bytes) }
}
