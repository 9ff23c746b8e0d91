import RongCloud
import WireFormat

// Words that every output contains: such a word is not a leak, even if somebody wrote the same text.
extension Vocabulary {
    private static let longestAround = 40
    private static let longestLine = 300

    /// Returns whether a stretch is a word of the protocols or HTTP, part of such a word, or part of a generic line of
    /// HTTP.
    static func explains(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if isVersion(ofHTTP: bytes, range) { return true }
        let word = word(in: bytes, around: range) { isOfName($0) }
        if words.contains(word) || HTTPWords.fields.contains(word.lowercased()) { return true }
        // HTTP has many words, which users may also write: so the stretch must be only a part of the word.
        if word.utf8.count > range.count, HTTPWords.isPlain(word) { return true }
        let name = self.word(in: bytes, around: range) { isOfName($0) || [46, 58].contains($0) }
        if words.contains(name) || MessageCatalogue.shared.entry(name) != nil { return true }
        return isInPlainLine(bytes, range)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Returns a stretch with the rest of the word around it.
    private static func word(in bytes: Span<UInt8>, around range: Range<Int>, _ isInside: (UInt8) -> Bool) -> String {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, range.lowerBound - start < longestAround, isInside(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, end - range.upperBound < longestAround, isInside(bytes[end]) { end += 1 }
        return String(decodingUTF8: bytes.extracting(start..<end))
    }

    /// Returns whether a stretch is part of `HTTP/1.1` or `HTTP/1.0`, which every start line holds.
    private static func isVersion(ofHTTP bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let length = 8
        guard range.count <= length else { return false }
        return (max(0, range.upperBound - length)...range.lowerBound).contains { start in
            guard start + length <= bytes.count else { return false }
            let version = bytes.extracting(start..<start + length)
            return HTTPWords.versions.contains { version.equals($0.utf8.span) }
        }
    }

    /// Returns whether a stretch is in a line of an HTTP head that consists of HTTP words only.
    private static func isInPlainLine(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let feed: UInt8 = 10
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, bytes[start - 1] != feed {
            start -= 1
            if range.lowerBound - start > longestLine { return false }
        }
        while end < bytes.count, bytes[end] != feed {
            end += 1
            if end - range.upperBound > longestLine { return false }
        }
        if end > range.upperBound, bytes[end - 1] == 13 { end -= 1 }
        let line = bytes.extracting(start..<end)
        for index in line.indices where line[index] == feed { return false }
        return HTTPWords.isPlain(line: line, at: range.lowerBound - start..<range.upperBound - start)
    }
}
