/// Names by number, as UTF-8, for loops in which texts would be counted as used.
package struct NameList: Sendable {
    /// The names, one behind the other.
    private var bytes: [UInt8] = []
    /// Where each of them ends.
    private var ends: [Int] = []

    /// The names with the numbers 0, 1, 2, ….
    package init(_ names: [String]) {
        for name in names {
            bytes += name.utf8
            ends.append(bytes.count)
        }
    }

    /// Lends the name of a number; answers whether there is one.
    @discardableResult
    package func withName(of number: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
        guard ends.indices.contains(number) else { return false }
        body(bytes.span.extracting((number > 0 ? ends[number - 1] : 0)..<ends[number]))
        return true
    }
}
