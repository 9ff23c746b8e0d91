import WireFormat

/// Searches bytes for original values: as they are, in base64, hex, UTF-16 and with percent signs.
///
/// One pass looks at each place in three ways: the last 6 bytes, the 6 bytes that the last letters of base64 stand for,
/// and those of the last 12 hex digits. A filter tells whether a value may begin so; only then its fingerprint is taken.
struct LeakSearch: Sendable {
    private let originals: Originals
    /// Two bits of one word for the first 6 bytes of each value: small enough to stay near the processor.
    private let filter: [UInt64]
    private let filterShift: UInt64
    /// Where each beginning of 6 bytes comes first in `starts`, from 1, by its hash; 0 where there is none.
    private let places: [UInt32]
    private let placeShift: UInt64
    /// How values begin, sorted; each of them once.
    private let starts: [OriginalStart]
    private let longLengths: [Int]
    /// Bytes that were looked at.
    private(set) var searched = 0
    /// The form in which a value was found, once one was.
    private(set) var found: String?

    private static let mask: UInt64 = 1 << 48 - 1

    init(_ originals: Originals) {
        self.originals = originals.withoutStarts
        var starts = originals.starts
        starts.sort()
        var kept = 0
        for index in starts.indices where index == 0 || starts[index] != starts[kept - 1] {
            starts[kept] = starts[index]
            kept += 1
        }
        starts.removeLast(starts.count - kept)
        self.starts = starts
        longLengths = originals.longLengths.sorted()
        var bits: UInt64 = 10
        while 2 << bits < starts.count, bits < 17 { bits += 1 }
        filterShift = 64 - bits
        var filter = [UInt64](repeating: 0, count: 1 << Int(bits))
        while 3 << bits < starts.count * 4 { bits += 1 }
        placeShift = 64 - bits
        var places = [UInt32](repeating: 0, count: 1 << Int(bits))
        for index in starts.indices where index == 0 || starts[index].head != starts[index - 1].head {
            let hash = Self.mixed(starts[index].head)
            filter[Int(hash >> filterShift)] |= Self.bits(hash)
            var place = Int(hash >> placeShift)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(index + 1)
        }
        self.filter = filter
        self.places = places
    }

    @inline(__always)
    private static func mixed(_ head: UInt64) -> UInt64 { head &* 0x9E37_79B9_7F4A_7C15 }

    @inline(__always)
    private static func bits(_ hash: UInt64) -> UInt64 { 1 << (hash >> 20 & 63) | 1 << (hash >> 28 & 63) }

    /// Looks at a stretch that stands for itself, in all forms.
    mutating func search(_ bytes: Span<UInt8>, _ place: String) {
        searched += bytes.count
        guard found == nil, bytes.count >= Originals.shortest, !starts.isEmpty else { return }
        if let form = form(bytes) { found = place + form }
    }

    /// Looks at a stretch for values as they are.
    mutating func searchPlain(_ bytes: Span<UInt8>, _ place: String) {
        searched += bytes.count
        if found == nil, holds(bytes) { found = place }
    }

    /// Whether bytes hold a value as it is, by itself or within something longer.
    func holds(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= Originals.shortest, !starts.isEmpty else { return false }
        let filter = filter.span
        let shift = filterShift
        var window: UInt64 = 0
        for index in 0..<bytes.count {
            window = (window << 8 | UInt64(bytes[index])) & Self.mask
            guard index >= 5 else { continue }
            let hash = Self.mixed(window)
            let bits = Self.bits(hash)
            if filter[Int(hash >> shift)] & bits == bits, matches(bytes, index - 5, window) { return true }
        }
        return false
    }

    /// In which form bytes hold a value; `nil` where they do not.
    private func form(_ bytes: Span<UInt8>) -> String? {
        let digits = Self.digits
        let values = digits.span
        let filter = filter.span
        let shift = filterShift
        var plain: UInt64 = 0
        var letters: UInt64 = 0
        var letterCount = 0
        var nibbles: UInt64 = 0
        var nibbleCount = 0
        // Zeros in a row at every other place, for both kinds of place.
        var zeros = (even: 0, odd: 0)
        var lastZero = (even: -2, odd: -2)
        var mayHoldUTF16 = false
        var hasPercent = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            plain = (plain << 8 | UInt64(byte)) & Self.mask
            if index >= 5 {
                let hash = Self.mixed(plain)
                let bits = Self.bits(hash)
                if filter[Int(hash >> shift)] & bits == bits, matches(bytes, index - 5, plain) { return "" }
            }
            let value = values[Int(byte)]
            guard value != 0xFFFF else {
                letterCount = 0
                nibbleCount = 0
                if byte == 0 {
                    if index & 1 == 0 {
                        zeros.even = lastZero.even == index - 2 ? zeros.even + 1 : 1
                        lastZero.even = index
                    } else {
                        zeros.odd = lastZero.odd == index - 2 ? zeros.odd + 1 : 1
                        lastZero.odd = index
                    }
                    if zeros.even >= Originals.shortest - 1 || zeros.odd >= Originals.shortest - 1 {
                        mayHoldUTF16 = true
                    }
                }
                if byte == UInt8(ascii: "%") { hasPercent = true }
                continue
            }
            letters = letters << 6 | UInt64(value & 63)
            letterCount += 1
            // A value ends with a letter, or 2 or 4 bits before the end of one.
            var rest = 0
            while rest < 6, letterCount >= (rest == 0 ? 8 : 9) {
                let head = letters >> UInt64(rest) & Self.mask
                let hash = Self.mixed(head)
                let bits = Self.bits(hash)
                if filter[Int(hash >> shift)] & bits == bits,
                    matches(Self.base64(bytes, rest == 0 ? index - 7 : index - 8, (6 - rest) % 6).span, 0, head)
                {
                    return ", base64"
                }
                rest += 2
            }
            guard value >> 8 != 255 else {
                nibbleCount = 0
                continue
            }
            nibbles = (nibbles << 4 | UInt64(value >> 8)) & Self.mask
            nibbleCount += 1
            guard nibbleCount >= 12 else { continue }
            let hash = Self.mixed(nibbles)
            let bits = Self.bits(hash)
            if filter[Int(hash >> shift)] & bits == bits, matches(Self.hex(bytes, index - 11).span, 0, nibbles) {
                return ", hex"
            }
        }
        if hasPercent, holds(percent: bytes) { return ", percent" }
        return mayHoldUTF16 && holdsUTF16(bytes) ? ", UTF-16" : nil
    }

    /// Whether a value begins at a place; `head` is what the first 6 bytes there are.
    private func matches(_ bytes: Span<UInt8>, _ start: Int, _ head: UInt64) -> Bool {
        var place = Int(Self.mixed(head) >> placeShift)
        while places[place] != 0, starts[Int(places[place]) - 1].head != head {
            place = (place + 1) & (places.count - 1)
        }
        guard places[place] != 0 else { return false }
        var low = Int(places[place]) - 1
        // One fingerprint for each length, however many values begin alike.
        while low < starts.count, starts[low].head == head {
            let entry = starts[low]
            low += 1
            if entry.length < OriginalStart.longest {
                if matches(bytes, start, entry.length, entry.isNumber) { return true }
            } else {
                for length in longLengths where matches(bytes, start, length, entry.isNumber) { return true }
            }
        }
        return false
    }

    private func matches(_ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ isNumber: Bool) -> Bool {
        let end = start + length
        guard end <= bytes.count, originals.forbids(Fingerprint.shared.of(bytes.extracting(start..<end))) else {
            return false
        }
        if isNumber {
            // A longer number holds shorter ones by chance.
            if start > 0, bytes[start - 1] &- 48 < 10 || bytes[start - 1] == 46 { return false }
            if end < bytes.count, bytes[end] &- 48 < 10 { return false }
        }
        return !Vocabulary.explains(bytes, start..<end)
    }
}
