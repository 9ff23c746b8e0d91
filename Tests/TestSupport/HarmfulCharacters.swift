/// Characters that no output may hold as they are: controls, marks of direction, separators of lines.
public enum HarmfulCharacters {
    /// Those of a text, in hex; the line ends that the format writes do not count.
    public static func found(in text: String) -> [String] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }.map { String($0.value, radix: 16) }
    }
}
