import WireFormat

/// Searches bytes for original values: as they are, in base64, hex, UTF-16 and with percent signs.
///
/// What is sought are fingerprints, in a table by their first bytes. The other forms are found by undoing them, so that
/// one pass over each finds all values.
struct LeakSearch {
    private let fingerprint: Fingerprint
    /// Bits by a hash of the first 6 bytes.
    private var filter: [UInt64]
    /// Sorted by the first bytes, length and fingerprint.
    private let entries: [Originals.Entry]
    /// Where the values with the same first bytes and length stand among the entries.
    private let groups: [Range<Int>]
    /// Bytes that were looked at.
    private(set) var searched = 0
    /// The form in which a value was found, once one was.
    private(set) var found: String?

    private static let filterBits = 24

    init(_ originals: Originals) {
        fingerprint = originals.fingerprint
        let entries = originals.sought.sorted { ($0.head, $0.length, $0.hash) < ($1.head, $1.length, $1.hash) }
        var groups: [Range<Int>] = []
        for index in entries.indices {
            if let last = groups.last, entries[last.lowerBound].head == entries[index].head,
                entries[last.lowerBound].length == entries[index].length
            {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        self.entries = entries
        self.groups = groups
        filter = [UInt64](repeating: 0, count: 1 << (Self.filterBits - 6))
        for entry in entries {
            let bit = Self.bit(entry.head)
            filter[bit >> 6] |= 1 << UInt64(bit & 63)
        }
    }

    private static func bit(_ head: UInt64) -> Int {
        Int((head &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - filterBits))
    }

    /// Looks at a stretch that stands for itself: a unit, or a stretch of a stream.
    mutating func search(_ bytes: [UInt8], _ place: String) {
        searched += bytes.count
        plain(bytes, place)
        runs(bytes, place)
        utf16(bytes, place)
    }

    private mutating func plain(_ bytes: [UInt8], _ place: String) {
        if found == nil, holds(bytes) { found = place }
    }

    /// Whether bytes hold a value as it is, by itself or within something longer.
    func holds(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= Originals.shortest, !entries.isEmpty else { return false }
        let span = bytes.span
        var head = Originals.head(span, 0)
        var index = 0
        let last = bytes.count - Originals.shortest
        while true {
            let bit = Self.bit(head)
            if filter[bit >> 6] & 1 << UInt64(bit & 63) != 0, let entry = match(span, index, head),
                !Vocabulary.explains(bytes, index..<index + Int(entry.length))
            {
                return true
            }
            guard index < last else { return false }
            index += 1
            head = head >> 8 | UInt64(span[index + 5]) << 40
        }
    }

    private func match(_ bytes: Span<UInt8>, _ start: Int, _ head: UInt64) -> Originals.Entry? {
        var next = Self.first(in: groups.indices) { entries[groups[$0].lowerBound].head >= head }
        // One fingerprint for each length, however many values begin alike.
        while next < groups.count, entries[groups[next].lowerBound].head == head {
            let group = groups[next]
            next += 1
            let end = start + Int(entries[group.lowerBound].length)
            guard end <= bytes.count else { continue }
            let hash = fingerprint.of(bytes, start..<end)
            let place = Self.first(in: group) { entries[$0].hash >= hash }
            guard place < group.upperBound, entries[place].hash == hash else { continue }
            let entry = entries[place]
            if entry.isNumber {
                // A longer number holds shorter ones by chance.
                if start > 0, bytes[start - 1] &- 48 < 10 || bytes[start - 1] == 46 { continue }
                if end < bytes.count, bytes[end] &- 48 < 10 { continue }
            }
            return entry
        }
        return nil
    }

    /// The first place from which on a condition holds.
    private static func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: Other forms

    /// Undoes base64, hex and percent signs where they may be.
    private mutating func runs(_ bytes: [UInt8], _ place: String) {
        var start = 0
        var hasPercent = false
        for index in 0...bytes.count {
            let byte = index < bytes.count ? bytes[index] : 0
            if byte == UInt8(ascii: "%") { hasPercent = true }
            if Self.isBase64(byte) { continue }
            if index - start >= 8 {
                base64(bytes[start..<index], place)
                hex(bytes[start..<index], place)
            }
            start = index + 1
        }
        if hasPercent { percent(bytes, place) }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || byte &- 65 < 26 || byte &- 97 < 26 || [43, 47, 45, 95].contains(byte)
    }

    private mutating func base64(_ run: ArraySlice<UInt8>, _ place: String) {
        for shift in 0..<4 where run.count - shift >= 8 {
            var output: [UInt8] = []
            output.reserveCapacity(run.count * 3 / 4)
            var bits: UInt32 = 0
            var count = 0
            for byte in run.dropFirst(shift) {
                let value: UInt8 =
                    switch byte {
                    case 65...90: byte - 65
                    case 97...122: byte - 71
                    case 48...57: byte + 4
                    case 43, 45: 62
                    default: 63
                    }
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
            plain(output, place + ", base64")
        }
    }

    private mutating func hex(_ run: ArraySlice<UInt8>, _ place: String) {
        var digits: [UInt8] = []
        func flush(_ search: inout LeakSearch) {
            if digits.count >= 12 {
                for shift in 0..<2 {
                    var output: [UInt8] = []
                    var index = shift
                    while index + 1 < digits.count {
                        output.append(digits[index] << 4 | digits[index + 1])
                        index += 2
                    }
                    search.plain(output, place + ", hex")
                }
            }
            digits.removeAll(keepingCapacity: true)
        }
        for byte in run {
            switch byte {
            case 48...57: digits.append(byte - 48)
            case 65...70: digits.append(byte - 55)
            case 97...102: digits.append(byte - 87)
            default: flush(&self)
            }
        }
        flush(&self)
    }

    private mutating func percent(_ bytes: [UInt8], _ place: String) {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 65...70: byte - 55
            case 97...102: byte - 87
            default: nil
            }
        }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 37, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index] == 43 ? 32 : bytes[index])
                index += 1
            }
        }
        plain(output, place + ", percent")
    }

    /// Stretches that may be UTF-16: every other byte is that of a script's block, most often 0.
    private mutating func utf16(_ bytes: [UInt8], _ place: String) {
        guard bytes.contains(0) || bytes.contains(where: { $0 >= 0x4E && $0 <= 0x9F }) else { return }
        for order in 0..<2 {
            for shift in 0..<2 {
                plain(Self.utf8(bytes, from: shift, isBigEndian: order == 1), place + ", UTF-16")
            }
        }
    }

    /// The UTF-8 of UTF-16; surrogates that are no pair become U+FFFD.
    private static func utf8(_ bytes: [UInt8], from start: Int, isBigEndian: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 3 / 2 + 4)
        var high: UInt32 = 0
        var index = start
        while index + 1 < bytes.count {
            let first = UInt32(bytes[index])
            let second = UInt32(bytes[index + 1])
            index += 2
            var unit = isBigEndian ? first << 8 | second : second << 8 | first
            if unit & 0xFC00 == 0xD800 {
                high = unit
                continue
            }
            if unit & 0xFC00 == 0xDC00 {
                unit = high == 0 ? 0xFFFD : 0x10000 + ((high & 0x3FF) << 10) + (unit & 0x3FF)
            }
            high = 0
            switch unit {
            case ..<0x80: output.append(UInt8(unit))
            case ..<0x800:
                output.append(UInt8(0xC0 | unit >> 6))
                output.append(UInt8(0x80 | unit & 0x3F))
            case ..<0x10000:
                output.append(UInt8(0xE0 | unit >> 12))
                output.append(UInt8(0x80 | unit >> 6 & 0x3F))
                output.append(UInt8(0x80 | unit & 0x3F))
            default:
                output.append(UInt8(0xF0 | unit >> 18))
                output.append(UInt8(0x80 | unit >> 12 & 0x3F))
                output.append(UInt8(0x80 | unit >> 6 & 0x3F))
                output.append(UInt8(0x80 | unit & 0x3F))
            }
        }
        return output
    }
}

extension Vocabulary {
    /// Whether a stretch is part of a word of the protocol that stands around it.
    static func explains(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var start = range.lowerBound
        var end = range.upperBound
        func isInside(_ byte: UInt8) -> Bool {
            byte &- 48 < 10 || byte &- 65 < 26 || byte &- 97 < 26 || [45, 95].contains(byte)
        }
        while start > 0, range.lowerBound - start < 40, isInside(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, end - range.upperBound < 40, isInside(bytes[end]) { end += 1 }
        guard end - start > range.count else { return false }
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        return words.contains(word) || HTTPWords.fields.contains(word.lowercased()) || HTTPWords.isPlain(word)
    }
}
