import WireFormat

/// Finds original values in bytes: in plain form, base64, hex, UTF-16 and percent encoding.
///
/// A value has at least 6 bytes, so in any of these forms one of every three consecutive places starts four letters of
/// its first 6 bytes. The search looks up only the four bytes at every third place: in plain form, and decoded from
/// base64 or hex if possible. Only after a hit is the beginning compared, and only after a match is the fingerprint
/// computed.
final class LeakIndex: Sendable {
    /// The further facts about the values, for checks after the beginning has matched.
    let originals: Originals
    /// The fingerprints of the values.
    let hashes: HashSet64
    /// The words of 4 bytes in the first 6 bytes of each value.
    let words: HashSieve
    /// The words of 24 bits that four base64 letters encode in the first 6 bytes of each value, in all alignments.
    let coded: HashSieve
    /// The index plus 1 in `starts` of the first value with each beginning of 6 bytes, by a hash; 0 for a free slot.
    private let places: [UInt32]
    private let placeShift: UInt64
    /// The beginnings of the values, sorted and without duplicates.
    let starts: [OriginalStart]
    private let longLengths: [Int]

    static let step = 3

    /// - Parameters:
    ///   - part: the share of the values to search for, selected by their fingerprints.
    ///   - parts: the number of shares.
    /// - Returns: `nil` if values in files cannot be read.
    convenience init?(_ originals: Originals, part: Int, of parts: Int) {
        var originals = originals
        originals.settle()
        var starts: [OriginalStart] = []
        starts.reserveCapacity(originals.entryCount / parts + originals.entryCount / (parts * 16))
        let hasWides = originals.forEachWide { wide in
            if parts > 1, wide.share % parts != part { return }
            starts.append(OriginalStart(wide, isLittleEndian: false))
            starts.append(OriginalStart(wide, isLittleEndian: true))
        }
        guard hasWides else { return nil }
        var hashes = HashSet64()
        if parts == 1, let fingerprints = originals.fingerprints {
            // The fingerprints were already collected during recording.
            hashes = fingerprints
            guard originals.forEachEntry({ starts.append($0.start) }) else { return nil }
        } else {
            let isWhole = originals.forEachEntry { entry in
                if parts > 1, OriginalsFile.share(of: entry.hash) % parts != part { return }
                starts.append(entry.start)
                _ = hashes.insert(entry.hash)
            }
            guard isWhole else { return nil }
        }
        self.init(originals.withoutEntries, hashes, taking: &starts)
    }

    /// - Parameters:
    ///   - originals: the further facts about the values.
    ///   - hashes: the fingerprints of the values.
    ///   - beginnings: the beginnings of the values; taken from the caller, so that sorting does not copy them.
    init(_ originals: Originals, _ hashes: HashSet64, taking beginnings: inout [OriginalStart]) {
        var starts: [OriginalStart] = []
        swap(&starts, &beginnings)
        self.originals = originals
        self.hashes = hashes
        starts.sortByDigits()
        var kept = 0
        var heads = 0
        for index in starts.indices where index == 0 || starts[index] != starts[kept - 1] {
            if kept == 0 || starts[index].head != starts[kept - 1].head { heads += 1 }
            starts[kept] = starts[index]
            kept += 1
        }
        starts.removeLast(starts.count - kept)
        self.starts = starts
        longLengths = originals.longLengths.sorted()
        var bits: UInt64 = 10
        while 1 << bits < heads * 2 { bits += 1 }
        placeShift = 64 - bits
        var places = [UInt32](repeating: 0, count: 1 << Int(bits))
        var words = HashSieve(for: heads * 3)
        var coded = HashSieve(for: heads * 9)
        for index in starts.indices where index == 0 || starts[index].head != starts[index - 1].head {
            let head = starts[index].head
            for offset in 0..<3 { words.insert(head >> UInt64(16 - offset * 8) & 0xFFFF_FFFF) }
            // The first whole letter begins with the value, or 2 or 4 bits after its beginning.
            for first in [0, 2, 4] {
                for letter in 0..<3 { coded.insert(head >> UInt64(24 - first - letter * 6) & 0xFF_FFFF) }
            }
            var place = Int(Self.mixed(head) >> placeShift)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(index + 1)
        }
        self.words = words
        self.coded = coded
        self.places = places
    }

    /// Copies an index for another thread: reference counting by two threads at the same time is slow.
    init(sharing other: LeakIndex) {
        originals = other.originals
        hashes = other.hashes
        words = other.words
        coded = other.coded
        places = other.places
        placeShift = other.placeShift
        starts = other.starts
        longLengths = other.longLengths
    }

    @inline(__always)
    private static func mixed(_ head: UInt64) -> UInt64 { head &* 0x9E37_79B9_7F4A_7C15 }

    /// Whether some values are searched for as whole texts only.
    var hasShorts: Bool { originals.hasShorts }

    /// Returns whether a text under 6 bytes is such a value.
    func forbids(short text: Span<UInt8>) -> Bool { originals.forbids(short: text) }

    /// Whether there are no values to find.
    var isEmpty: Bool { starts.isEmpty }

    /// Returns whether the bytes hold a value in plain form, alone or within something longer.
    ///
    /// - Parameter explains: whether to ignore a value that is part of a protocol word. This needs the text around the
    ///   value, which is not known for a pseudonym before it is written.
    func holds(_ bytes: Span<UInt8>, explains: Bool = true) -> Bool {
        holds(bytes, explains: explains) { _ in }
    }

    /// Returns whether the bytes hold a value in plain form, and passes the first one to `note`.
    func holds(_ bytes: Span<UInt8>, explains: Bool = true, _ note: (Span<UInt8>) -> Void) -> Bool {
        guard bytes.count >= Originals.shortest, !isEmpty else { return false }
        var place = 0
        while place &+ 4 <= bytes.count {
            let word = UInt64(UInt32(bigEndian: bytes.loadUnaligned(at: place, as: UInt32.self)))
            if words.mayHold(word), begins(plain: bytes, near: place, explains: explains, note) { return true }
            place &+= Self.step
        }
        return false
    }

    /// Finds values in all forms: passes each find to `note`, with its form and the value.
    func find(in bytes: Span<UInt8>, _ note: (String, Span<UInt8>) -> Void) {
        guard bytes.count >= Originals.shortest, !isEmpty else { return }
        let mayHoldUTF16 = find(plain: bytes) { note("", $0) }
        find(letters: bytes, note)
        find(percent: bytes) { note(", percent", $0) }
        if mayHoldUTF16 { find(utf16: bytes) { note(", UTF-16", $0) } }
    }

    /// Passes the values that the bytes hold in plain form to `note`.
    ///
    /// - Returns: whether the bytes may hold texts in UTF-16 as well.
    private func find(plain bytes: Span<UInt8>, _ note: (Span<UInt8>) -> Void) -> Bool {
        let words = words
        // The number of consecutive places at which every other byte is zero.
        var zeros = 0
        var mayHoldUTF16 = false
        var place = 0
        while place &+ 4 <= bytes.count {
            let four = UInt32(bigEndian: bytes.loadUnaligned(at: place, as: UInt32.self))
            if words.mayHold(UInt64(four)) { _ = begins(plain: bytes, near: place, explains: true, note) }
            zeros = four & 0x00FF_00FF == 0 || four & 0xFF00_FF00 == 0 ? zeros &+ 1 : 0
            if zeros >= 2 { mayHoldUTF16 = true }
            place &+= Self.step
        }
        return mayHoldUTF16
    }

    // MARK: Beginnings

    /// Returns whether a value begins at `place` or up to 2 bytes before it, and passes it to `note`.
    @inline(never)
    private func begins(
        plain bytes: Span<UInt8>,
        near place: Int,
        explains: Bool,
        _ note: (Span<UInt8>) -> Void
    ) -> Bool {
        for start in max(0, place &- 2)...place where start &+ Originals.shortest <= bytes.count {
            let head = OriginalStart.head(bytes, start)
            if let first = firstStart(head), matches(bytes, start, first, explains: explains, note) { return true }
        }
        return false
    }

    // MARK: Values

    /// Returns the index in `starts` of the first value that begins with these 6 bytes; `nil` if there is none.
    func firstStart(_ head: UInt64) -> Int? {
        var place = Int(Self.mixed(head) >> placeShift)
        while places[place] != 0 {
            let first = Int(places[place]) - 1
            if starts[first].head == head { return first }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Returns whether a value begins at `start`, and passes it to `note`.
    ///
    /// - Parameter first: the index of the first value with the same 6 bytes.
    func matches(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ first: Int,
        explains: Bool,
        _ note: (Span<UInt8>) -> Void
    ) -> Bool {
        let head = starts[first].head
        var low = first
        // One lookup for each length, however many values have the same beginning.
        while low < starts.count, starts[low].head == head {
            let entry = starts[low]
            low += 1
            if entry.isWide {
                if matches(utf16: bytes, start, isLittleEndian: entry.isLittleEndian, note) { return true }
            } else if entry.length < OriginalStart.longest {
                // The lengths are in ascending order.
                if start + entry.length > bytes.count { return false }
                if matches(bytes, start, entry.length, entry.isNumber, explains, note) { return true }
            } else {
                for length in longLengths where matches(bytes, start, length, entry.isNumber, explains, note) {
                    return true
                }
            }
        }
        return false
    }

    /// Returns the length of the longest value with the same beginning.
    func longest(from first: Int) -> Int {
        var last = first
        while last + 1 < starts.count, starts[last + 1].head == starts[first].head { last += 1 }
        let length = starts[last].length
        return length < OriginalStart.longest ? length : longLengths.last ?? length
    }

    /// Returns whether a text begins with a value that is not ASCII, and passes it to `note`; values that may stay in UTF-8
    /// count, too.
    ///
    /// - Parameter first: the index of the first value with the same 6 bytes.
    func holds(wide text: Span<UInt8>, from first: Int, _ note: (Span<UInt8>) -> Void) -> Bool {
        func holds(_ length: Int) -> Bool {
            guard length >= Originals.shortest, length <= text.count else { return false }
            let value = text.extracting(first: length)
            guard originals.mayEnd(with: value), !value.isASCII, hashes.contains(Fingerprint.shared.of(value)) else {
                return false
            }
            note(value)
            return true
        }
        var low = first
        while low < starts.count, starts[low].head == starts[first].head {
            let length = starts[low].length
            low += 1
            if length < OriginalStart.longest ? holds(length) : longLengths.contains(where: holds) { return true }
        }
        return false
    }

    /// Returns whether no output may hold a value of this fingerprint.
    private func forbids(_ hash: UInt64) -> Bool { hashes.contains(hash) && !originals.keeps(hash) }

    private func matches(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ length: Int,
        _ isNumber: Bool,
        _ explains: Bool,
        _ note: (Span<UInt8>) -> Void
    ) -> Bool {
        let end = start + length
        guard end <= bytes.count, originals.mayEnd(with: bytes.extracting(start..<end)),
            forbids(Fingerprint.shared.of(bytes.extracting(start..<end)))
        else { return false }
        if isNumber {
            // A longer number contains shorter ones by chance.
            if start > 0, bytes[start - 1] &- 48 < 10 || bytes[start - 1] == 46 { return false }
            if end < bytes.count, bytes[end] &- 48 < 10 { return false }
        }
        if explains, Vocabulary.explains(bytes, start..<end) { return false }
        note(bytes.extracting(start..<end))
        return true
    }
}
