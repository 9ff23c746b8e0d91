/// Texts of any characters, and JSON strings.
package enum PlanText {
    /// Letters, signs that JSON escapes, controls of both kinds, direction marks, separators, characters beyond U+FFFF.
    private static let scalars: [Unicode.Scalar] = [
        "a", "b", "{", "[", "\"", "\\", "/", "=", " ", "é", "中", "\u{1F642}", "\u{1D11E}", "\n", "\t", "\u{1}",
        "\u{7F}",
        "\u{85}", "\u{9B}", "\u{200E}", "\u{202E}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{2067}", "\u{2068}",
        "\u{2069}",
        "\u{61C}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}",
    ]

    /// Returns the text of a number; its first character begins neither JSON nor a number.
    package static func text(_ number: Int, _ count: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append("t")
        for byte in planBytes(number, count) { text.append(scalars[Int(byte) % scalars.count]) }
        return String(text)
    }

    /// Returns a text of letters and digits, which every output shows unchanged.
    package static func plain(_ number: Int, _ count: Int) -> String {
        planBytes(number, count).reduce(into: "t") { text, byte in text.append(["a", "b", "c", "7"][Int(byte & 3)]) }
    }

    /// Returns a JSON string.
    ///
    /// - Parameter escapes: a bit for each of eight successive characters: whether to escape it without need.
    package static func json(_ text: String, escapes: Int = 0) -> String {
        var output = "\""
        for (place, scalar) in text.unicodeScalars.enumerated() {
            let isFree = scalar.value >= 32 && scalar != "\"" && scalar != "\\"
            guard !isFree || escapes >> (place & 7) & 1 != 0 else {
                output.unicodeScalars.append(scalar)
                continue
            }
            let units =
                scalar.value < 0x10000
                ? [scalar.value] : [0xD7C0 + scalar.value >> 10, 0xDC00 | scalar.value & 0x3FF]
            for unit in units {
                let digits = String(unit, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return output + "\""
    }

    /// Returns whether a line of JSON has control characters, direction marks or separators.
    package static func hasCommand(_ line: [UInt8]) -> Bool {
        String(decoding: line, as: UTF8.self).unicodeScalars.contains(where: isCommand)
    }

    /// Returns JSON in which these characters are escaped, as in outputs.
    package static func escapingCommands(_ json: String) -> String {
        var output = ""
        for scalar in json.unicodeScalars {
            if isCommand(scalar) {
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<32, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns base64 of RFC 4648 section 4, with padding.
    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 {
                output.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return output
    }
}
