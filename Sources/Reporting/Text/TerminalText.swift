/// Text in the columns of a terminal.
package enum TerminalText {
    /// Returns the columns of a text: two for each East Asian wide character and emoji.
    package static func width(_ text: String) -> Int {
        text.utf8Span.isKnownASCII ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// Returns the columns of a scalar; one too many if in doubt, so that no line is longer than measured.
    @inlinable
    package static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: 1
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: 0
        case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615,
            0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4,
            0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E,
            0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E,
            0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E,
            0x1F191...0x1F19A, 0x1F200...0x1F2FF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    /// Returns the text cut to `columns` with an ellipsis, or filled with spaces.
    package static func column(_ text: String, _ columns: Int) -> String {
        let cut = shortened(text, columns)
        return cut + String(repeating: " ", count: max(0, columns - width(cut)))
    }

    /// Returns the text cut to `columns` with an ellipsis.
    package static func shortened(_ text: String, _ columns: Int) -> String {
        guard text.utf8.count > columns, width(text) > columns else { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = character.unicodeScalars.reduce(0) { $0 + width($1) }
            guard used + next < columns else { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }
}
