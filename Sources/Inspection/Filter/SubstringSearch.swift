import WireFormat

/// Looks for a text in others, in time that grows with their length alone (Knuth, Morris, Pratt).
struct SubstringSearch: Hashable, Sendable {
    private let wanted: [UInt8]
    /// For each length that matches: the length that still does when the next byte differs.
    private let shorter: [Int32]

    init(_ wanted: [UInt8]) {
        self.wanted = wanted
        var shorter = [Int32](repeating: 0, count: wanted.count)
        var length = 0
        for index in wanted.indices.dropFirst() {
            while length > 0, wanted[index] != wanted[length] { length = Int(shorter[length - 1]) }
            if wanted[index] == wanted[length] { length += 1 }
            shorter[index] = Int32(length)
        }
        self.shorter = shorter
    }

    /// Whether the text is in another.
    func isIn(_ text: Span<UInt8>) -> Bool {
        guard let first = wanted.first else { return true }
        var index = 0
        var length = 0
        while true {
            if length == 0 {
                // Most of a text is passed over eight bytes at a time.
                guard let next = text.firstIndex(of: first, from: index) else { return false }
                index = next &+ 1
                length = 1
            } else {
                guard index < text.count else { return false }
                if text[index] == wanted[length] {
                    index &+= 1
                    length &+= 1
                } else {
                    length = Int(shorter[length &- 1])
                    continue
                }
            }
            if length == wanted.count { return true }
        }
    }
}
