/// A regular expression with a matcher that tries every path.
indirect enum PlannedPattern: Sendable {
    case letter(Unicode.Scalar)
    /// Any character but a line end.
    case dot
    case set(PlannedSet)
    case sequence([PlannedPattern])
    case either([PlannedPattern])
    /// A repetition; without `hasMost` the upper bound is open.
    case repeated(PlannedPattern, ClosedRange<Int>, hasMost: Bool)
    /// The start and the end of the text.
    case begin, end
    /// A word boundary, or a place that is none.
    case edge(isThere: Bool)
    /// A part that ignores letter case, one that respects it again, and one in which dots match line ends.
    case anyCase(PlannedPattern)
    case ownCase(PlannedPattern)
    case anyLine(PlannedPattern)

    /// Characters of several lengths in UTF-8, letters of both cases, signs, a line end.
    private static let letters: [Unicode.Scalar] = ["a", "b", "A", "z", "1", "_", "-", " ", "\n", "é", "中", "🙂"]

    init(_ reader: inout PlanReader, depth: Int = 0) {
        let choice = reader.byte()
        let more = choice >> 4
        guard depth < 4, !reader.isAtEnd else {
            self = .letter(Self.letters[more % 12])
            return
        }
        switch choice & 15 {
        case 0, 1, 2: self = .letter(Self.letters[more % 12])
        case 3: self = .dot
        case 4, 5: self = .set(PlannedSet(more, reader.byte()))
        case 6, 7, 8, 9:
            self = .sequence((0..<2 + more % 3).map { _ in PlannedPattern(&reader, depth: depth + 1) })
        case 10: self = .either((0..<2 + more & 1).map { _ in PlannedPattern(&reader, depth: depth + 1) })
        case 11, 12:
            let bounds = [0...1, 0...0, 1...1, 2...2, 2...2, 1...3, 0...2, 3...5][more & 7]
            self = .repeated(PlannedPattern(&reader, depth: depth + 1), bounds, hasMost: ![1, 2, 4].contains(more & 7))
        case 13: self = [.begin, .end, .edge(isThere: true), .edge(isThere: false)][more & 3]
        case 14:
            let part = PlannedPattern(&reader, depth: depth + 1)
            self = more & 3 == 3 ? .ownCase(part) : .anyCase(part)
        default: self = .anyLine(PlannedPattern(&reader, depth: depth + 1))
        }
    }

    // MARK: Text

    /// Returns the expression's text.
    ///
    /// - Parameter style: the choice among several spellings.
    func text(_ style: Int) -> String {
        switch self {
        case .letter(let letter): return Self.spelled(letter, style)
        case .dot: return "."
        case .set(let set): return set.text(style)
        case .sequence(let parts):
            return parts.map { part in
                if case .either = part { Self.group(part, style) } else { part.text(style) }
            }
            .joined()
        case .either(let parts): return parts.map { $0.text(style) }.joined(separator: "|")
        case .repeated(let part, let bounds, let hasMost):
            let (low, high) = (bounds.lowerBound, bounds.upperBound)
            let times =
                switch (low, hasMost) {
                case (0, false): "*"
                case (1, false): "+"
                case (_, false): "{\(low),}"
                default: low == 0 && high == 1 ? "?" : low == high ? "{\(low)}" : "{\(low),\(high)}"
                }
            // Greedy or not, the same texts match.
            return Self.group(part, style) + times + (style & 32 == 0 ? "" : "?")
        case .begin: return style & 2 == 0 ? "^" : "\\A"
        case .end: return style & 2 == 0 ? "$" : "\\z"
        case .edge(let isThere): return isThere ? "\\b" : "\\B"
        case .anyCase(let part): return "(?i:\(part.text(style)))"
        case .ownCase(let part): return "(?-i:\(part.text(style)))"
        case .anyLine(let part): return "(?s:\(part.text(style)))"
        }
    }

    private static func group(_ part: PlannedPattern, _ style: Int) -> String {
        (style & 4 == 0 ? "(" : "(?:") + part.text(style) + ")"
    }

    /// Returns a character itself or its escaped number.
    static func spelled(_ letter: Unicode.Scalar, _ style: Int) -> String {
        if letter == "\n" { return style & 1 == 0 ? "\\n" : "\\x0a" }
        let number = String(letter.value, radix: 16)
        if style & 8 != 0 { return letter.value < 0x80 ? "\\x\(number)" : "\\x{\(number)}" }
        return letter == "-" ? "\\-" : String(letter)
    }

    // MARK: Judgement

    /// Returns whether the expression matches anywhere in a text.
    func isFound(in text: String) -> Bool {
        let letters = Array(text.unicodeScalars)
        return (0...letters.count).contains { !ends(letters, [$0], anyCase: false, anyLine: false).isEmpty }
    }

    /// Returns the end positions of all matches that begin at one of the start positions.
    private func ends(_ text: [Unicode.Scalar], _ starts: Set<Int>, anyCase: Bool, anyLine: Bool) -> Set<Int> {
        func one(_ isMet: (Unicode.Scalar) -> Bool) -> Set<Int> {
            Set(starts.filter { $0 < text.count && isMet(text[$0]) }.map { $0 + 1 })
        }
        func of(_ part: PlannedPattern, _ starts: Set<Int>) -> Set<Int> {
            part.ends(text, starts, anyCase: anyCase, anyLine: anyLine)
        }
        switch self {
        case .letter(let letter): return one { Self.forms(of: $0, anyCase).contains(letter) }
        case .dot: return one { anyLine || $0 != "\n" }
        case .set(let set):
            return one { Self.forms(of: $0, anyCase).contains(where: set.names) != set.isInverted }
        case .sequence(let parts): return parts.reduce(starts) { of($1, $0) }
        case .either(let parts): return parts.reduce(into: []) { $0.formUnion(of($1, starts)) }
        case .repeated(let part, let bounds, let hasMost):
            var found = (0..<bounds.lowerBound).reduce(starts) { places, _ in of(part, places) }
            // More repetitions than characters lead to no new position.
            for _ in 0..<(hasMost ? bounds.count - 1 : text.count + 1) { found.formUnion(of(part, found)) }
            return found
        case .begin: return starts.filter { $0 == 0 }
        case .end: return starts.filter { $0 == text.count }
        case .edge(let isThere):
            return starts.filter { place in
                let sides = [place - 1, place].map { text.indices.contains($0) && Self.isOfWord(text[$0]) }
                return (sides[0] != sides[1]) == isThere
            }
        case .anyCase(let part): return part.ends(text, starts, anyCase: true, anyLine: anyLine)
        case .ownCase(let part): return part.ends(text, starts, anyCase: false, anyLine: anyLine)
        case .anyLine(let part): return part.ends(text, starts, anyCase: anyCase, anyLine: true)
        }
    }

    /// Returns a character and, for an ASCII letter if case is ignored, its other case.
    private static func forms(of letter: Unicode.Scalar, _ anyCase: Bool) -> [Unicode.Scalar] {
        guard anyCase, letter.isASCII, letter.properties.isAlphabetic else { return [letter] }
        return [letter, Unicode.Scalar(letter.value ^ 0x20) ?? letter]
    }

    /// Returns whether a character is an ASCII letter, a digit or `_`.
    static func isOfWord(_ letter: Unicode.Scalar) -> Bool {
        letter == "_" || letter.isASCII && (letter.properties.isAlphabetic || ("0"..."9").contains(letter))
    }
}
