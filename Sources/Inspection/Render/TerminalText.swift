import WireFormat

/// Makes text from the wire safe to show on a terminal, and measures it.
package enum TerminalText {
    /// The text with control, escape and bidirectional characters escaped.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isDangerous) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let scalar where isDangerous(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }

    /// Columns that a text takes on a terminal: two for East Asian wide characters and emoji.
    static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first?.value else { return 0 }
        switch first {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The text cut to `columns` with an ellipsis, and filled with spaces to it.
    static func column(_ text: String, _ columns: Int) -> String {
        let cut = shortened(text, columns)
        return cut + String(repeating: " ", count: max(0, columns - width(cut)))
    }

    /// The text cut to `columns` with an ellipsis.
    package static func shortened(_ text: String, _ columns: Int) -> String {
        guard text.utf8.count > columns, width(text) > columns else { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = width(character)
            guard used + next < columns else { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }
}
