/// The root of the name of a class or constant, without the additions that differ between platforms: a prefix of two or
/// more capitals, and words such as "message" and "attachment".
enum TypeRoot {
    private static let words = NamingSystem.named.reduce(
        ["k", "custom", "message", "messages", "msg", "media", "type", "attachment", "attach", "im"] as Set<String>
    ) { $0.union($1.affixes) }

    /// Returns the root in lower case, such as `chartlet` for `NTESChartletAttachment` and `CustomMessageTypeChartlet`.
    static func of(_ name: String, without more: Set<String> = []) -> String {
        parts(name).filter { !words.contains($0) && !more.contains($0) }.joined()
    }

    /// Returns the words of a name in lower case, without a prefix of capitals.
    private static func parts(_ name: String) -> [String] {
        let letters = Array(name.utf8.prefix(256))
        func isCapital(_ index: Int) -> Bool {
            letters.indices.contains(index) && (0x41...0x5A).contains(letters[index])
        }
        func isSmall(_ index: Int) -> Bool { letters.indices.contains(index) && (0x61...0x7A).contains(letters[index]) }
        var parts: [String] = []
        var start = 0
        func take(_ end: Int) {
            let isPrefix =
                start == 0 && end > 1 && end < letters.count && (0..<end).allSatisfy(isCapital)
                && isSmall(end + 1)
            if end > start, !isPrefix {
                parts.append(String(decoding: letters[start..<end], as: UTF8.self).lowercased())
            }
        }
        for index in letters.indices {
            if letters[index] == UInt8(ascii: "_") {
                take(index)
                start = index + 1
            } else if index > start, isCapital(index), isSmall(index - 1) || isSmall(index + 1) {
                take(index)
                start = index
            }
        }
        take(letters.count)
        return parts
    }
}
