import FuzzInputs

/// Makes a failing input as small as it can be and still fail in the same way.
package struct Minimizer<Executor: FuzzExecutor> {
    private var executor: Executor
    /// What the input breaks.
    private let violation: Violation
    /// Attempts left.
    private var budget: Int
    /// Processor time for an attempt; `nil` for as much as any input has.
    private var milliseconds: Int?
    /// Whether the user wants no more attempts.
    package var isInterrupted: () -> Bool = { false }

    /// Makes a minimizer.
    ///
    /// - Parameters:
    ///   - executor: runs the attempts.
    ///   - violation: what the input breaks, and smaller ones must break too.
    ///   - budget: attempts.
    package init(_ executor: Executor, _ violation: Violation, budget: Int = 20_000) {
        self.executor = executor
        self.violation = violation
        self.budget = budget
    }

    /// The smallest input found: first whole frames and fields go, then stretches of bytes, then values become plain.
    package mutating func minimize(_ input: [UInt8]) -> [UInt8] {
        guard violation.oracle == .hang else { return reduce(input) }
        // Each attempt that hangs takes all the time there is. What takes much longer than inputs do is taken for a hang
        // at first; whether it is one is seen in the end.
        for patience in Self.patience {
            milliseconds = patience
            let smallest = reduce(input)
            milliseconds = nil
            // Nothing is known to hang but the input itself.
            if isInterrupted() { return input }
            if smallest == input || executor.run(smallest).violation?.kind == violation.kind { return smallest }
        }
        return reduce(input)
    }

    /// Milliseconds after which an attempt counts as a hang, where that makes an input that hangs.
    private static var patience: [Int] { [200, 1000] }

    private mutating func reduce(_ input: [UInt8]) -> [UInt8] {
        var best = input
        while true {
            let before = best
            dropStretches(&best, from: best.count / 2, to: max(1, best.count / 32))
            dropNodes(&best)
            hoistNodes(&best)
            dropStretches(&best, from: best.count / 32, to: 1)
            if best == before { cutMarked(&best) }
            if best == before { dropAnywhere(&best) }
            if best == before { simplify(&best) }
            if best == before { cutEnds(&best) }
            if best == before { keepStretch(&best) }
            if best == before { retype(&best) }
            if best == before { shortenWords(&best) }
            if best == before || budget <= 0 { return best }
        }
    }

    private mutating func accepts(_ candidate: [UInt8], over best: [UInt8]) -> Bool {
        guard budget > 0, candidate != best, Self.isSimpler(candidate, best) else { return false }
        budget -= 1
        let outcome =
            milliseconds.map { executor.run(candidate, milliseconds: $0) } ?? executor.run(candidate)
        guard !isInterrupted() else {
            budget = 0
            return false
        }
        return outcome.violation?.kind == violation.kind
    }

    /// Shorter, or as long and with smaller bytes.
    private static func isSimpler(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    /// Leaves out frames, fields and parts of them, the largest first.
    private mutating func dropNodes(_ best: inout [UInt8]) {
        guard var shape = executor.shape(of: best), shape.encoded == best else { return }
        var number = 1
        while number < shape.count, budget > 0 {
            var smaller = shape
            guard smaller.remove(number) else { break }
            let candidate = smaller.encoded
            if accepts(candidate, over: best) {
                best = candidate
                shape = smaller
            } else {
                number += 1
            }
        }
        number = 1
        // The content of leaves, lengths kept right.
        while number < shape.count, budget > 0 {
            var length = 0
            shape.update(number) { length = $0.children.isEmpty ? $0.bytes.count / 2 : 0 }
            while length > 0, budget > 0 {
                var smaller = shape
                smaller.update(number) { $0.bytes.removeLast(min(length, $0.bytes.count)) }
                let candidate = smaller.encoded
                if accepts(candidate, over: best) {
                    best = candidate
                    shape = smaller
                } else {
                    length /= 2
                }
            }
            number += 1
        }
    }

    /// Puts a part in the place of what it is a part of, so that what is before and behind it goes at once.
    private mutating func hoistNodes(_ best: inout [UInt8]) {
        guard var shape = executor.shape(of: best), shape.encoded == best else { return }
        var number = 0
        // Of many nodes there are too many pairs.
        while number < shape.count, shape.count <= 100, budget > 0 {
            var parts: [Shape] = []
            shape.update(number) { parts = Array($0.nodes.dropFirst()) }
            var isSmaller = false
            for part in parts {
                var smaller = shape
                smaller.update(number) { $0 = part }
                let candidate = smaller.encoded
                guard accepts(candidate, over: best) else { continue }
                best = candidate
                shape = smaller
                isSmaller = true
                break
            }
            if !isSmaller { number += 1 }
        }
    }

    /// Leaves out stretches of bytes, long ones first.
    private mutating func dropStretches(_ best: inout [UInt8], from longest: Int, to shortest: Int) {
        var length = max(longest, shortest)
        while length >= shortest, budget > 0 {
            var place = 0
            while place < best.count, budget > 0 {
                var candidate = best
                candidate.removeSubrange(place..<min(best.count, place + length))
                if accepts(candidate, over: best) { best = candidate } else { place += length }
            }
            length /= 2
        }
    }

    /// Leaves out short stretches of every length, wherever they begin; not of what is long, which has too many.
    private mutating func dropAnywhere(_ best: inout [UInt8]) {
        guard best.count <= 400 else { return }
        for length in 2...9 where length <= best.count {
            var place = 0
            while place <= best.count - length, budget > 0 {
                var candidate = best
                candidate.removeSubrange(place..<place + length)
                if accepts(candidate, over: best) { best = candidate } else { place += 1 }
            }
        }
    }

    /// Leaves out what a byte may be the length of, with it, or with it and the byte before, which may be its tag; or the
    /// end of that, and makes the byte smaller; and what a byte may say, by its highest bit, that it goes on with.
    private mutating func cutMarked(_ best: inout [UInt8]) {
        var place = 0
        while place < best.count, budget > 0 {
            let end = min(best.count, place + 1 + Int(best[place]))
            var candidates = [best, best]
            candidates[0].removeSubrange(max(0, place - 1)..<end)
            candidates[1].removeSubrange(place..<end)
            for length in [0, 1, best[place] / 2, best[place] &- 1] where length < best[place] {
                guard place < end - Int(length) else { continue }
                var candidate = best
                candidate.replaceSubrange(place..<end - Int(length), with: [length])
                candidates.append(candidate)
            }
            if best[place] >= 0x80, place + 1 < best.count {
                var candidate = best
                candidate.replaceSubrange(place..<place + 2, with: [best[place] & 0x7F])
                candidates.append(candidate)
            }
            if let candidate = candidates.first(where: { accepts($0, over: best) }) {
                best = candidate
            } else {
                place += 1
            }
        }
    }

    /// Sets a byte near the beginning to anything, which may say what the others are, and leaves out one of these.
    private mutating func retype(_ best: inout [UInt8]) {
        guard best.count > 1, best.count <= 64 else { return }
        for place in 0..<min(4, best.count - 1) {
            for value in UInt8.min...UInt8.max where budget > 0 {
                for removed in [place + 1, best.count - 1] {
                    var candidate = best
                    candidate[place] = value
                    candidate.remove(at: removed)
                    guard accepts(candidate, over: best) else { continue }
                    best = candidate
                    return
                }
            }
        }
    }

    /// Puts a letter, a digit or a sign in the place of a stretch, or a sign twice, as operators are written: a shorter
    /// word for what there are several words of.
    private mutating func shortenWords(_ best: inout [UInt8]) {
        guard best.count <= 12 else { return }
        let signs = (33..<127 as Range<UInt8>).filter { !(65...90).contains($0) }
        let words = [[0]] + signs.map { [$0] } + signs.filter { $0 < 65 }.map { [$0, $0] }
        for length in (2..<max(2, best.count)).reversed() {
            for place in 0...best.count - length {
                for word in words {
                    var candidate = best
                    candidate.replaceSubrange(place..<place + length, with: word)
                    guard accepts(candidate, over: best) else { continue }
                    best = candidate
                    return
                }
            }
        }
    }

    /// Leaves out something before and something behind at once, such as a pair of brackets.
    ///
    /// Only of what is short already, since there are many pairs. A first byte may say how the others are read.
    private mutating func cutEnds(_ best: inout [UInt8]) {
        guard best.count <= Self.longestCut else { return }
        for kept in 0...1 {
            // Short results first, so that the first one that will do is the shortest.
            for length in 1..<max(1, best.count - kept - 1) {
                for start in kept + 1..<max(kept + 1, best.count - length) {
                    let candidate = Array(best[..<kept] + best[start..<start + length])
                    guard accepts(candidate, over: best) else { continue }
                    best = candidate
                    return
                }
            }
        }
    }

    /// Keeps one short stretch of an input that is not short, where nothing less than all around it can go.
    private mutating func keepStretch(_ best: inout [UInt8]) {
        guard best.count > Self.longestCut, best.count <= 1000 else { return }
        for length in 1...16 {
            for start in 0...best.count - length where budget > 0 {
                let candidate = Array(best[start..<start + length])
                guard accepts(candidate, over: best) else { continue }
                best = candidate
                return
            }
        }
    }

    /// Bytes of the longest input whose two ends are cut at once.
    private static var longestCut: Int { 40 }

    /// Sets bytes to 0, or to something smaller.
    private mutating func simplify(_ best: inout [UInt8]) {
        var place = 0
        while place < best.count, budget > 0 {
            for value in [0, UInt8(ascii: "0"), UInt8(ascii: "a"), best[place] / 2, best[place] &- 1]
            where value < best[place] {
                var candidate = best
                candidate[place] = value
                if accepts(candidate, over: best) {
                    best = candidate
                    break
                }
            }
            place += 1
        }
    }
}

extension Shape {
    /// Removes the node with a number in preorder, but for the outermost; answers whether there is one.
    fileprivate mutating func remove(_ number: Int) -> Bool {
        var left = number
        return remove(&left)
    }

    private mutating func remove(_ left: inout Int) -> Bool {
        left -= 1
        for index in children.indices {
            if left == 0 {
                children.remove(at: index)
                return true
            }
            if children[index].remove(&left) { return true }
        }
        return false
    }
}
