package import FuzzInputs

/// The inputs that are worth changing: each reached a feature that no earlier input did.
package struct Corpus: Sendable {
    /// An input and the number of features that were new with it.
    package struct Entry: Sendable {
        /// The input.
        package var bytes: [UInt8]
        /// The number of features that were new with the input.
        package var news: Int
    }

    /// The inputs in order of arrival.
    package private(set) var entries: [Entry] = []
    /// The number of inputs, from the first one on, that existed before the run.
    private var beginnings = 0
    /// The number of features that were reached.
    package private(set) var featureCount = 0
    /// The highest count class of each feature in a single run.
    private var seen = [UInt8](repeating: 0, count: Features.space)

    /// Creates an empty corpus.
    package init() {}

    /// Adds an input if it reached a new feature or count class; returns whether it was added.
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

    /// Counts all inputs so far as those that existed before the run.
    package mutating func endBeginnings() { beginnings = entries.count }

    /// Returns an input to be changed.
    ///
    /// New inputs, well-formed ones from the start, short ones, and those with many new features are preferred.
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
