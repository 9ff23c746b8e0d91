/// Text made fit for XML and HTML.
enum MarkupText {
    /// The text with what has a meaning in markup escaped; what XML 1.0 can not hold becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // In an attribute these would be read as spaces.
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case let scalar where isAllowed(scalar.value): result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }

    private static func isAllowed(_ value: UInt32) -> Bool {
        0x20...0xD7FF ~= value || 0xE000...0xFFFD ~= value || 0x10000...0x10FFFF ~= value
    }
}
