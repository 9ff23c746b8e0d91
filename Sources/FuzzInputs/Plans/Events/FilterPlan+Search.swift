extension FilterPlan {
    /// A branch of a regular expression: the letters that a text may consist of, and whether letter case stops counting
    /// here.
    struct Branch: Sendable {
        var bounds: ClosedRange<Character>
        var ignoresCase: Bool
    }

    /// A search in a text.
    enum Search: Sendable {
        case part(String)
        /// Whether all letters are, or are not, between these two, with or without letter case.
        case letters(ClosedRange<Character>, isInverted: Bool, ignoresCase: Bool)
        /// Whether all letters are in one of several branches.
        ///
        /// A branch that ignores letter case also applies to the branches after it, up to the end of the group; with
        /// `last`, the branches are a group before that branch.
        case branches([Branch], last: ClosedRange<Character>?)
        /// A comparison of the text itself, by its bytes.
        case order(Operation, String)
        /// A comparison of the number that the text spells.
        case value(Operation, Int)
        /// A match of a regular expression anywhere in the text.
        case pattern(PlannedPattern)
    }
}

extension FilterPlan.Search {
    /// Ranges of letters of either case, and one of both cases.
    static let bounds: [ClosedRange<Character>] = ["a"..."a", "b"..."b", "A"..."A", "c"..."d", "C"..."D", "x"..."z"]

    /// Creates a search for branches with flags, a comparison of texts, or one of numbers in texts.
    init(_ kind: Int, _ choice: Int, _ number: Int) {
        let operation = FilterPlan.Operation(rawValue: (choice >> 3 & 7) % 6) ?? .equal
        switch kind & 7 {
        case 0, 1, 2:
            let branches = (0..<2 + kind & 1).map { place in
                FilterPlan.Branch(
                    bounds: Self.bounds[(number / (place * 5 + 1)) % 6],
                    ignoresCase: choice >> (3 + place) & 1 != 0
                )
            }
            self = .branches(branches, last: choice & 64 == 0 ? nil : Self.bounds[number / 7 % 6])
        case 3, 4: self = .order(operation, ["a", "aab", "aabaab", "b", "12", "7", "A", "zz"][number & 7])
        default: self = .value(operation, [7, 12, 255, -3, 0, 11, 13, 1_000_000][number & 7])
        }
    }

    // MARK: Text

    /// Returns the operator and the operand of the search.
    func text(_ style: Int) -> String {
        let sign = style & 16 == 0 ? "~" : "matches"
        switch self {
        case .part(let part): return "contains \"\(part)\""
        case .letters(let bounds, let isInverted, let ignoresCase):
            return "\(sign) \"\(ignoresCase ? "(?i)" : "")\(Self.text(bounds, isInverted: isInverted))\""
        case .branches(let branches, let last):
            let all = branches.map { ($0.ignoresCase ? "(?i)" : "") + Self.text($0.bounds) }.joined(separator: "|")
            return "\(sign) \"" + (last.map { "(?:\(all))|\(Self.text($0))" } ?? all) + "\""
        case .order(let operation, let text): return "\(operation.sign(style)) \"\(text)\""
        case .value(let operation, let number): return "\(operation.sign(style)) \(number)"
        case .pattern(let pattern): return "\(sign) \"\(pattern.text(style))\""
        }
    }

    private static func text(_ bounds: ClosedRange<Character>, isInverted: Bool = false) -> String {
        let (low, high) = (bounds.lowerBound, bounds.upperBound)
        return "^[\(isInverted ? "^" : "")\(low == high ? "\(low)" : "\(low)-\(high)")]+$"
    }

    // MARK: Judgement

    /// Returns whether a text matches the search.
    func holds(_ text: String) -> Bool {
        switch self {
        case .part(let part):
            let letters = Array(text.utf8)
            let wanted = Array(part.utf8)
            guard letters.count >= wanted.count else { return false }
            return (0...letters.count - wanted.count).contains { start in
                letters[start..<start + wanted.count].elementsEqual(wanted)
            }
        case .letters(let bounds, let isInverted, let ignoresCase):
            return !text.isEmpty && text.allSatisfy { Self.isInside($0, bounds, ignoresCase) != isInverted }
        case .branches(let branches, let last):
            guard !text.isEmpty else { return false }
            var ignoresCase = false
            for branch in branches {
                ignoresCase = ignoresCase || branch.ignoresCase
                if text.allSatisfy({ Self.isInside($0, branch.bounds, ignoresCase) }) { return true }
            }
            return last.map { bounds in text.allSatisfy { Self.isInside($0, bounds, false) } } ?? false
        case .order(let operation, let other):
            let (one, two) = (Array(text.utf8), Array(other.utf8))
            return operation.holds(one == two ? 0 : one.lexicographicallyPrecedes(two) ? -1 : 1, 0)
        case .value(let operation, let number):
            // A text that is not a number differs from every number, and is neither less nor greater.
            guard let value = Int(text) else { return operation == .different }
            return operation.holds(value, number)
        case .pattern(let pattern): return pattern.isFound(in: text)
        }
    }

    private static func isInside(_ letter: Character, _ bounds: ClosedRange<Character>, _ ignoresCase: Bool) -> Bool {
        guard ignoresCase else { return bounds.contains(letter) }
        return [letter.lowercased(), letter.uppercased()].contains { $0.first.map(bounds.contains) ?? false }
    }
}
