import FuzzInputs

/// Makes a failing input as small as possible while it still fails in the same way.
package struct Minimizer<Executor: FuzzExecutor> {
    private var executor: Executor
    /// The violation of the input.
    private let violation: Violation
    /// The number of attempts left.
    private var budget: Int
    /// The processor time for an attempt; `nil` for the usual limit.
    private var milliseconds: Int?
    /// Whether the user has interrupted the run.
    package var isInterrupted: () -> Bool = { false }

    /// Creates a minimizer.
    ///
    /// - Parameters:
    ///   - executor: the executor of the attempts.
    ///   - violation: the violation of the input, which a smaller input must share.
    ///   - budget: the maximum number of attempts.
    package init(_ executor: Executor, _ violation: Violation, budget: Int = 20_000) {
        self.executor = executor
        self.violation = violation
        self.budget = budget
    }

    /// Returns the smallest input found: removes frames and fields first, then stretches, then simplifies values.
    package mutating func minimize(_ input: [UInt8]) -> [UInt8] {
        guard violation.oracle == .hang else { return reduce(input) }
        // Each attempt that hangs uses up its time limit. At first a much shorter limit counts as a hang; the smallest
        // input is checked with the full limit at the end.
        for patience in Self.patience {
            milliseconds = patience
            let smallest = reduce(input)
            milliseconds = nil
            // After an interruption, only the original input is known to hang.
            if isInterrupted() { return input }
            if smallest == input || executor.run(smallest).violation?.kind == violation.kind { return smallest }
        }
        return reduce(input)
    }

    /// The shortened time limits in milliseconds, tried in order.
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

    /// Returns whether an input is shorter, or of equal length with smaller bytes.
    private static func isSimpler(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    /// Removes frames, fields and parts of them, the largest first.
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
        // Shortens the content of leaves, with correct lengths.
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

    /// Replaces a node by one of its descendants, which removes everything before and after the descendant at once.
    private mutating func hoistNodes(_ best: inout [UInt8]) {
        guard var shape = executor.shape(of: best), shape.encoded == best else { return }
        var number = 0
        // With many nodes there are too many pairs.
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

    /// Removes stretches of bytes, long ones first.
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

    /// Removes short stretches of every length at every place, unless the input is long.
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

    /// Treats each byte as a length, and removes what it counts.
    ///
    /// Removed are: the byte with its content, perhaps with the byte before, which may be a tag; the end of the
    /// content, with a smaller length; or the next byte, if the highest bit may mark a continuation.
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

    /// Sets a byte near the beginning, which may be a type, to any value, and removes one of the other bytes.
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

    /// Replaces a stretch by a letter, a digit, or a sign once or twice as in operators: a shorter word may mean the
    /// same.
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

    /// Removes bytes at both ends at once, such as a pair of brackets.
    ///
    /// Only short inputs are tried, since there are many pairs. The first byte may stay, since it may be an option.
    private mutating func cutEnds(_ best: inout [UInt8]) {
        guard best.count <= Self.longestCut else { return }
        for kept in 0...1 {
            // Short results first, so that the first accepted one is the shortest.
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

    /// Keeps one short stretch of a longer input, if only all the bytes around it can be removed together.
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

    /// The maximum size of an input whose ends are cut at once.
    private static var longestCut: Int { 40 }

    /// Sets bytes to 0 or to smaller values.
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
    /// Removes the node with a number in preorder, except the outermost one; returns whether it exists.
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
