/// The pairs of an alignment, and the gaps between them.
///
/// A gap beside equal elements has no definite place: `x y y` and `y y y` differ in the first or in the last place.
/// Such a gap, or a part of it, slides to a gap of the other sequence, so that a changed element is one difference and
/// not two.
struct AlignedGaps {
    /// One of the sequences.
    struct Side {
        let meanings: [Int32]
        /// The types of the elements; if `nil`, all are of one type.
        let types: [Int32]?
        /// The elements that stand elsewhere in the other sequence, and so replace nothing.
        let moved: Set<Int32>
    }

    /// A sequence, and whether its index is the first one of a pair.
    private struct View {
        let isA: Bool
        let side: Side
    }

    /// The types in a gap that nothing replaces, each with its number.
    private struct Spare {
        var gap = -1
        var types: [Int32: Int] = [:]
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
        self.a = View(isA: true, side: a)
        self.b = View(isA: false, side: b)
        steps = Self.fewestSteps + Self.stepsPerElement * (a.meanings.count + b.meanings.count)
    }

    /// Slides the gaps of each sequence to gaps of the other one.
    mutating func join() {
        join(b, with: a)
        join(a, with: b)
        share()
    }

    /// Slides only elements that replace nothing, and only to where they replace others.
    mutating func share() {
        share(b, with: a)
        share(a, with: b)
    }

    /// The number of elements that are missing, new, moved or replaced.
    var differences: Int {
        (0...pairs.count).reduce(0) { count, index in
            let (gone, new) = (gap(index, of: a), gap(index, of: b))
            if new.isEmpty { return count + gone.count }
            return count + gone.count + unreplaced(index, b, by: a).values.reduce(0, +)
        }
    }

    /// Returns the places of a sequence between a pair and the pair before.
    private func gap(_ index: Int, of view: View) -> Range<Int> {
        let start = index == 0 ? 0 : pairs[index - 1][ofA: view.isA] + 1
        return start..<(index < pairs.count ? pairs[index][ofA: view.isA] : view.side.meanings.count)
    }

    private mutating func join(_ view: View, with other: View) {
        // The next gap of the other sequence, and the gap before it.
        var (next, last) = (nextGap(from: 0, of: other), -1)
        for index in 0...pairs.count where !gap(index, of: view).isEmpty {
            while next <= pairs.count, next < index { (next, last) = (nextGap(from: next + 1, of: other), next) }
            if next == index, fits(index, view, other) { continue }
            if last >= 0, slide(index, to: last, view, other) { continue }
            let below = next == index ? nextGap(from: next + 1, of: other) : next
            if below <= pairs.count { _ = slide(index, to: below, view, other) }
        }
    }

    /// Returns the first gap of a sequence that is not empty, from an index on; beyond the last index if there is none.
    private func nextGap(from index: Int, of view: View) -> Int {
        var index = index
        while index <= pairs.count, gap(index, of: view).isEmpty { index += 1 }
        return index
    }

    /// Returns whether the gaps of both sequences hold elements of the same type.
    private mutating func fits(_ index: Int, _ view: View, _ other: View) -> Bool {
        let types = view.side.replaceable(gap(index, of: view))
        let others = other.side.replaceable(gap(index, of: other))
        steps -= types.count + others.count
        return !Set(types).isDisjoint(with: others)
    }

    /// Distributes the spare elements of a sequence's gaps over the gaps of the other sequence.
    private mutating func share(_ view: View, with other: View) {
        var spare = Spare()
        // The gaps below give first, to the farthest gap before nearer ones: those may not lie between the two.
        var source = nextGap(from: 0, of: view)
        var target = nextGap(from: 0, of: other)
        while target <= pairs.count {
            if source <= target { source = nextGap(from: target + 1, of: view) }
            if source > pairs.count { break }
            give(from: source, to: target, view, other, &spare)
            if gap(source, of: view).isEmpty { source = nextGap(from: source + 1, of: view) }
            target = nextGap(from: target + 1, of: other)
        }
        // What was given before may be given on.
        spare = Spare()
        source = gapBefore(pairs.count + 1, of: view)
        target = gapBefore(pairs.count + 1, of: other)
        while target >= 0 {
            if source >= target { source = gapBefore(target, of: view) }
            if source < 0 { break }
            give(from: source, to: target, view, other, &spare)
            if gap(source, of: view).isEmpty { source = gapBefore(source, of: view) }
            target = gapBefore(target, of: other)
        }
    }

    /// Returns the last gap of a sequence before an index that is not empty; -1 if there is none.
    private func gapBefore(_ index: Int, of view: View) -> Int {
        var index = index - 1
        while index >= 0, gap(index, of: view).isEmpty { index -= 1 }
        return index
    }

    /// Slides the elements at the near end of a gap that replace nothing to another gap where they replace others.
    ///
    /// No gap of the sequence may be between the two.
    ///
    /// - Parameter spare: what the gap has to spare; it is counted once for all gaps to which the gap gives.
    private mutating func give(
        from source: Int,
        to target: Int,
        _ view: View,
        _ other: View,
        _ spare: inout Spare
    ) {
        var wanted = unreplaced(target, other, by: view)
        if wanted.isEmpty { return }
        if spare.gap != source { spare = Spare(gap: source, types: unreplaced(source, view, by: other)) }
        let range = gap(source, of: view)
        let isUp = target < source
        var given: [Int32] = []
        while given.count < range.count {
            let place = isUp ? range.lowerBound + given.count : range.upperBound - 1 - given.count
            guard let type = view.side.replaceable(place), take(type, from: &wanted), take(type, from: &spare.types)
            else { break }
            given.append(type)
        }
        if given.isEmpty || slide(source, to: target, count: given.count, view) != nil { return }
        for type in given { spare.types[type, default: 0] += 1 }
    }

    /// Returns the types in a gap that nothing replaces, each with its number.
    private func unreplaced(_ index: Int, _ view: View, by other: View) -> [Int32: Int] {
        var types: [Int32: Int] = [:]
        for type in view.side.replaceable(gap(index, of: view)) { types[type, default: 0] += 1 }
        for type in other.side.replaceable(gap(index, of: other)) { _ = take(type, from: &types) }
        return types
    }

    private func take(_ type: Int32, from types: inout [Int32: Int]) -> Bool {
        guard let count = types[type] else { return false }
        types[type] = count > 1 ? count - 1 : nil
        return true
    }

    /// Slides a gap of a sequence to another gap; undoes this and returns `false` if it is impossible or useless.
    private mutating func slide(_ index: Int, to target: Int, _ view: View, _ other: View) -> Bool {
        guard let old = slide(index, to: target, count: nil, view) else { return false }
        if fits(target, view, other) { return true }
        undo(old, from: index, target < index, view)
        return false
    }

    /// Slides elements of a gap to another gap, if the elements between them allow it.
    ///
    /// - Parameter count: the number of elements at the end of the gap that is nearer to the other one; `nil` for all,
    ///   together with those of all gaps on the way.
    /// - Returns: the places before, in the order in which the pairs change; `nil` if nothing changed.
    private mutating func slide(_ index: Int, to target: Int, count: Int?, _ view: View) -> [Int32]? {
        let meanings = view.side.meanings
        let isUp = target < index
        var old: [Int32] = []
        for step in 0..<abs(index - target) {
            steps -= 1
            let pair = isUp ? index - 1 - step : index + step
            let place = pairs[pair][ofA: view.isA]
            // The pair's element changes places with its equal at the far end.
            let length = count ?? gap(isUp ? pair + 1 : pair, of: view).count
            let far = isUp ? place + length : place - length
            guard steps > 0, meanings[place] == meanings[far] else {
                undo(old, from: index, isUp, view)
                return nil
            }
            old.append(Int32(truncatingIfNeeded: place))
            pairs[pair][ofA: view.isA] = far
        }
        return old
    }

    private mutating func undo(_ old: [Int32], from index: Int, _ isUp: Bool, _ view: View) {
        for (step, place) in old.enumerated() {
            pairs[isUp ? index - 1 - step : index + step][ofA: view.isA] = Int(place)
        }
    }
}

extension AlignedGaps.Side {
    /// Returns the types of the elements that may have been replaced.
    fileprivate func replaceable(_ places: Range<Int>) -> [Int32] { places.compactMap(replaceable) }

    /// Returns the type of an element that may have been replaced; `nil` for others.
    fileprivate func replaceable(_ place: Int) -> Int32? {
        moved.contains(meanings[place]) ? nil : types?[place] ?? 0
    }
}
