/// Pairs equal elements of two sequences in order, as many as there can be.
///
/// The algorithm is E. W. Myers's greedy search. After `limit` differences it keeps the path that reached furthest, and
/// starts again from there. So memory grows with the length and with the square of the limit. The number of steps is in
/// proportion to the length: when they are used up, ``fewest`` differences are searched at a time.
struct ShortestEdit {
    /// The indices of an element in both sequences.
    struct Pair: Equatable, BitwiseCopyable {
        private var places: (a: Int32, b: Int32)

        init(a: Int, b: Int) { places = (Int32(truncatingIfNeeded: a), Int32(truncatingIfNeeded: b)) }

        var a: Int {
            get { Int(places.a) }
            set { places.a = Int32(truncatingIfNeeded: newValue) }
        }

        var b: Int {
            get { Int(places.b) }
            set { places.b = Int32(truncatingIfNeeded: newValue) }
        }

        /// The index in one of the sequences.
        subscript(ofA isA: Bool) -> Int {
            get { isA ? a : b }
            set { if isA { a = newValue } else { b = newValue } }
        }

        static func == (one: Pair, other: Pair) -> Bool { one.places == other.places }
    }

    /// The default number of differences that are searched at a time.
    static let limit = 4096
    /// The number of differences that are searched at a time after the steps are used up.
    private static let fewest = 64
    /// The number of steps for sequences of any length, and the additional steps for each element.
    static let fewestSteps = 1 << 26
    static let stepsPerElement = 128

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
    /// The number of steps left.
    private var steps: Int
    /// The value of a diagonal that reaches nothing; below every index, even after it is incremented.
    private static let nowhere = Int32.min

    init(_ a: [Int32], _ b: [Int32], limit: Int, fewestSteps: Int = Self.fewestSteps) {
        self.a = a
        self.b = b
        steps = fewestSteps + Self.stepsPerElement * (a.count + b.count)
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
        // Locals, so that no step checks whether the arrays are shared.
        let (a, b, startA, startB) = (a, b, start.a, start.b)
        var reached: [Int32] = []
        swap(&reached, &self.reached)
        reached.removeAll(keepingCapacity: true)
        reached.append(0)
        var steps = self.steps
        defer {
            swap(&reached, &self.reached)
            self.steps = steps
        }
        var row = 0
        repeat {
            row += 1
            for place in 0...row {
                let diagonal = 2 * place - row
                let entry = Int(Self.entry(row, place, reached, lengthA, lengthB).x)
                var x = entry
                while x >= 0, x < lengthA, x - diagonal < lengthB, a[startA + x] == b[startB + x - diagonal] { x += 1 }
                steps -= 1 + x - entry
                reached.append(Int32(truncatingIfNeeded: x))
                if x == lengthA, x - diagonal == lengthB { return keep(row, place, reached) }
            }
        } while row < (steps > 0 ? limit : min(limit, Self.fewest))
        // Among equally long paths, the one in the middle leaves the most of both sequences.
        let last = Self.offset(row)
        let furthest = (0...row).max { one, other in
            let (left, right) = (2 * one - row, 2 * other - row)
            let (own, others) = (2 * Int(reached[last + one]) - left, 2 * Int(reached[last + other]) - right)
            return (own, -abs(left)) < (others, -abs(right))
        }
        keep(row, furthest ?? 0, reached)
    }

    /// Returns the entry index of a diagonal with one more difference, and whether that skips an element of A.
    @inline(__always)
    private static func entry(
        _ row: Int,
        _ place: Int,
        _ reached: [Int32],
        _ lengthA: Int,
        _ lengthB: Int
    ) -> (x: Int32, isOfA: Bool) {
        let before = offset(row - 1)
        var withoutA = place > 0 ? reached[before + place - 1] + 1 : nowhere
        var withoutB = place < row ? reached[before + place] : nowhere
        if Int(withoutA) > lengthA { withoutA = nowhere }
        if Int(withoutB) - (2 * place - row) > lengthB { withoutB = nowhere }
        return withoutA > withoutB ? (withoutA, true) : (withoutB, false)
    }

    /// Adds the pairs on the path to a diagonal, and moves `start` to its end.
    private mutating func keep(_ row: Int, _ place: Int, _ reached: [Int32]) {
        let (lengthA, lengthB) = (end.a - start.a, end.b - start.b)
        let first = pairs.count
        var (row, place) = (row, place)
        let x = Int(reached[Self.offset(row) + place])
        let goal = Pair(a: start.a + x, b: start.b + x - (2 * place - row))
        while row > 0 {
            let (from, isOfA) = Self.entry(row, place, reached, lengthA, lengthB)
            for x in (Int(from)..<Int(reached[Self.offset(row) + place])).reversed() {
                pairs.append(Pair(a: start.a + x, b: start.b + x - (2 * place - row)))
            }
            if isOfA { place -= 1 }
            row -= 1
        }
        pairs[first...].reverse()
        start = goal
    }

    /// Returns the index of the first entry of a row.
    @inline(__always)
    private static func offset(_ row: Int) -> Int { row * (row + 1) / 2 }
}
