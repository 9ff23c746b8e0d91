/// Makes a failing input as small as it can be and still fail in the same way.
package struct Minimizer<Executor: FuzzExecutor> {
    private var executor: Executor
    /// What the input breaks.
    private let violation: Violation
    /// Attempts left.
    private var budget: Int

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
        var best = input
        while true {
            let before = best
            dropNodes(&best)
            dropStretches(&best)
            simplify(&best)
            if best == before || budget <= 0 { return best }
        }
    }

    private mutating func accepts(_ candidate: [UInt8], over best: [UInt8]) -> Bool {
        guard budget > 0, candidate != best, Self.isSimpler(candidate, best) else { return false }
        budget -= 1
        return executor.run(candidate).violation?.kind == violation.kind
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
            var smaller = shape
            var isDone = false
            smaller.update(number) { node in
                if node.children.isEmpty, node.bytes.count > 1 {
                    node.bytes.removeLast(max(1, node.bytes.count / 2))
                } else {
                    isDone = true
                }
            }
            if isDone {
                number += 1
                continue
            }
            let candidate = smaller.encoded
            if accepts(candidate, over: best) {
                best = candidate
                shape = smaller
            } else {
                number += 1
            }
        }
    }

    /// Leaves out stretches of bytes, long ones first.
    private mutating func dropStretches(_ best: inout [UInt8]) {
        var length = max(1, best.count / 2)
        while length >= 1, budget > 0 {
            var place = 0
            while place < best.count, budget > 0 {
                var candidate = best
                candidate.removeSubrange(place..<min(best.count, place + length))
                if accepts(candidate, over: best) { best = candidate } else { place += length }
            }
            if length == 1 { break }
            length /= 2
        }
    }

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
