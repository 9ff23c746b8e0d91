/// Parses a filter: `frame.type == "PUBLISH" && !(message.objectName == "RC:TxtMsg")`.
///
/// Operators from low to high precedence: `||` or `or`, `&&` or `and`, `!` or `not`, then conditions. `Docs/filters.md`
/// has the grammar.
struct FilterParser {
    private var scanner: FilterScanner
    private var depth = 0
    private var doubts: [FilterError] = []

    /// The greatest nesting depth of parentheses and negations.
    static let maximumDepth = 100

    /// Parses a whole filter.
    ///
    /// - Returns: the expression, and the comparisons that are true for no event but are no errors.
    static func parse(
        _ text: String
    ) throws(FilterError) -> (expression: FilterExpression, doubts: [FilterError]) {
        var parser = FilterParser(scanner: FilterScanner(text))
        let expression = try parser.or()
        try parser.end()
        return (expression, parser.doubts)
    }

    /// Parses a field path without a condition.
    static func path(_ text: String) throws(FilterError) -> FieldPath {
        var parser = FilterParser(scanner: FilterScanner(text))
        let path = try parser.path()
        try parser.end()
        return path
    }

    private mutating func end() throws(FilterError) {
        scanner.skipSpace()
        guard let next = scanner.next else { return }
        switch next {
        case "=": throw scanner.wrong("one = compares nothing: write ==")
        case "&": throw scanner.wrong("and is written && or and")
        case "|": throw scanner.wrong("or is written || or or")
        case "[":
            throw scanner.wrong("lists are looked at as a whole: brackets hold a quoted name, as in content[\"a.b\"]")
        default: throw scanner.wrong("unexpected text")
        }
    }

    private mutating func or() throws(FilterError) -> FilterExpression {
        var parts = [try and()]
        while scanner.take("||") || scanner.take(word: "or") { parts.append(try and()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func and() throws(FilterError) -> FilterExpression {
        var parts = [try unary()]
        while scanner.take("&&") || scanner.take(word: "and") { parts.append(try unary()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func unary() throws(FilterError) -> FilterExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw scanner.wrong("nested too deeply") }
        if scanner.take("!") || scanner.take(word: "not") { return .not(try unary()) }
        if scanner.take("(") {
            let inside = try or()
            guard scanner.take(")") else { throw scanner.wrong("expected a closing parenthesis") }
            return inside
        }
        return .test(try condition())
    }

    // MARK: Fields

    private mutating func condition() throws(FilterError) -> FilterTest {
        scanner.skipSpace()
        let start = scanner.position
        let word = scanner.word()
        if word == "any" || word == "all", scanner.take("(") {
            let path = try path()
            guard scanner.take(")") else { throw scanner.wrong("expected a closing parenthesis") }
            let end = scanner.position
            var test = FilterTest(path: path)
            guard try comparison(&test) else {
                scanner.position = end
                throw scanner.wrong("\(word) needs a comparison", from: start)
            }
            // `all` with `!=` or `not in` means the same as the operator alone: no value is equal. `any` with one of
            // them means that one value differs.
            if word == "all", test.quantifier == .any { test.quantifier = .all }
            if word == "any", test.quantifier == .none { (test.quantifier, test.isInverted) = (.any, true) }
            return test
        }
        scanner.position = start
        var test = FilterTest(path: try path())
        _ = try comparison(&test)
        return test
    }

    /// Parses a path: names joined by dots; a name with other characters is quoted in brackets.
    private mutating func path() throws(FilterError) -> FieldPath {
        scanner.skipSpace()
        let start = scanner.position
        let word = scanner.word()
        guard !word.isEmpty else { throw scanner.wrong("expected a field") }
        var names = word.split(separator: ".", omittingEmptySubsequences: false).map {
            FieldPath.Name(text: String($0))
        }
        while scanner.next == "[" {
            let bracket = scanner.position
            scanner.position += 1
            guard scanner.isAtQuote else {
                scanner.position = bracket
                break
            }
            let range = try scanner.quoted()
            names.append(FieldPath.Name(text: try scanner.unescaped(range), isQuoted: true))
            guard scanner.next == "]" else { throw scanner.wrong("expected the closing bracket") }
            scanner.position += 1
            guard scanner.next == "." else { continue }
            scanner.position += 1
            names += scanner.word().split(separator: ".", omittingEmptySubsequences: false).map {
                FieldPath.Name(text: String($0))
            }
        }
        let spelling = scanner.text(start..<scanner.position)
        guard names.allSatisfy({ $0.isQuoted || !$0.text.isEmpty }) else {
            throw FilterError(
                position: start,
                length: scanner.position - start,
                reason: "an event has no field \(spelling)"
            )
        }
        return try FieldPath(names, spelling: spelling, position: start)
    }

    // MARK: Comparisons

    /// Parses the comparison after a path; returns whether there is one.
    private mutating func comparison(_ test: inout FilterTest) throws(FilterError) -> Bool {
        scanner.skipSpace()
        let start = scanner.position
        if scanner.take("==") || scanner.take(word: "eq") {
            test.operation = .equal
        } else if scanner.take("!=") || scanner.take(word: "ne") {
            test.operation = .equal
            test.quantifier = .none
        } else if scanner.take("<=") || scanner.take(word: "le") {
            test.operation = .lessOrEqual
        } else if scanner.take(">=") || scanner.take(word: "ge") {
            test.operation = .greaterOrEqual
        } else if scanner.take("<") || scanner.take(word: "lt") {
            test.operation = .less
        } else if scanner.take(">") || scanner.take(word: "gt") {
            test.operation = .greater
        } else if scanner.take(word: "contains") {
            test.operation = .contains
        } else if scanner.take("~") || scanner.take(word: "matches") {
            test.operation = .matches
        } else if scanner.take(word: "in") {
            test.operation = .oneOf
        } else if scanner.take(word: "not"), scanner.take(word: "in") {
            test.operation = .oneOf
            test.quantifier = .none
        } else {
            scanner.position = start
            return false
        }
        let check = FilterCheck(
            path: test.path,
            operation: test.operation,
            isNegated: test.quantifier == .none,
            operatorPosition: start,
            operatorLength: scanner.position - start
        )
        try check.checkOperation()
        if test.operation == .oneOf {
            test.members = try members(check)
        } else {
            try check.take(try literal(isPattern: test.operation == .matches), as: &test)
        }
        if check.isWithoutFalse(test) {
            let reason = "\(test.path.spelling) is true or absent, so this never holds"
            doubts.append(scanner.wrong(reason, from: start, suggestion: "!\(test.path.spelling)"))
        }
        return true
    }

    /// Parses a set such as `{a, b, 1..5}`.
    private mutating func members(_ check: FilterCheck) throws(FilterError) -> [FilterTest.Member] {
        guard scanner.take("{") else { throw scanner.wrong("expected { and the values of the set") }
        var members: [FilterTest.Member] = []
        repeat {
            let low = try literal(inSet: true)
            var high: FilterLiteral?
            if scanner.take("..") { high = try literal(inSet: true) }
            members.append(try check.member(low, high))
        } while scanner.take(",")
        guard scanner.take("}") else { throw scanner.wrong("expected , or } behind a value of the set") }
        return members
    }

    private mutating func literal(
        inSet: Bool = false,
        isPattern: Bool = false
    ) throws(FilterError) -> FilterLiteral {
        scanner.skipSpace()
        let start = scanner.position
        if scanner.isAtQuote {
            let range = try scanner.quoted()
            return FilterLiteral(
                // Regular expressions have their own escapes.
                text: isPattern ? scanner.text(range) : try scanner.unescaped(range),
                raw: scanner.text(range),
                isQuoted: true,
                position: start,
                length: scanner.position - start
            )
        }
        let word = scanner.word(inSet: inSet)
        guard !word.isEmpty else { throw scanner.wrong("expected a value") }
        return FilterLiteral(text: word, raw: word, isQuoted: false, position: start, length: scanner.position - start)
    }
}
