// Joining of literals into one text.
extension SourceLexer {
    /// The tokens, with joined literals as one: adjacent ones, in languages that join these, and those with a joining
    /// sign between.
    var joinedTokens: [SourceToken] {
        let joinsNeighbours = [.objectiveC, .cpp, .python, .dart].contains(language)
        return joinedBySigns(joinsNeighbours ? joinedNeighbours : tokens)
    }

    private var joinedNeighbours: [SourceToken] {
        var result: [SourceToken] = []
        // The latest tokens of the levels up to the current one, by their places in the result: the tokens of a
        // literal's interpolations come before the literal itself, and are no neighbours of it.
        var latest: [Int] = []
        for (index, token) in tokens.enumerated() {
            while let place = latest.last, result[place].level > token.level { latest.removeLast() }
            let neighbour = latest.last.flatMap { result[$0].level == token.level ? $0 : nil }
            if token.isLiteral, let neighbour, result[neighbour].isLiteral,
                !(interpolationEnds.contains(index) && tokens[index - 1].level == token.level)
            {
                result[neighbour].text += token.text
                if token.kind == .partialString { result[neighbour].kind = .partialString }
            } else {
                if neighbour != nil { latest.removeLast() }
                latest.append(result.count)
                result.append(token)
            }
        }
        return result
    }

    private func joinedBySigns(_ tokens: [SourceToken]) -> [SourceToken] {
        let joint = language.joint
        var result: [SourceToken] = []
        result.reserveCapacity(tokens.count)
        for (index, token) in tokens.enumerated() {
            let first = result.count - 2
            if token.kind == .string, first >= 0, result[first].kind == .string, result[first + 1].isSign(joint),
                // A literal in an interpolation belongs to the literal around it.
                result[first].level == token.level, result[first + 1].level == token.level,
                !(first > 0 && bindsTighter(result[first - 1])),
                !(index + 1 < tokens.count && bindsTighter(tokens[index + 1]))
            {
                result.removeLast()
                result[first].text += token.text
            } else {
                result.append(token)
            }
        }
        return result
    }

    /// Returns whether a sign beside a literal binds more tightly than the joining sign, as in `"a" + "b".length`.
    private func bindsTighter(_ token: SourceToken) -> Bool {
        switch token.sign {
        case UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "["): true
        case UInt8(ascii: "."): language != .php
        default: false
        }
    }
}

extension [SourceToken] {
    /// Returns whether a literal is joined to a part that is not known here.
    func isJoined(_ index: Int, by joint: String) -> Bool {
        func isJoint(_ place: Int) -> Bool {
            indices.contains(place) && self[place].level == self[index].level && self[place].isSign(joint)
        }
        // `text += "…"`
        let isAppended =
            index > 1 && self[index - 1].isSign("=") && isJoint(index - 2)
            && self[index - 2].offset == self[index - 1].offset - 1
        return isJoint(index - 1) || isJoint(index + 1) || isAppended
    }
}
