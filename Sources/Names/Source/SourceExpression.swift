/// Evaluates the few kinds of expressions that declarations use.
struct SourceExpression {
    let constants: SourceConstants
    let source: SourceFile

    /// The maximum number of tokens in an expression.
    static let longest = 64
    /// The members that return the text of an enumeration's constant.
    private static let members: Set<String> = [
        "rawValue", "value", "getValue", "name", "objectName", "getObjectName", "text",
    ]

    /// Returns the text of a literal, of the constant with a (dotted) name, or of several of these joined.
    ///
    /// - Parameters:
    ///   - tokens: the expression.
    ///   - scope: the class that contains the expression.
    func text(_ tokens: ArraySlice<SourceToken>, scope: String? = nil) -> SourceText? {
        guard let first = tokens.first, tokens.count <= Self.longest else { return nil }
        if tokens.count == 1, first.kind == .string {
            return SourceText(text: first.text, place: source.place(first.offset))
        }
        let joint = source.language.joint
        if tokens.contains(where: { $0.isSign(joint) }) {
            let parts = tokens.split(omittingEmptySubsequences: false) { $0.isSign(joint) }.map {
                text($0, scope: scope)
            }
            guard parts.count > 1, let place = parts.first??.place else { return nil }
            var joined = ""
            for part in parts {
                guard let part else { return nil }
                joined += part.text
            }
            return SourceText(text: joined, place: place)
        }
        guard var path = path(tokens) else { return nil }
        if let value = constants.value(of: path, scope: scope, in: source.path) { return value }
        guard path.count > 1, let last = path.last, Self.members.contains(last) else { return nil }
        path.removeLast()
        return constants.value(of: path, scope: scope, in: source.path)
    }

    /// Returns the parts of a dotted name; `nil` for another expression, such as `[Type name]` of Objective-C.
    private func path(_ tokens: ArraySlice<SourceToken>) -> [String]? {
        var rest = tokens
        if rest.count > 2, rest.last?.isSign(")") == true, rest.dropLast().last?.isSign("(") == true {
            rest = rest.dropLast(2)
        }
        guard rest.last?.kind == .word,
            rest.allSatisfy({ $0.kind == .word || $0.isSign(".") || $0.isSign(":") || $0.isSign("!") })
        else { return nil }
        return rest.filter { $0.kind == .word }.map(\.text)
    }

    /// The members that return the number of an enumeration's constant.
    private static let numberMembers: Set<String> = ["rawValue", "value", "getValue", "type", "getType", "intValue"]

    /// Returns the whole number of an expression as text; `constants` must be those of numbers.
    ///
    /// - Parameters:
    ///   - tokens: the expression; `@(X)`, `(Type)X`, `X.rawValue` and `Type(X)` have the value of X.
    ///   - scope: the class that contains the expression.
    func number(_ tokens: ArraySlice<SourceToken>, scope: String? = nil) -> SourceText? {
        var rest = tokens
        guard rest.count <= Self.longest else { return nil }
        while let first = rest.first {
            if first.isSign("@") {
                rest.removeFirst()
            } else if first.isSign("("), rest.count > 2, rest.last?.isSign(")") == true {
                rest = rest.dropFirst().dropLast()
            } else if first.isSign("("), rest.count > 3, rest[rest.startIndex + 2].isSign(")") {
                rest = rest.dropFirst(3)
            } else if first.kind == .word, first.text.hasSuffix("Type") || first.text.hasPrefix("Int"), rest.count > 3,
                rest[rest.startIndex + 1].isSign("("), rest.last?.isSign(")") == true
            {
                rest = rest.dropFirst(2).dropLast()
            } else {
                break
            }
        }
        guard let first = rest.first else { return nil }
        let isNegative = first.isSign("-")
        let digits = isNegative ? rest.dropFirst() : rest
        if digits.count == 1, let number = digits.first, number.kind == .number {
            return Self.wholeNumber(number.text).map { value in
                SourceText(text: String(isNegative ? 0 - value : value), place: source.place(first.offset))
            }
        }
        guard !isNegative, var path = path(rest) else { return nil }
        // `.member` of Swift omits its type.
        if first.isSign(".") { path.insert("", at: 0) }
        if let value = constants.value(of: path, scope: scope, in: source.path) { return value }
        guard path.count > 1, let last = path.last, Self.numberMembers.contains(last) else { return nil }
        path.removeLast()
        return constants.value(of: path, scope: scope, in: source.path)
    }

    /// Returns the value of a literal without sign, such as `12`, `0x1F`, `1_000` or `3L`.
    static func wholeNumber(_ text: String) -> Int64? {
        var digits = text.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "'") }[...]
        let isHexadecimal = digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58])
        if isHexadecimal { digits = digits.dropFirst(2) }
        while let last = digits.last, [0x4C, 0x6C, 0x55, 0x75].contains(last) { digits.removeLast() }
        guard (1...18).contains(digits.count) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    }

    /// Returns the value of `true` or `false`; `nil` for another expression.
    func bool(_ tokens: ArraySlice<SourceToken>) -> Bool? {
        guard tokens.count == 1, let token = tokens.first else { return nil }
        return Self.boolean(token)
    }

    /// Returns the value of the token `true` or `false`; `nil` for another token.
    static func boolean(_ token: SourceToken) -> Bool? {
        token.isWord("true") ? true : token.isWord("false") ? false : nil
    }
}
