/// The words that have a meaning for decoders.
package enum FuzzWords {
    /// The numbers and signs that matter almost everywhere.
    package static let common: [[UInt8]] = [
        [0, 0], [0xFF, 0xFF], [0x80, 0], [0x7F, 0xFF], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF],
        [0x7F, 0xFF, 0xFF, 0xFF],
        [0x80, 0, 0, 0], Array(repeating: 0xFF, count: 8), [0x80] + Array(repeating: 0, count: 7),
        Array(repeating: 0xFF, count: 9) + [1], Array(repeating: 0x80, count: 10),
    ]

    /// Returns a target's words as a libFuzzer dictionary: one `"…"` on each line, bytes beyond ASCII as `\xNN`.
    package static func dictionary(of target: any FuzzTarget) -> String {
        var lines: [String] = []
        for word in target.words + common where !word.isEmpty && word.count <= 64 {
            var line = "\""
            for byte in word {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += "\\" + String(Character(Unicode.Scalar(byte)))
                case 32..<127: line += String(Character(Unicode.Scalar(byte)))
                default: line += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }
            }
            lines.append(line + "\"\n")
        }
        return lines.joined()
    }
}
