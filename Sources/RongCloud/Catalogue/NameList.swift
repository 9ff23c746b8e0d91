/// Names by number, as UTF-8, for loops in which reference counts of strings would be too slow.
package struct NameList: Sendable {
    /// The names, concatenated.
    private var bytes: [UInt8] = []
    /// The end of each name in `bytes`.
    private var ends: [Int] = []

    /// Numbers the names 0, 1, 2, ….
    package init(_ names: [String]) {
        for name in names {
            bytes += name.utf8
            ends.append(bytes.count)
        }
    }

    /// Calls `body` with the name of a number; returns whether there is one.
    @discardableResult
    package func withName(of number: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
        guard ends.indices.contains(number) else { return false }
        body(bytes.span.extracting((number > 0 ? ends[number - 1] : 0)..<ends[number]))
        return true
    }
}
