import Transport
import WireFormat

// Start lines: methods, targets, versions and reasons.
extension HTTPRewriter {
    /// Returns the start line of a request or an answer with replaced texts.
    func startLine(_ line: String, isRequest: Bool) -> String {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard isRequest else {
            // The reason phrase is free text; a standard phrase stays.
            let reason =
                words.count > 2
                ? (HTTPWords.reasons.contains(words[2]) ? words[2] : context.pseudonyms.text(words[2])) : ""
            if words.count > 2, reason == words[2] { context.pseudonyms.originals.keep(Array(reason.utf8)) }
            return words.count > 1 ? "\(version(words[0])) \(words[1]) \(reason)" : "HTTP/1.1 500 "
        }
        guard words.count > 1 else { return "GET / HTTP/1.1" }
        let method = HTTPWords.methods.contains(words[0]) ? words[0] : context.pseudonyms.text(words[0])
        return ([method, target(words[1])] + words.dropFirst(2).map(version)).joined(separator: " ")
    }

    /// Returns the HTTP version, of any number; other text after it, in a damaged line, is replaced.
    private func version(_ word: String) -> String {
        let name = "HTTP/"
        guard word.hasPrefix(name) else { return context.pseudonyms.text(word) }
        let rest = word.dropFirst(name.count)
        let number = Array(rest.utf8.prefix(3))
        let isNumber = number.count == 3 && number[0] &- 48 < 10 && number[1] == 46 && number[2] &- 48 < 10
        let known = word.prefix(isNumber ? name.count + 3 : name.count)
        return known + context.pseudonyms.text(String(word.dropFirst(known.count)))
    }

    /// Returns a target with replaced parameters and path segments; known segments stay.
    ///
    /// Scheme and authority precede the path in a request to a proxy, and are replaced as a link is.
    func target(_ target: String) -> String {
        let start = target.utf8.index(target.startIndex, offsetBy: HTTPTarget.pathStart(target.utf8Span.span))
        guard start > target.startIndex else { return originForm(target) }
        return context.pseudonyms.text(String(target[..<start])) + originForm(String(target[start...]))
    }

    private func originForm(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path =
            !target.hasPrefix("/")
            ? context.pseudonyms.text(String(parts[0]))
            : parts[0].split(separator: "/", omittingEmptySubsequences: false).map { segment in
                let text = String(segment)
                guard !text.isEmpty, !HTTPWords.isSegment(text) else {
                    context.pseudonyms.originals.keep(Array(text.utf8))
                    return text
                }
                return encoded(context.pseudonyms.text(decoded(text)))
            }.joined(separator: "/")
        guard parts.count > 1 else { return path }
        let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = decoded(String(halves[0]))
            let key = key(name, spelt: halves[0])
            guard halves.count > 1 else { return key }
            let value = decoded(String(halves[1]))
            let made = context.leaves.text(value, place(name))
            if made == value {
                context.pseudonyms.originals.keep(Array(halves[1].utf8))
                return key + "=" + halves[1]
            }
            // The spelling of a short text is long, but such texts are only compared as a whole.
            if value.utf8.count >= Originals.shortest {
                context.pseudonyms.originals.record(Array(halves[1].utf8))
            }
            return key + "=" + encoded(made)
        }
        return path + "?" + query.joined(separator: "&")
    }

    /// Returns the name of a parameter; names that the protocols know stay.
    private func key(_ name: String, spelt spelling: Substring) -> String {
        guard Vocabulary.isKey(name) else { return encoded(context.pseudonyms.text(name)) }
        context.pseudonyms.originals.keep(Array(spelling.utf8))
        return String(spelling)
    }

    private func decoded(_ text: String) -> String { HTTPTarget.percentDecoded(text.utf8Span.span) }

    private func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + Hex.encode([byte]).uppercased()
            }
        }
        return result
    }
}
