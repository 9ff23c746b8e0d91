/// Splits the text of a filter into words, signs and quoted texts.
struct FilterScanner {
    private let scalars: [Unicode.Scalar]
    var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Returns an error about the text from `start` to the current position, or about the current position.
    func wrong(_ reason: String, from start: Int? = nil, suggestion: String? = nil) -> FilterError {
        let start = start ?? position
        return FilterError(
            position: start,
            length: max(1, position - start),
            reason: reason,
            suggestion: suggestion
        )
    }

    func text(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[range])
        return text
    }

    mutating func skipSpace() {
        while let scalar = next, scalar.properties.isWhitespace { position += 1 }
    }

    /// Consumes signs if they come next; returns whether they did.
    mutating func take(_ signs: StaticString) -> Bool {
        skipSpace()
        let wanted = Array(signs.description.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        // Do not take the `!` of `!=`.
        if wanted == ["!"], position + 1 < scalars.count, scalars[position + 1] == "=" { return false }
        position += wanted.count
        return true
    }

    /// Consumes one of two words if it comes next; returns whether it did.
    mutating func take(word wanted: String, or other: String? = nil) -> Bool {
        skipSpace()
        let start = position
        let found = word()
        if found == wanted || found == other { return true }
        position = start
        return false
    }

    /// Consumes the characters that fields and unquoted values may have; in a set, up to the dots of a range.
    mutating func word(inSet: Bool = false) -> String {
        let start = position
        while let scalar = next, Self.isInWord(scalar) {
            if inSet, scalar == ".", position + 1 < scalars.count, scalars[position + 1] == "." { break }
            position += 1
        }
        return text(start..<position)
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "+", ":", "#", "/", "@", "$": true
        default: scalar.value >= 0x80 && !scalar.properties.isWhitespace
        }
    }

    /// Whether a quoted text comes next.
    var isAtQuote: Bool { next == "\"" || next == "'" }

    /// Consumes a quoted text and returns its range without the quotes; an escaped quote does not end the text.
    mutating func quoted() throws(FilterError) -> Range<Int> {
        let start = position
        let quote = next
        position += 1
        while let scalar = next, scalar != quote {
            position += scalar == "\\" && position + 1 < scalars.count ? 2 : 1
        }
        guard next != nil else {
            position = start + 1
            throw wrong("a text without its closing quote", from: start)
        }
        position += 1
        return start + 1..<position - 1
    }

    /// Decodes a quoted text: the escapes of JSON, and `\'`.
    func unescaped(_ range: Range<Int>) throws(FilterError) -> String {
        var text = ""
        var place = range.lowerBound
        while place < range.upperBound {
            let scalar = scalars[place]
            guard scalar == "\\" else {
                text.unicodeScalars.append(scalar)
                place += 1
                continue
            }
            let start = place
            let letter = scalars[place + 1]
            place += 2
            switch letter {
            case "\"", "'", "\\", "/": text.unicodeScalars.append(letter)
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "b": text.append("\u{8}")
            case "f": text.append("\u{C}")
            case "u":
                guard let unit = unit(place, range), let scalar = self.scalar(unit, &place, range) else {
                    throw FilterError(
                        position: start,
                        length: 2,
                        reason: "\\u needs the four hex digits of a character"
                    )
                }
                text.unicodeScalars.append(scalar)
            default:
                throw FilterError(
                    position: start,
                    length: 2,
                    reason: "\\\(letter) means nothing in a text: a backslash itself is \\\\"
                )
            }
        }
        return text
    }

    private func unit(_ place: Int, _ range: Range<Int>) -> UInt32? {
        guard place + 4 <= range.upperBound else { return nil }
        var value: UInt32 = 0
        for index in place..<place + 4 {
            guard let digit = Character(scalars[index]).hexDigitValue, scalars[index].isASCII else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Returns the character of one UTF-16 unit, or of a surrogate pair.
    private func scalar(_ unit: UInt32, _ place: inout Int, _ range: Range<Int>) -> Unicode.Scalar? {
        place += 4
        guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) }
        guard place + 6 <= range.upperBound, scalars[place] == "\\", scalars[place + 1] == "u",
            let low = self.unit(place + 2, range), low & 0xFC00 == 0xDC00
        else { return nil }
        place += 6
        return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
    }
}
