/// Parses a regular expression: the part of RE2's syntax that `Docs/filters.md` lists.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private var ignoresCase = false
    private var dotTakesNewline = false

    /// The greatest nesting depth of groups.
    static let maximumDepth = 100
    /// The largest number in a counted repetition.
    static let maximumRepetition = 1000

    /// Parses a whole expression.
    ///
    /// - Throws: an error whose position is relative to the expression's first character.
    static func parse(_ pattern: String) throws(FilterError) -> PatternNode {
        var parser = PatternParser(pattern)
        let node = try parser.choice()
        guard parser.next == nil else { throw parser.wrong("a closing parenthesis without an opening one") }
        return node
    }

    private init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func wrong(_ reason: String, from start: Int? = nil) -> FilterError {
        let start = start ?? position
        return FilterError(position: start, length: max(1, position - start), reason: reason)
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func choice() throws(FilterError) -> PatternNode {
        // Flags that are set inside a group end with the group.
        let outer = (ignoresCase, dotTakesNewline)
        defer { (ignoresCase, dotTakesNewline) = outer }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(FilterError) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if let part = try piece() { parts.append(part) }
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// Parses a part with its repetition; returns `nil` if it only sets flags.
    private mutating func piece() throws(FilterError) -> PatternNode? {
        let start = position
        guard var node = try atom() else { return nil }
        var repetitions = 0
        while let (minimum, maximum) = try repetition() {
            repetitions += 1
            guard repetitions == 1 else {
                throw wrong("a repetition of a repetition: put the inner one in ( )", from: start)
            }
            // Greedy or not makes no difference: only whether there is a match counts.
            _ = take("?")
            node = .repetition(node, minimum: minimum, maximum: maximum)
        }
        return node
    }

    private mutating func repetition() throws(FilterError) -> (Int, Int?)? {
        switch next {
        case "*"?:
            position += 1
            return (0, nil)
        case "+"?:
            position += 1
            return (1, nil)
        case "?"?:
            position += 1
            return (0, 1)
        case "{"?: return try counts()
        default: return nil
        }
    }

    /// Parses `{2}`, `{2,}` or `{2,5}`; any other brace is a literal character.
    private mutating func counts() throws(FilterError) -> (Int, Int?)? {
        let start = position
        position += 1
        guard let minimum = number() else {
            position = start
            return nil
        }
        var maximum: Int? = minimum
        if take(",") { maximum = next == "}" ? nil : number() ?? -1 }
        guard take("}"), maximum != -1 else {
            position = start
            return nil
        }
        guard minimum <= Self.maximumRepetition, maximum ?? 0 <= Self.maximumRepetition else {
            throw wrong("repeated more than \(Self.maximumRepetition) times", from: start)
        }
        guard maximum.map({ $0 >= minimum }) ?? true else {
            throw wrong("the numbers are the wrong way round", from: start)
        }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let digit = next.flatMap({ ("0"..."9").contains($0) ? Int($0.value) - 48 : nil }) {
            value = min((value ?? 0) * 10 + digit, Self.maximumRepetition + 1)
            position += 1
        }
        return value
    }

    private mutating func atom() throws(FilterError) -> PatternNode? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "(": return try group()
        case "[": return .set(try bracketed())
        case "\\": return try escape()
        case "*", "+", "?": throw wrong("nothing to repeat", from: position)
        default: break
        }
        // A counting brace needs a part before it, as `*` does. ``repetition()`` parses the brace of `a{`.
        if scalar == "{" {
            let start = position
            if try counts() != nil { throw wrong("nothing to repeat", from: start) }
        }
        position += 1
        switch scalar {
        case ".": return .set(dotTakesNewline ? .all : ScalarSet.newline.inverted)
        case "^": return .assertion(.begin)
        case "$": return .assertion(.end)
        default: return literal(scalar.value)
        }
    }

    private func literal(_ scalar: UInt32) -> PatternNode {
        let set = ScalarSet(scalar)
        return .set(ignoresCase ? set.ignoringCase : set)
    }

    private mutating func group() throws(FilterError) -> PatternNode? {
        let start = position
        position += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw wrong("nested too deeply", from: start) }
        let outer = (ignoresCase, dotTakesNewline)
        if take("?"), next != ":" {
            try flags(start)
            // `(?i)` sets a flag up to the end of the enclosing group.
            if take(")") { return nil }
        }
        if scalars[position - 1] != "(" {
            guard take(":") else { throw wrong("after (? stand i, s or :", from: start) }
        }
        let node = try choice()
        (ignoresCase, dotTakesNewline) = outer
        guard take(")") else { throw wrong("a group without its closing parenthesis", from: start) }
        // An empty group may be repeated, so it counts as a part.
        return node
    }

    private mutating func flags(_ start: Int) throws(FilterError) {
        var isOn = true
        var isFlagMissing = false
        while let flag = next, flag != ")", flag != ":" {
            isFlagMissing = flag == "-"
            switch flag {
            case "-" where isOn: isOn = false
            case "i": ignoresCase = isOn
            case "s": dotTakesNewline = isOn
            case "m": throw wrong("the flag m is not supported: ^ and $ are the ends of the text", from: position)
            case "=", "!", "<": throw wrong("looking ahead or behind is not supported", from: start)
            case "P": throw wrong("groups have no names here: write (", from: start)
            default: throw wrong("after (? stand i, s or :", from: start)
            }
            position += 1
        }
        guard !isFlagMissing else { throw wrong("a flag has to follow the -", from: position - 1) }
    }

    // MARK: Escapes and sets

    private mutating func escape() throws(FilterError) -> PatternNode {
        switch position + 1 < scalars.count ? scalars[position + 1] : nil {
        case "b"?:
            position += 2
            return .assertion(.wordBoundary)
        case "B"?:
            position += 2
            return .assertion(.noWordBoundary)
        case "A"?:
            position += 2
            return .assertion(.begin)
        case "z"?:
            position += 2
            return .assertion(.end)
        default: break
        }
        switch try escapedSet() {
        case .set(let set): return .set(set)
        case .scalar(let scalar): return literal(scalar)
        }
    }

    private enum Escaped {
        case set(ScalarSet)
        case scalar(UInt32)
    }

    /// Parses an escape that is valid inside and outside of brackets.
    private mutating func escapedSet() throws(FilterError) -> Escaped {
        let start = position
        position += 1
        guard let scalar = next else { throw wrong("nothing follows the backslash", from: start) }
        position += 1
        switch scalar {
        case "d": return .set(.digits)
        case "D": return .set(ScalarSet.digits.inverted)
        case "w": return .set(.word)
        case "W": return .set(ScalarSet.word.inverted)
        case "s": return .set(.space)
        case "S": return .set(ScalarSet.space.inverted)
        case "n": return .scalar(0x0A)
        case "t": return .scalar(0x09)
        case "r": return .scalar(0x0D)
        case "f": return .scalar(0x0C)
        case "v": return .scalar(0x0B)
        case "a": return .scalar(0x07)
        case "x": return .scalar(try hexadecimal(start))
        case "p", "P":
            throw wrong("classes of Unicode are not supported: name the characters, as in [а-я]", from: start)
        case "0"..."9": throw wrong("references to groups are not supported", from: start)
        case "a"..."z", "A"..."Z":
            throw wrong("\\\(scalar) means nothing here", from: start)
        default: return .scalar(scalar.value)
        }
    }

    /// Parses the digits of `\x41` or `\x{1F642}`.
    private mutating func hexadecimal(_ start: Int) throws(FilterError) -> UInt32 {
        let isBraced = take("{")
        var value: UInt32 = 0
        var digits = 0
        while digits < (isBraced ? 8 : 2), let letter = next, letter.isASCII,
            let digit = Character(letter).hexDigitValue
        {
            value = value << 4 | UInt32(digit)
            digits += 1
            position += 1
        }
        guard digits == 2 || isBraced && digits > 0, !isBraced || take("}"), Unicode.Scalar(value) != nil else {
            throw wrong("\\x needs two hex digits, or \\x{…} the number of a character", from: start)
        }
        return value
    }

    private mutating func bracketed() throws(FilterError) -> ScalarSet {
        let start = position
        position += 1
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while true {
            guard let scalar = next else { throw wrong("brackets without their end", from: start) }
            if scalar == "]", !isFirst { break }
            isFirst = false
            if scalar == "[", position + 1 < scalars.count, scalars[position + 1] == ":" {
                throw wrong("named classes are not supported: write the characters", from: position)
            }
            let rangeStart = position
            guard case .scalar(let low) = try member() else { continue }
            var high = low
            if next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                position += 1
                guard case .scalar(let end) = try bound() else {
                    throw wrong("a range ends with a character", from: rangeStart)
                }
                high = end
            }
            guard low <= high else { throw wrong("the range is the wrong way round", from: rangeStart) }
            ranges.append(low...high)
        }
        position += 1
        var set = ScalarSet(ranges)
        for more in classes { set = set.union(more) }
        classes = []
        if ignoresCase { set = set.ignoringCase }
        return isInverted ? set.inverted : set
    }

    /// The classes, such as `\d`, in the current brackets.
    private var classes: [ScalarSet] = []

    /// Parses a character in brackets; a class is added to ``classes``.
    private mutating func member() throws(FilterError) -> Escaped {
        let found = try bound()
        if case .set(let set) = found { classes.append(set) }
        return found
    }

    private mutating func bound() throws(FilterError) -> Escaped {
        guard let scalar = next, scalar != "\\" else { return try escapedSet() }
        position += 1
        return .scalar(scalar.value)
    }
}
