/// The short names of conversation types as UTF-8, for loops in which texts would be counted as used.
package struct ConversationNames: Sendable {
    /// The names, one behind the other, by number.
    private let bytes: [UInt8]
    /// Where each of them ends.
    private let ends: [Int]

    package init() {
        var bytes: [UInt8] = []
        ends = ConversationType.known.map { type in
            bytes += (type.name ?? "").utf8
            return bytes.count
        }
        self.bytes = bytes
    }

    /// Lends the short name of a type; answers whether it has one.
    @inline(__always)
    package func withName(of type: ConversationType, _ body: (Span<UInt8>) -> Void) -> Bool {
        // The values are 0, 1, 2, …, as the tests make sure.
        let index = Int(type.rawValue)
        guard ends.indices.contains(index) else { return false }
        body(bytes.span.extracting((index > 0 ? ends[index - 1] : 0)..<ends[index]))
        return true
    }
}
