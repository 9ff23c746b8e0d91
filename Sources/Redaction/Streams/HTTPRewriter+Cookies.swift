extension HTTPRewriter {
    /// Returns the value of `Cookie`: all values are replaced, and names stay only if the protocols know them.
    func cookies(_ value: String) -> String {
        value.split(separator: ";").map { cookie($0) }.joined(separator: "; ")
    }

    /// Returns the value of `Set-Cookie`: a cookie, followed by attributes, of which only generic ones stay.
    func newCookie(_ value: String) -> String {
        value.split(separator: ";").enumerated().map { place, part in place == 0 ? cookie(part) : attribute(part) }
            .joined(separator: "; ")
    }

    private func cookie(_ part: Substring) -> String {
        let (name, value) = Self.halves(part)
        return joined(Vocabulary.isKey(name) ? kept(name) : context.pseudonyms.text(name), value) {
            context.pseudonyms.text($0)
        }
    }

    private func attribute(_ part: Substring) -> String {
        let (name, value) = Self.halves(part)
        let word = name.lowercased()
        let isKnown = HTTPWords.cookieAttributes.contains(word)
        return joined(isKnown ? kept(name) : context.pseudonyms.text(name), value) { attribute(word, $0) }
    }

    /// Returns the value of an attribute.
    private func attribute(_ name: String, _ value: String) -> String {
        switch name {
        case "samesite" where HTTPWords.sameSites.contains(value.lowercased()): return kept(value)
        case "max-age" where HTTPWords.isNumber(value) || value == "-1": return kept(value)
        case "expires" where HTTPWords.isDate(value): return kept(value)
        case "domain" where value.hasPrefix("."): return "." + context.pseudonyms.text(String(value.dropFirst()))
        case "path":
            let made = target(value)
            if made == value { return kept(value) }
            context.pseudonyms.originals.record(Array(value.utf8))
            return made
        default: return context.pseudonyms.text(value)
        }
    }

    /// Splits a cookie or attribute into its name and its value, if it has one.
    private static func halves(_ part: Substring) -> (name: String, value: String?) {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (halves.first?.trimmingSpaces ?? "", halves.count > 1 ? halves[1].trimmingSpaces : nil)
    }

    private func joined(_ name: String, _ value: String?, _ replace: (String) -> String) -> String {
        value.map { name + "=" + replace($0) } ?? name
    }

    /// Records that a word stays.
    private func kept(_ word: String) -> String {
        context.pseudonyms.originals.keep(Array(word.utf8))
        return word
    }
}
