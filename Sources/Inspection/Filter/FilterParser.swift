/// Reads a filter: `frame.type == "PUBLISH" && !(message.objectName == "RC:TxtMsg")`.
///
/// From weak to strong: `||` or `or`, `&&` or `and`, `!` or `not`; comparisons `==` or `eq`, `!=` or `ne`. A field alone
/// asks whether the event has it. Values are JSON strings, numbers, `true`, `false`, or a bare word.
struct FilterParser {
    private let characters: [Character]
    private var position = 0
    private var depth = 0

    /// How deep parentheses and negations may nest.
    static let maximumDepth = 100

    /// Reads a whole filter.
    static func parse(_ text: String) throws(FilterError) -> FilterExpression {
        var parser = FilterParser(characters: Array(text))
        let expression = try parser.or()
        parser.skipSpace()
        guard parser.position == parser.characters.count else { throw parser.wrong("unexpected text") }
        return expression
    }

    private init(characters: [Character]) {
        self.characters = characters
    }

    private func wrong(_ reason: String) -> FilterError { FilterError(position: position, reason: reason) }

    private mutating func or() throws(FilterError) -> FilterExpression {
        var left = try and()
        while take("||") || take(word: "or") { left = .or(left, try and()) }
        return left
    }

    private mutating func and() throws(FilterError) -> FilterExpression {
        var left = try unary()
        while take("&&") || take(word: "and") { left = .and(left, try unary()) }
        return left
    }

    private mutating func unary() throws(FilterError) -> FilterExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw wrong("nested too deeply") }
        if take("!") || take(word: "not") { return .not(try unary()) }
        if take("(") {
            let inside = try or()
            guard take(")") else { throw wrong("expected a closing parenthesis") }
            return inside
        }
        return try comparison()
    }

    private mutating func comparison() throws(FilterError) -> FilterExpression {
        skipSpace()
        let start = position
        let name = word()
        guard !name.isEmpty else { throw wrong("expected a field") }
        guard let field = FilterField(name) else {
            throw FilterError(position: start, reason: "an event has no field \(name)")
        }
        if take("==") || take(word: "eq") { return .equal(field, try value()) }
        if take("!=") || take(word: "ne") { return .notEqual(field, try value()) }
        return .exists(field)
    }

    private mutating func value() throws(FilterError) -> FilterValue {
        skipSpace()
        guard position < characters.count else { throw wrong("expected a value") }
        if characters[position] == "\"" || characters[position] == "'" { return .string(FilterText(try quoted())) }
        let text = word()
        switch text {
        case "": throw wrong("expected a value")
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return Double(text).map { .number(FilterText(text), $0) } ?? .string(FilterText(text))
        }
    }

    private mutating func quoted() throws(FilterError) -> String {
        let start = position
        let quote = characters[position]
        position += 1
        var text = ""
        while position < characters.count, characters[position] != quote {
            if characters[position] == "\\", position + 1 < characters.count { position += 1 }
            text.append(characters[position])
            position += 1
        }
        guard position < characters.count else {
            throw FilterError(position: start, reason: "a text without its closing quote")
        }
        position += 1
        return text
    }

    private mutating func skipSpace() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }

    /// Takes signs, if they come next.
    private mutating func take(_ signs: String) -> Bool {
        skipSpace()
        let wanted = Array(signs)
        guard characters[position...].starts(with: wanted) else { return false }
        // `!` is not the beginning of `!=`.
        if signs == "!", position + 1 < characters.count, characters[position + 1] == "=" { return false }
        position += wanted.count
        return true
    }

    /// Takes a word, if it comes next.
    private mutating func take(word wanted: String) -> Bool {
        skipSpace()
        let start = position
        if word() == wanted { return true }
        position = start
        return false
    }

    /// The next run of letters, digits and the signs that fields and bare values have.
    private mutating func word() -> String {
        var text = ""
        while position < characters.count,
            characters[position].isLetter || characters[position].isNumber || "._-+:#/".contains(characters[position])
        {
            text.append(characters[position])
            position += 1
        }
        return text
    }
}
