/// The pairs of an alignment, and the gaps between them.
///
/// What is missing or new beside an equal element may as well be that element: `x y y` and `y y y` differ in the first or in the
/// last place. Such gaps are slid to where one of the other sequence is, so that an element that was changed is one difference
/// and not two.
struct AlignedGaps {
    /// One of the sequences.
    struct Side {
        let meanings: [Int32]
        /// What its elements are; without them, all are of one type.
        let types: [Int32]?
        /// What stands elsewhere in the other sequence, and so replaces nothing.
        let moved: Set<Int32>
    }

    /// A sequence, and which places of the pairs are its.
    private struct View {
        let key: WritableKeyPath<ShortestEdit.Pair, Int>
        let side: Side
    }

    private(set) var pairs: [ShortestEdit.Pair]
    private let a: View
    private let b: View
    /// Steps that may still be taken: what is left as it is then is no less right.
    private var steps: Int

    /// Steps that sequences of any length may take, and how many more for each of their elements.
    private static let fewestSteps = 1 << 16
    private static let stepsPerElement = 16

    init(_ pairs: [ShortestEdit.Pair], _ a: Side, _ b: Side) {
        self.pairs = pairs
        self.a = View(key: \.a, side: a)
        self.b = View(key: \.b, side: b)
        steps = Self.fewestSteps + Self.stepsPerElement * (a.meanings.count + b.meanings.count)
    }

    /// Slides gaps of either sequence to gaps of the other one.
    mutating func join() {
        join(b, with: a)
        join(a, with: b)
    }

    /// The places of a sequence between a pair and the one before.
    private func gap(_ index: Int, of view: View) -> Range<Int> {
        let start = index == 0 ? 0 : pairs[index - 1][keyPath: view.key] + 1
        return start..<(index < pairs.count ? pairs[index][keyPath: view.key] : view.side.meanings.count)
    }

    private mutating func join(_ view: View, with other: View) {
        let targets = (0...pairs.count).filter { !gap($0, of: other).isEmpty }
        guard !targets.isEmpty else { return }
        var next = 0
        for index in 0...pairs.count where !gap(index, of: view).isEmpty {
            while next < targets.count, targets[next] < index { next += 1 }
            if next < targets.count, targets[next] == index, fits(index, view, other) { continue }
            if next > 0, slide(index, to: targets[next - 1], view, other) { continue }
            let below = next < targets.count && targets[next] == index ? next + 1 : next
            if below < targets.count { _ = slide(index, to: targets[below], view, other) }
        }
    }

    /// Whether something of both sequences in a gap is of one type.
    private mutating func fits(_ index: Int, _ view: View, _ other: View) -> Bool {
        let types = view.side.replaceable(gap(index, of: view))
        let others = other.side.replaceable(gap(index, of: other))
        steps -= types.count + others.count
        return !Set(types).isDisjoint(with: others)
    }

    /// Slides what a sequence has in a gap to another gap; leaves it where it is when that is not possible or of no use.
    private mutating func slide(_ index: Int, to target: Int, _ view: View, _ other: View) -> Bool {
        let old = pairs[min(index, target)..<max(index, target)]
        let meanings = view.side.meanings
        var range = gap(index, of: view)
        for pair in target < index ? Array((target..<index).reversed()) : Array(index..<target) {
            steps -= 1
            let place = pairs[pair][keyPath: view.key]
            // The pair's element changes places with the one at the far end, which is its equal.
            let far = target < index ? range.upperBound - 1 : range.lowerBound
            guard steps > 0, meanings[place] == meanings[far] else {
                pairs.replaceSubrange(old.indices, with: old)
                return false
            }
            pairs[pair][keyPath: view.key] = far
            range = gap(target < index ? pair : pair + 1, of: view)
        }
        if fits(target, view, other) { return true }
        pairs.replaceSubrange(old.indices, with: old)
        return false
    }
}

extension AlignedGaps.Side {
    /// The types of what may have been replaced.
    fileprivate func replaceable(_ places: Range<Int>) -> [Int32] {
        places.filter { !moved.contains(meanings[$0]) }.map { types?[$0] ?? 0 }
    }
}
