import Transport
import WireFormat
import WireJSON

/// Decides which values are secret, and shortens them, so that output can be shared; all outputs use this one place.
///
/// A value is secret because of the name before it: the key of a JSON member, the name of a URL parameter or of a
/// field, or `name=value` inside a text.
package enum Secrets {
    /// Returns the first four characters and an ellipsis; a text of up to four characters becomes only the ellipsis.
    static func shortened(_ text: String) -> String {
        text.count > 4 ? text.prefix(4) + "…" : "…"
    }

    /// Shortens the values of some keys in an object, including repeated keys.
    static func shorten(_ keys: Set<String>, in object: inout JSONValue) {
        guard case .object(var members) = object else { return }
        for index in members.indices where keys.contains(members[index].key.text) {
            members[index].value = JSONValue(members[index].value.string.map(shortened) ?? "…")
        }
        object = .object(members)
    }

    /// Whether the value of a name is secret: tokens, app secrets, signatures of server calls, passwords.
    ///
    /// Letter case, `-` and `_` are ignored, and only the end of the name counts: `token`, `rc-token`, `bosToken`.
    package static func isSecret(_ name: String) -> Bool {
        let utf8 = name.utf8
        return isSecret(utf8.span)
    }

    /// Whether the value of a name in UTF-8 is secret.
    static func isSecret(_ name: Span<UInt8>) -> Bool {
        guard name.count >= 3 else { return false }
        let last = name[name.count - 1] | 0x20
        for index in names.indices where names[index].last == last {
            if hasEnding(names[index].text, name) { return true }
        }
        return false
    }

    /// The endings of secret names, and the last letter of each.
    private static let names: [(text: StaticString, last: UInt8)] = [
        ("token", UInt8(ascii: "n")), ("tkn", UInt8(ascii: "n")), ("secret", UInt8(ascii: "t")),
        ("signature", UInt8(ascii: "e")), ("password", UInt8(ascii: "d")), ("passwd", UInt8(ascii: "d")),
    ]

    /// The last two characters of all secret names.
    static let endings = JSONLetterPairs(endingsOf: names.map(\.text.description), orBefore: "-_")

    /// Whether a name has an ending, ignoring letter case, `-` and `_`.
    private static func hasEnding(_ ending: StaticString, _ name: Span<UInt8>) -> Bool {
        var left = ending.utf8CodeUnitCount
        var index = name.count
        return ending.withUTF8Buffer { wanted in
            while left > 0 {
                guard index > 0 else { return false }
                index -= 1
                let byte = name[index]
                if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { continue }
                guard byte | 0x20 == wanted[left - 1] else { return false }
                left -= 1
            }
            return true
        }
    }

    // MARK: - Texts

    /// Whether a text may contain the value of a secret name; `false` is certain.
    static func mayHoldValue(_ bytes: Span<UInt8>) -> Bool {
        bytes.contains(UInt8(ascii: "="), or: UInt8(ascii: "%"))
            || bytes.contains(UInt8(ascii: ":"), or: UInt8(ascii: ":"))
    }

    /// Returns a text, such as a URL, a header or a piece of JSON, with the values of secret names shortened.
    static func masked(_ text: String) -> String {
        var text = text
        return text.withUTF8 { buffer in
            let bytes = Span(_unsafeElements: buffer)
            let ranges = values(in: bytes)
            guard !ranges.isEmpty else { return nil }
            var result = ""
            var start = 0
            for range in ranges {
                result += String(decodingUTF8: bytes.extracting(start..<range.lowerBound))
                result += shortened(String(decodingUTF8: bytes.extracting(range)))
                start = range.upperBound
            }
            return result + String(decodingUTF8: bytes.extracting(start..<bytes.count))
        } ?? text
    }

    /// Masks the text at the end of a writer.
    ///
    /// - Parameter start: the offset of the text.
    static func maskText(from start: Int, in writer: inout ByteWriter) {
        guard !values(in: writer.span.extracting(start..<writer.count)).isEmpty else { return }
        let text = String(decodingUTF8: writer.span.extracting(start..<writer.count))
        writer.truncate(to: start)
        writer.append(text: masked(text))
    }

    /// Returns a URL parameter as it may be shown.
    static func masked(_ parameter: HTTPTarget.Parameter) -> HTTPTarget.Parameter {
        // Name and value may be in the wrong order: `?3c5f…=token`. Parameter names are shorter than tokens.
        let isExchanged = parameter.name.utf8.count >= shortestToken && isSecret(parameter.value)
        return HTTPTarget.Parameter(
            name: isExchanged ? shortened(parameter.name) : masked(parameter.name),
            value: isSecret(parameter.name) ? shortened(parameter.value) : masked(parameter.value)
        )
    }

    /// Returns the ranges of the values of secret names in a text, such as `token=abc`, `"token":"abc"`,
    /// `%74oken%3Dabc`.
    static func values(in bytes: Span<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while let sign = firstSign(in: bytes, from: index) {
            index = sign
            defer { index += 1 }
            var separator = index..<index + 1
            switch bytes[index] {
            case UInt8(ascii: "="), UInt8(ascii: ":"): break
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "3"),
                    [UInt8(ascii: "d"), UInt8(ascii: "a")].contains(bytes[index + 2] | 0x20)
                else { continue }
                separator = index..<index + 3
            default: break
            }
            guard isSecretName(before: separator.lowerBound, in: bytes) else { continue }
            let value = value(after: separator.upperBound, in: bytes)
            guard !value.isEmpty else { continue }
            ranges.append(value)
            index = value.upperBound - 1
        }
        return ranges
    }

    /// Returns the first offset from `start` on with a sign that may separate a name from its value.
    private static func firstSign(in bytes: Span<UInt8>, from start: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let (equals, colon, percent) = (ones &* 0x3D, ones &* 0x3A, ones &* 0x25)
        var index = start
        // Eight bytes at a time: a byte with one of the signs becomes zero, and the lowest zero byte keeps its high
        // bit.
        while bytes.count &- index >= 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(at: index, as: UInt64.self))
            let zeros =
                ((word ^ equals) &- ones) & ~(word ^ equals) | ((word ^ colon) &- ones) & ~(word ^ colon)
                | ((word ^ percent) &- ones) & ~(word ^ percent)
            let found = zeros & (ones &* 0x80)
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "%"): return index
            default: index &+= 1
            }
        }
        return nil
    }

    /// The length in bytes from which a parameter name may be a token.
    private static let shortestToken = 14

    /// The length in bytes of the longest name that is recognised.
    private static let longestName = 64

    /// Whether the name that ends before an offset is secret, after percent-decoding; quotes and blanks between are
    /// skipped.
    private static func isSecretName(before end: Int, in bytes: Span<UInt8>) -> Bool {
        var end = end
        while end > 0, isFiller(bytes[end - 1]) { end -= 1 }
        guard end > 0, mayEndSecretName(bytes[end - 1]) else { return false }
        var start = end
        var hasPercent = false
        while start > 0, end - start < longestName, isPartOfName(bytes[start - 1]) {
            start -= 1
            if bytes[start] == UInt8(ascii: "%") { hasPercent = true }
        }
        let name = bytes.extracting(start..<end)
        return hasPercent ? isSecret(HTTPTarget.percentDecoded(name)) : isSecret(name)
    }

    /// Whether a secret name may end with a byte; this rules out most names.
    private static func mayEndSecretName(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        // The last letters of secret names, percent signs, and hex digits after a percent sign.
        case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "%"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Returns the range of the value after an offset, without the quotes around it.
    private static func value(after start: Int, in bytes: Span<UInt8>) -> Range<Int> {
        var start = start
        while start < bytes.count, isFiller(bytes[start]) { start += 1 }
        var end = start
        if start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
            end = endOfContainer(from: start, in: bytes)
        } else {
            while end < bytes.count, !isEndOfValue(bytes[end]) {
                var next = end
                while next < bytes.count, bytes[next] == UInt8(ascii: "\\") { next += 1 }
                // Backslashes before a quotation mark, or at the end of the text, do not belong to the value.
                if next > end, next == bytes.count || isQuote(bytes[next]) { break }
                end = max(next, end + 1)
            }
        }
        return start..<end
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Returns the offset after the bracket that closes the one at `start`; the end of the text if there is none.
    ///
    /// Brackets inside strings do not count. In JSON that is itself inside a string, the quotation marks around strings
    /// have as many backslashes as the first one, and those inside strings have more.
    private static func endOfContainer(from start: Int, in bytes: Span<UInt8>) -> Int {
        var depth = 0
        var backslashes = 0
        var backslashesOfQuotes: Int?
        var isInString = false
        for index in start..<bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\\"):
                backslashes += 1
                continue
            case UInt8(ascii: "\""):
                if backslashesOfQuotes == nil { backslashesOfQuotes = backslashes }
                if backslashesOfQuotes == backslashes { isInString.toggle() }
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            backslashes = 0
        }
        return bytes.count
    }

    private static func isFiller(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: " "), 9: true
        default: false
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func isEndOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"):
            true
        default: false
        }
    }
}

// MARK: - Bytes

extension Secrets {
    /// The character that replaces a hidden byte.
    static let hiddenByte = UInt8(ascii: "*")

    /// Returns bytes that may be shown: the values of secret names are replaced by asterisks.
    static func masked(_ bytes: Span<UInt8>) -> [UInt8] {
        var shown = [UInt8](copying: bytes)
        for range in values(in: bytes) { for index in range { shown[index] = hiddenByte } }
        return shown
    }
}
