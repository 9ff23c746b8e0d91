package import FuzzInputs

/// The inputs that are worth changing: each reached something that none before it did.
package struct Corpus: Sendable {
    /// An input and what it reached first.
    package struct Entry: Sendable {
        /// The input.
        package var bytes: [UInt8]
        /// Features that were new with it.
        package var news: Int
    }

    /// The inputs in the order in which they came.
    package private(set) var entries: [Entry] = []
    /// How many of them, the first ones, were there before the run.
    private var beginnings = 0
    /// How many features were reached.
    package private(set) var featureCount = 0
    /// For each feature the highest bucket of its count in one run.
    private var seen = [UInt8](repeating: 0, count: Features.space)

    /// Makes an empty corpus.
    package init() {}

    /// Takes an input if it reached something new; answers whether it did.
    @discardableResult
    package mutating func offer(_ bytes: [UInt8], _ features: Features) -> Bool {
        var news = 0
        for (feature, count) in features.counts {
            let bucket = UInt8(8 - count.leadingZeroBitCount)
            let place = Int(feature)
            guard seen[place] < bucket else { continue }
            if seen[place] == 0 { featureCount += 1 }
            seen[place] = bucket
            news += 1
        }
        guard news > 0 else { return false }
        entries.append(Entry(bytes: bytes, news: news))
        return true
    }

    /// Counts all inputs so far as those that were there before the run.
    package mutating func endBeginnings() { beginnings = entries.count }

    /// An input to be changed: more often than others the newest ones, those of the beginning, which are well-formed,
    /// short ones, and those that brought much.
    package func choose(_ random: inout FuzzRandom) -> [UInt8] {
        guard !entries.isEmpty else { return [] }
        switch random.below(8) {
        case 0, 1:
            let recent = min(entries.count, 16)
            return entries[entries.count - 1 - random.below(recent)].bytes
        case 2 where beginnings > 0: return entries[random.below(beginnings)].bytes
        case 3:
            let some = (0..<4).map { _ in entries[random.below(entries.count)].bytes }
            return some.min { $0.count < $1.count } ?? []
        default: break
        }
        let one = entries[random.below(entries.count)]
        let other = entries[random.below(entries.count)]
        return one.news >= other.news || one.bytes.count * 4 < other.bytes.count ? one.bytes : other.bytes
    }
}
