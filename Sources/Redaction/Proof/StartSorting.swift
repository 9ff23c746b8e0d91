extension [OriginalStart] {
    private static let digitBits: UInt64 = 11
    /// The minimum count; fewer elements are sorted as fast by comparison.
    private static let fewest = 1 << 12

    /// Sorts very many elements digit by digit, from the lowest on; each pass keeps the order of the passes before.
    mutating func sortByDigits() {
        guard count >= Self.fewest else { return sort() }
        var target = self
        var shift: UInt64 = 0
        while shift < 64 {
            var places = [Int](repeating: 0, count: 1 << Int(Self.digitBits))
            let mask = UInt64(places.count - 1)
            for start in self { places[Int(start.bits >> shift & mask)] += 1 }
            // If all elements have the same digit, the pass is skipped.
            if !places.contains(count) {
                var sum = 0
                for digit in places.indices {
                    let next = sum + places[digit]
                    places[digit] = sum
                    sum = next
                }
                for start in self {
                    let digit = Int(start.bits >> shift & mask)
                    target[places[digit]] = start
                    places[digit] += 1
                }
                swap(&self, &target)
            }
            shift += Self.digitBits
        }
    }
}
