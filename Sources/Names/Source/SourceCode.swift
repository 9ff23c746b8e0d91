/// A source file with its brackets, and access to the parts that declarations consist of.
struct SourceCode {
    let source: SourceFile
    private let brackets: SourceBrackets

    init(_ source: SourceFile) {
        self.source = source
        brackets = SourceBrackets(source.tokens)
    }

    private var tokens: [SourceToken] { source.tokens }

    func token(_ index: Int) -> SourceToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// The maximum number of parts of a dotted name.
    private static let longestPath = 16

    /// Returns the index before a name, including the parts and dots that it begins with.
    func before(nameAt index: Int) -> Int {
        var mark = index - 1
        for _ in 0..<Self.longestPath where token(mark)?.isSign(".") == true && token(mark - 1)?.kind == .word {
            mark -= 2
        }
        return mark
    }

    /// Returns the index of a bracket's partner.
    func other(of index: Int) -> Int? { brackets.other(of: index) }

    /// Returns the result of a method without arguments; `isPlain` is `false` if the method does more than return it.
    func method(_ index: Int) -> (body: ArraySlice<SourceToken>, isPlain: Bool, isStatic: Bool)? {
        let before = tokens[max(0, index - 8)..<index]
        var isStatic = false
        switch source.language {
        case .swift:
            guard token(index - 1)?.isWord("func") == true || token(index - 1)?.isWord("var") == true else {
                return nil
            }
            isStatic = before.contains { $0.isWord("class") || $0.isWord("static") }
        case .objectiveC:
            guard token(index - 1)?.isSign(")") == true else { return nil }
            isStatic = before.contains { $0.isSign("+") }
        case .dart:
            guard token(index + 1)?.isSign("(") == true, token(index + 2)?.isSign(")") == true else { return nil }
        default: return nil
        }
        var start = index + 1
        while start < min(index + 14, tokens.count), !tokens[start].isSign("{"), !tokens[start].isSign(";") {
            // `=> value;` of Dart.
            if source.language == .dart, tokens[start].isSign("="), token(start + 1)?.isSign(">") == true {
                let rest = tokens[(start + 2)...].prefix(SourceExpression.longest)
                guard let end = rest.firstIndex(where: { $0.isSign(";") }) else { return nil }
                return (tokens[(start + 2)..<end], true, false)
            }
            start += 1
        }
        guard token(start)?.isSign("{") == true, let end = brackets.other(of: start) else { return nil }
        var body = tokens[(start + 1)..<end]
        guard body.count <= SourceExpression.longest else {
            return (body.prefix(SourceExpression.longest), false, isStatic)
        }
        body = returned(body)
        // More than one statement is not a constant.
        return (body, !body.contains { $0.isWord("return") || $0.isSign(";") }, isStatic)
    }

    /// Returns the expression that a body returns, without an enclosing `get { … }`.
    private func returned(_ body: ArraySlice<SourceToken>) -> ArraySlice<SourceToken> {
        var body = body
        if body.count > 2, body.first?.isWord("get") == true, body[body.startIndex + 1].isSign("{"),
            brackets.other(of: body.startIndex + 1) == body.endIndex - 1
        {
            body = body.dropFirst(2).dropLast()
        }
        if body.last?.isSign(";") == true { body.removeLast() }
        if body.first?.isWord("return") == true { body.removeFirst() }
        return body
    }

    /// Returns the value of a computed property: `=> value;`, `{ get { return value; } }` or `{ get => value; }`.
    func property(_ index: Int) -> ArraySlice<SourceToken>? {
        var start = index + 1
        var limit = min(tokens.count, start + SourceExpression.longest)
        if token(start)?.isSign("{") == true, let end = brackets.other(of: start), end < limit {
            let body = returned(tokens[(start + 1)..<end])
            guard body.first?.isWord("get") == true else { return body }
            start = body.startIndex + 1
            limit = end
        }
        guard token(start)?.isSign("=") == true, token(start + 1)?.isSign(">") == true, start + 2 < limit,
            let end = tokens[(start + 2)..<limit].firstIndex(where: { $0.isSign(";") })
        else { return nil }
        return tokens[(start + 2)..<end]
    }

    /// The maximum number of nested functions that are searched for a parameter.
    private static let maximumDepth = 32

    /// Returns whether a function around a token has a parameter of this name.
    func isParameter(_ name: String, at index: Int) -> Bool {
        var brace = Int(brackets.around[index])
        for _ in 0..<Self.maximumDepth where brace >= 0 {
            if hasParameter(name, before: brace) { return true }
            brace = Int(brackets.around[brace])
        }
        return false
    }

    /// Returns whether the parameters before a function's `{` include a name; a type or an arrow may stand between.
    private func hasParameter(_ name: String, before brace: Int) -> Bool {
        guard let end = tokens[max(0, brace - 6)..<brace].lastIndex(where: { $0.isSign(")") }),
            let start = brackets.other(of: end), end - start <= 256
        else { return false }
        return (start + 1..<end).contains { place in
            tokens[place].isWord(name) && (tokens[place - 1].isSign("(") || tokens[place - 1].isSign(","))
        }
    }

    /// Returns the arguments in the parentheses after a name, and the index after them.
    func arguments(after index: Int) -> (list: [ArraySlice<SourceToken>], end: Int)? {
        guard token(index + 1)?.isSign("(") == true, let end = brackets.other(of: index + 1) else { return nil }
        var list: [ArraySlice<SourceToken>] = []
        var start = index + 2
        var place = start
        while place <= end, list.count < 16 {
            if place == end || tokens[place].isSign(",") {
                if place > start { list.append(tokens[start..<place]) }
                start = place + 1
                place += 1
            } else if let other = brackets.other(of: place), other > place {
                place = other + 1
            } else {
                place += 1
            }
        }
        return (list, end + 1)
    }

    /// Returns whether a block follows the parentheses after a name.
    func isFollowedByBody(_ index: Int) -> Bool {
        guard let end = brackets.other(of: index + 1) else { return false }
        return token(end + 1)?.isSign("{") == true || token(end + 1)?.isSign(":") == true
    }
}
