/// Text made fit for XML.
enum MarkupText {
    /// The text of an element or attribute; what cannot be seen or is not allowed in XML is spelt out.
    static func safe(_ text: String) -> String {
        var result = ""
        for scalar in TerminalText.safe(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case let scalar where isForbidden(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a character is none of XML's, or is not seen.
    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFFF0...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE0FFF, 0xAD, 0x180E: true
        default: scalar.value > 0xFFFF && scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
