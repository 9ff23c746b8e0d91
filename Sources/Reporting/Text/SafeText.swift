/// Text that is not this program's own, made fit for what it is written to: one function for each.
///
/// Control characters, and those that change the direction of text or cannot be seen, are spelt out everywhere: on a
/// terminal they are commands, elsewhere they make a text look like another one.
package enum SafeText {
    /// One line for a terminal.
    package static func terminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return escaped(text) { _ in nil }
    }

    /// One line of Markdown in which nothing is markup.
    package static func markdown(_ text: String) -> String {
        var result = ""
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\\", "|", "<", "*", "_", "`", "[", "&", "~": result += "\\" + String(scalar)
            // What begins like an address would become a link.
            case "/" where previous == ":", "." where previous == "w" || previous == "W":
                result += "\\" + String(scalar)
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += " "
            case let scalar where isHidden(scalar): result += "\\" + spelt(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A code span of Markdown, on one line.
    package static func markdownCode(_ text: String) -> String {
        let line = terminal(text)
        let fence = String(repeating: "`", count: longestFence(line) + 1)
        let padding = line.hasPrefix("`") || line.hasSuffix("`") || line.isEmpty ? " " : ""
        return fence + padding + line + padding + fence
    }

    /// A code block of Markdown.
    package static func markdownBlock(_ lines: [String]) -> [String] {
        let lines = lines.map(terminal)
        let fence = String(repeating: "`", count: max(3, (lines.map(longestFence).max() ?? 0) + 1))
        return [fence + "text"] + lines + [fence]
    }

    private static func longestFence(_ text: String) -> Int {
        text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    }

    /// The text of an element or attribute of XML and HTML.
    package static func markup(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // In an attribute these would be read as spaces.
            case "\t", "\n", "\r": "&#\(scalar.value);"
            default: nil
            }
        }
    }

    /// A description of the Test Anything Protocol: on one line, and no directive.
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

    /// JSON that is written already; what is hidden can only stand in its strings.
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

    /// A character as JSON escapes it: each of its one or two units of UTF-16 by four hex digits.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }

    /// A text cut to a number of characters, with an ellipsis.
    package static func shortened(_ text: String, _ length: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// Whether a character cannot be seen, changes the direction of text, or controls what shows it.
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

    /// The character as Swift spells it.
    private static func spelt(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
