import WireFormat
import WireJSON

/// The handler for the texts of events while their shapes are read.
///
/// It gathers the texts of the original capture, and searches the texts of the output.
struct ShapeTexts: Sendable {
    /// The short texts and numbers, which a pseudonym may hold by chance.
    var gathered: Originals?
    /// The ids that other ids refer to.
    var ids: KnownIDs?
    /// The search for values in the output.
    var search: OutputSearch?

    /// The longest text that is gathered; longer texts rarely occur in pseudonyms by chance, and the proof finds those.
    private static let longestGathered = 2 * Originals.shortest - 1
    private static let largestGathered: UInt64 = 99_999_999_999
    /// The longest JSON spelling of a gathered text: a letter takes up to six bytes.
    private static let longestSpelling = 2 + 6 * longestGathered

    /// Handles a string that is replaced, in its JSON spelling.
    @inline(__always)
    mutating func take(string spelling: Span<UInt8>) {
        guard 3...Self.longestSpelling ~= spelling.count else { return }
        if gathered != nil || search?.hasShorts == true { take(short: spelling) }
    }

    private mutating func take(short spelling: Span<UInt8>) {
        let text = spelling.extracting(1..<spelling.count - 1)
        if Self.isLong(spelled: text) { return }
        if text.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
            take(text: text)
        } else if let text = JSONString.text(spelled: spelling)?.utf8 {
            take(text: text.span)
        }
    }

    /// Returns whether a text is too long to be gathered; each letter of the spelling stands for a byte or more.
    @inline(__always)
    private static func isLong(spelled text: Span<UInt8>) -> Bool {
        guard text.count > longestGathered else { return false }
        var letters = 0
        var index = 0
        while index < text.count {
            if letters == longestGathered { return true }
            letters &+= 1
            let isEscape = text[index] == UInt8(ascii: "\\") && index &+ 1 < text.count
            index &+= !isEscape ? 1 : text[index &+ 1] == UInt8(ascii: "u") ? 6 : 2
        }
        return false
    }

    /// Handles a text that is replaced.
    @inline(__always)
    mutating func take(text: Span<UInt8>) {
        if text.count <= Self.longestGathered, !text.isEmpty { take(shortText: text) }
    }

    private mutating func take(shortText text: Span<UInt8>) {
        if text.count < Originals.shortest {
            search?.take(short: text)
        } else if text.count <= Self.longestGathered {
            gathered?.record(text)
        }
    }

    /// Whether ids are gathered.
    var wantsIDs: Bool { ids != nil }

    /// Handles a string that is an id by its key, in its JSON spelling.
    mutating func take(id spelling: Span<UInt8>, isMessageUID: Bool) {
        guard ids != nil, spelling.count > 2, spelling[0] == UInt8(ascii: "\"") else { return }
        let text = spelling.extracting(1..<spelling.count - 1)
        if isMessageUID {
            ids?.note(messageUID: text)
        } else if text.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
            ids?.note(target: text)
        } else if let text = JSONString.text(spelled: spelling)?.utf8 {
            ids?.note(target: text.span)
        }
    }

    /// Handles a text that is an id by its key.
    mutating func take(idText text: Span<UInt8>, isMessageUID: Bool) {
        if isMessageUID { ids?.note(messageUID: text) } else { ids?.note(target: text) }
    }

    /// Handles a number that is replaced.
    mutating func take(number: Int64) {
        guard gathered != nil, number.magnitude <= Self.largestGathered else { return }
        var writer = ByteWriter(capacity: 24)
        writer.append(decimal: number)
        take(number: writer.span)
    }

    /// Handles a number that is replaced, in its spelling.
    @inline(__always)
    mutating func take(number spelling: Span<UInt8>) {
        if gathered != nil, spelling.count <= Self.longestGathered { gathered?.record(spelling) }
    }
}
