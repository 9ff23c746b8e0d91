/// A bracket expression: ranges that are disjoint, overlapping or nested, a character class, or the inverse.
struct PlannedSet: Sendable {
    private let ranges: [ClosedRange<Unicode.Scalar>]
    /// The letter of a character class after a backslash.
    private let kind: Character?
    let isInverted: Bool

    private static let known: [ClosedRange<Unicode.Scalar>] = [
        "a"..."z", "d"..."d", "a"..."c", "b"..."d", "e"..."f", "A"..."C", "0"..."5", "4"..."9", "_"..."_", "-"..."-",
        "\n"..." ", "é"..."龥", "中"..."中", "!"..."/", "Z"..."a", "😀"..."🙏",
    ]

    /// - Parameters:
    ///   - options: bits for inversion and for a character class.
    ///   - choice: the choice of the ranges.
    init(_ options: Int, _ choice: Int) {
        isInverted = options & 1 != 0
        kind = options & 6 == 6 ? Array("dwsDWS")[choice % 6] : nil
        ranges = (0..<1 + choice % 3).map { Self.known[(choice >> 2 &+ $0 &* (1 + options >> 1)) & 15] }
    }

    /// Returns whether the brackets contain a character, before inversion.
    func names(_ letter: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(letter) } || kind.map { Self.isOfKind(letter, $0) } ?? false
    }

    private static func isOfKind(_ letter: Unicode.Scalar, _ kind: Character) -> Bool {
        let isIt =
            switch kind {
            case "d", "D": ("0"..."9").contains(letter)
            case "w", "W": PlannedPattern.isOfWord(letter)
            // Tab, line feed, form feed, carriage return, space (RE2's table).
            default: [9, 10, 12, 13, 32].contains(letter.value)
            }
        return isIt != kind.isUppercase
    }

    /// Returns the text of the brackets.
    func text(_ style: Int) -> String {
        let parts = ranges.map { range in
            let ends = [range.lowerBound, range.upperBound].map { Self.spelled($0, style) }
            return range.lowerBound == range.upperBound ? ends[0] : "\(ends[0])-\(ends[1])"
        }
        return "[" + (isInverted ? "^" : "") + parts.joined() + (kind.map { "\\\($0)" } ?? "") + "]"
    }

    private static func spelled(_ letter: Unicode.Scalar, _ style: Int) -> String {
        // ASCII signs are spelled by number, because some have a meaning in brackets.
        let isSign = letter.isASCII && !letter.properties.isAlphabetic && !("0"..."9").contains(letter)
        return PlannedPattern.spelled(letter, isSign ? style | 8 : style)
    }
}
