/// The pairs of an alignment, and the gaps between them.
///
/// A gap beside equal elements has no definite place: `x y y` and `y y y` differ in the first or in the last place.
/// Such a gap slides to a gap of the other sequence, so that a changed element is one difference and not two.
struct AlignedGaps {
    /// One of the sequences.
    struct Side {
        let meanings: [Int32]
        /// The types of the elements; if `nil`, all are of one type.
        let types: [Int32]?
        /// The elements that stand elsewhere in the other sequence, and so replace nothing.
        let moved: Set<Int32>
    }

    /// A sequence, and the key path of its index in a pair.
    private struct View {
        let key: WritableKeyPath<ShortestEdit.Pair, Int>
        let side: Side
    }

    private(set) var pairs: [ShortestEdit.Pair]
    private let a: View
    private let b: View
    /// The number of steps left; without steps the other gaps stay where they are, which is correct, too.
    private var steps: Int

    /// The number of steps for sequences of any length, and the additional steps for each element.
    private static let fewestSteps = 1 << 16
    private static let stepsPerElement = 16

    init(_ pairs: [ShortestEdit.Pair], _ a: Side, _ b: Side) {
        self.pairs = pairs
        self.a = View(key: \.a, side: a)
        self.b = View(key: \.b, side: b)
        steps = Self.fewestSteps + Self.stepsPerElement * (a.meanings.count + b.meanings.count)
    }

    /// Slides the gaps of each sequence to gaps of the other one.
    mutating func join() {
        join(b, with: a)
        join(a, with: b)
    }

    /// Returns the places of a sequence between a pair and the pair before.
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

    /// Returns whether the gaps of both sequences hold elements of the same type.
    private mutating func fits(_ index: Int, _ view: View, _ other: View) -> Bool {
        let types = view.side.replaceable(gap(index, of: view))
        let others = other.side.replaceable(gap(index, of: other))
        steps -= types.count + others.count
        return !Set(types).isDisjoint(with: others)
    }

    /// Slides a gap of a sequence to another gap; undoes this and returns `false` if it is impossible or useless.
    private mutating func slide(_ index: Int, to target: Int, _ view: View, _ other: View) -> Bool {
        let old = pairs[min(index, target)..<max(index, target)]
        let meanings = view.side.meanings
        var range = gap(index, of: view)
        for pair in target < index ? Array((target..<index).reversed()) : Array(index..<target) {
            steps -= 1
            let place = pairs[pair][keyPath: view.key]
            // The pair's element changes places with its equal at the far end.
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
    /// Returns the types of the elements that may have been replaced.
    fileprivate func replaceable(_ places: Range<Int>) -> [Int32] {
        places.filter { !moved.contains(meanings[$0]) }.map { types?[$0] ?? 0 }
    }
}
