/// A part of a regular expression.
indirect enum PatternNode: Hashable, Sendable {
    /// One character of a set.
    case set(ScalarSet)
    /// The empty text, if a condition on the place is true.
    case assertion(Assertion)
    /// Parts one after the other; an empty list matches the empty text.
    case sequence([PatternNode])
    /// One of several parts.
    case choice([PatternNode])
    /// A part repeated at least `minimum` times, and at most `maximum` times if that is not `nil`.
    case repetition(PatternNode, minimum: Int, maximum: Int?)

    /// A condition on the place between two characters.
    enum Assertion: UInt8, Hashable, Sendable {
        /// The text begins here.
        case begin
        /// The text ends here.
        case end
        /// A word begins or ends here.
        case wordBoundary
        /// No word begins or ends here.
        case noWordBoundary
    }
}

/// A set of characters, as ascending ranges of code points with gaps between them.
struct ScalarSet: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    static let last: UInt32 = 0x10FFFF
    static let digits = ScalarSet([0x30...0x39])
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = ScalarSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
    static let newline = ScalarSet([0x0A...0x0A])
    static let all = ScalarSet([0...last])

    /// Creates a set from ranges in any order.
    init(_ ranges: [ClosedRange<UInt32>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let before = self.ranges.last, range.lowerBound <= before.upperBound &+ 1 {
                self.ranges[self.ranges.count - 1] =
                    before.lowerBound...Swift.max(before.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalar: UInt32) { ranges = [scalar...scalar] }

    /// The set of all other characters.
    var inverted: ScalarSet {
        var rest: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { rest.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= Self.last { rest.append(next...Self.last) }
        return ScalarSet(rest)
    }

    /// The set with the ASCII letters in both cases.
    var ignoringCase: ScalarSet {
        var more = ranges
        for range in ranges {
            for (letters, shift) in [(UInt32(0x41)...0x5A, 32), (0x61...0x7A, -32)] where range.overlaps(letters) {
                let part = range.clamped(to: letters)
                more.append(
                    UInt32(Int(part.lowerBound) + shift)...UInt32(Int(part.upperBound) + shift)
                )
            }
        }
        return ScalarSet(more)
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }
}
