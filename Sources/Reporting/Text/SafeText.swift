/// Makes text from outside safe for its destination, with one function for each destination.
///
/// Control characters and characters that are invisible or change the direction of text are spelt out everywhere: a
/// terminal takes them as commands, elsewhere they make one text look like another.
package enum SafeText {
    /// Returns a text as one line for a terminal.
    package static func terminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return escaped(text) { _ in nil }
    }

    /// Returns a text as one line of Markdown without markup.
    package static func markdown(_ text: String) -> String {
        var result = ""
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\\", "|", "<", "*", "_", "`", "[", "&", "~": result += "\\" + String(scalar)
            // The beginning of an address would become a link.
            case "/" where previous == ":", "." where previous == "w" || previous == "W":
                result += "\\" + String(scalar)
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += " "
            case let scalar where isHidden(scalar): result += "\\" + spelt(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a text as a code span of Markdown, on one line.
    package static func markdownCode(_ text: String) -> String {
        let line = terminal(text)
        let fence = String(repeating: "`", count: longestFence(line) + 1)
        let padding = line.hasPrefix("`") || line.hasSuffix("`") || line.isEmpty ? " " : ""
        return fence + padding + line + padding + fence
    }

    /// Returns lines as a code block of Markdown.
    package static func markdownBlock(_ lines: [String]) -> [String] {
        let lines = lines.map(terminal)
        let fence = String(repeating: "`", count: max(3, (lines.map(longestFence).max() ?? 0) + 1))
        return [fence + "text"] + lines + [fence]
    }

    private static func longestFence(_ text: String) -> Int {
        text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    }

    /// Returns a text for an element or attribute of XML and HTML.
    package static func markup(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // An XML reader would replace these by spaces in an attribute.
            case "\t", "\n", "\r": "&#\(scalar.value);"
            default: nil
            }
        }
    }

    /// Returns a text as a description of the Test Anything Protocol: one line without a directive.
    package static func tap(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "#", "\\": "\\" + String(scalar)
            case "\n", "\r", "\t": " "
            case let scalar where isHidden(scalar): "\\" + spelt(scalar)
            default: nil
            }
        }
    }

    /// Returns JSON with its hidden characters escaped; they can occur only in its strings.
    package static func json(written text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value >= 0x7F && isHidden($0) }) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 64)
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x7F, isHidden(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            result += escaped(scalar)
        }
        return result
    }

    /// Returns a character as JSON escapes it: one or two UTF-16 units of four hex digits.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }

    /// Returns a text cut to `length` characters, with an ellipsis.
    package static func shortened(_ text: String, _ length: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// Returns whether a character is invisible, changes the direction of text, or is a control character.
    @inlinable
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF0...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE0FFF:
            true
        default: scalar.value > 0xFFFF && scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            if let other = replacement(scalar) {
                result += other
            } else if isHidden(scalar) {
                result += spelt(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a character as Swift spells it.
    private static func spelt(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
