import WireFormat

/// Searches for a text in other texts in time linear in their length (Knuth, Morris, Pratt).
struct SubstringSearch: Hashable, Sendable {
    private let wanted: [UInt8]
    /// The failure function: for each matched length, the length that still matches when the next byte differs.
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

    /// Whether the text occurs in another text.
    func isIn(_ text: Span<UInt8>) -> Bool {
        guard let first = wanted.first else { return true }
        var index = 0
        var length = 0
        while true {
            if length == 0 {
                // The search for the first byte reads eight bytes at a time.
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
