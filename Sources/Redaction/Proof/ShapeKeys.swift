import WireFormat
import WireJSON

/// The keys of JSON that have occurred, each with its rule.
///
/// Most objects have the keys of an earlier object in the same order, so each key remembers those that followed it.
struct ShapeKeys: Sendable {
    /// A key with its rule, learnt when the key first occurs.
    private struct Entry {
        var rule: ShapeRule
        /// The spelling of the key, if it is short.
        var spelling: LineCursor.KeySpelling?
        /// The keys expected after its value, and those expected first in its value; most lines resemble earlier ones.
        var next = Expected()
        var first = Expected()
    }

    /// The indices of the last two keys that occurred at a place; 0 for none.
    private struct Expected {
        var latest: Int32 = 0
        var before: Int32 = 0
    }

    /// The limit of keys: a capture has few, but a hostile one has many.
    private static let mostKept = 1 << 14

    private let fingerprint = Fingerprint.shared
    /// The keys; index 0 is a placeholder for the line itself, which belongs to no key.
    private var entries = [Entry(rule: ShapeRule(hash: 0))]
    private var places = HashMap64<Int32>()

    /// Whether all further keys share the last index, so that it names no key for long.
    var isFull: Bool { entries.count >= Self.mostKept }

    /// Returns the rule of the key with an index.
    @inline(__always)
    subscript(index: Int32) -> ShapeRule { entries[Int(index)].rule }

    /// Skips a key and its colon, and returns the key's index.
    ///
    /// - Parameters:
    ///   - last: the previous key in the object; -1 for none.
    ///   - outer: the key whose value is the object.
    @inline(__always)
    mutating func take(_ cursor: inout LineCursor, after last: Int32, in outer: Int32) -> Int32 {
        let expected = last < 0 ? entries[Int(outer)].first : entries[Int(last)].next
        if isNext(expected.latest, &cursor) { return expected.latest }
        let place = isNext(expected.before, &cursor) ? expected.before : find(&cursor)
        let found = Expected(latest: place, before: expected.latest)
        if last < 0 { entries[Int(outer)].first = found } else { entries[Int(last)].next = found }
        return place
    }

    /// Skips a key and its colon if it is the key with an index.
    @inline(__always)
    private func isNext(_ place: Int32, _ cursor: inout LineCursor) -> Bool {
        guard place > 0, let spelling = entries[Int(place)].spelling else { return false }
        return cursor.take(spelling)
    }

    /// Skips a key and its colon, and returns the key's index, whatever keys came before.
    @inline(never)
    mutating func find(_ cursor: inout LineCursor) -> Int32 {
        let (range, hash) = cursor.takeKey(fingerprint)
        let hasColon = cursor.take(UInt8(ascii: ":"))
        if let known = places[hash] { return known }
        var entry = Entry(rule: ShapeRule(JSONString.text(spelled: cursor.bytes.extracting(range)) ?? "", hash))
        // In a unit there may be white space before the colon, and then the spelling is not kept.
        if hasColon { entry.spelling = cursor.spelling(ofKeyFrom: range.lowerBound) }
        if isFull {
            entries[entries.count - 1] = entry
        } else {
            places.set(hash, Int32(entries.count))
            entries.append(entry)
        }
        return Int32(entries.count - 1)
    }
}

extension JSONString {
    /// Returns the text of a JSON string with its quotation marks; `nil` if it is none.
    static func text(spelled spelling: Span<UInt8>) -> String? {
        (try? JSONString(spelling: Array(copying: spelling)))?.text
    }
}
