/// Pairs equal elements of two sequences in order, as many as there can be.
///
/// The algorithm is E. W. Myers's greedy search. After `limit` differences it keeps the path that reached furthest, and
/// starts again from there. So time grows with the length times the limit, and memory with the square of the limit.
struct ShortestEdit {
    /// The indices of an element in both sequences.
    struct Pair: Equatable {
        var a: Int
        var b: Int
    }

    /// The default number of differences that are searched at a time.
    static let limit = 4096

    private(set) var pairs: [Pair] = []
    private let a: [Int32]
    private let b: [Int32]
    /// The start of the search, and the end of the part that has differences.
    private var start = Pair(a: 0, b: 0)
    private var end: Pair
    /// The furthest index in A that each diagonal reaches, from `start`: one row for each number of differences.
    ///
    /// Row n begins at n(n+1)/2 and has the diagonals -n, -n + 2 … n; a diagonal is the index in A less that in B.
    private var reached: [Int32] = []
    /// The value of a diagonal that reaches nothing; below every index, even after it is incremented.
    private static let nowhere = Int32.min

    init(_ a: [Int32], _ b: [Int32], limit: Int) {
        self.a = a
        self.b = b
        end = Pair(a: a.count, b: b.count)
        while start.a < end.a, start.b < end.b, a[start.a] == b[start.b] {
            pairs.append(start)
            start = Pair(a: start.a + 1, b: start.b + 1)
        }
        // The common end is not cut otherwise: the search then reports the last of equal elements as missing.
        if abs(a.count - b.count) > limit { cutEnd() }
        while start.a < end.a, start.b < end.b { search(limit) }
        for step in 0..<a.count - end.a { pairs.append(Pair(a: end.a + step, b: end.b + step)) }
    }

    /// Removes the common end of both sequences.
    private mutating func cutEnd() {
        while start.a < end.a, start.b < end.b, a[end.a - 1] == b[end.b - 1] {
            end = Pair(a: end.a - 1, b: end.b - 1)
        }
    }

    /// Searches to the end, or up to the limit of differences.
    private mutating func search(_ limit: Int) {
        let (lengthA, lengthB) = (end.a - start.a, end.b - start.b)
        reached.removeAll(keepingCapacity: true)
        reached.append(0)
        for row in 1...limit {
            for place in 0...row {
                let diagonal = 2 * place - row
                var x = Int(entry(row, place).x)
                while x >= 0, x < lengthA, x - diagonal < lengthB, a[start.a + x] == b[start.b + x - diagonal] {
                    x += 1
                }
                reached.append(Int32(truncatingIfNeeded: x))
                if x == lengthA, x - diagonal == lengthB { return keep(row, place) }
            }
        }
        // Among equally long paths, the one in the middle leaves the most of both sequences.
        let last = Self.offset(limit)
        let furthest = (0...limit).max { one, other in
            let (left, right) = (2 * one - limit, 2 * other - limit)
            let (own, others) = (2 * Int(reached[last + one]) - left, 2 * Int(reached[last + other]) - right)
            return (own, -abs(left)) < (others, -abs(right))
        }
        keep(limit, furthest ?? 0)
    }

    /// Returns the entry index of a diagonal with one more difference, and whether that skips an element of A.
    private func entry(_ row: Int, _ place: Int) -> (x: Int32, isOfA: Bool) {
        let before = Self.offset(row - 1)
        var withoutA = place > 0 ? reached[before + place - 1] + 1 : Self.nowhere
        var withoutB = place < row ? reached[before + place] : Self.nowhere
        if Int(withoutA) > end.a - start.a { withoutA = Self.nowhere }
        if Int(withoutB) - (2 * place - row) > end.b - start.b { withoutB = Self.nowhere }
        return withoutA > withoutB ? (withoutA, true) : (withoutB, false)
    }

    /// Adds the pairs on the path to a diagonal, and moves `start` to its end.
    private mutating func keep(_ row: Int, _ place: Int) {
        var found: [Pair] = []
        var (row, place) = (row, place)
        let x = Int(reached[Self.offset(row) + place])
        let goal = Pair(a: start.a + x, b: start.b + x - (2 * place - row))
        while row > 0 {
            let (from, isOfA) = entry(row, place)
            for x in (Int(from)..<Int(reached[Self.offset(row) + place])).reversed() {
                found.append(Pair(a: start.a + x, b: start.b + x - (2 * place - row)))
            }
            if isOfA { place -= 1 }
            row -= 1
        }
        pairs += found.reversed()
        start = goal
    }

    /// Returns the index of the first entry of a row.
    private static func offset(_ row: Int) -> Int { row * (row + 1) / 2 }
}
