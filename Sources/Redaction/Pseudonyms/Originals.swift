import WireFormat

/// The fingerprints of the replaced values, which the output must not hold.
struct Originals: Sendable {
    static let shortest = 6
    /// The maximum number of different values that are recognised when they occur again.
    ///
    /// Beyond it, the first ones are forgotten, and may be kept twice. The set of hashes is full then, and takes 16 MiB.
    static let mostRecognised = 3 << 19
    /// The maximum number of beginnings in memory; beyond it, they are moved to a file.
    private static let mostInMemory = 1 << 18
    /// The maximum number of values that stay; beyond it, such a value that equals an original counts as a find.
    static let mostKept = 5 << 18

    private struct Waiting {
        var entry: OriginalsFile.Entry
        var wide: WideStart?
        /// The last bytes and the length.
        var end: UInt64
    }

    private let room: Int
    /// Whether values are moved to files; otherwise those beyond the room are left out.
    private let spills: Bool
    /// The hashes of the values that are recognised.
    private var seen = HashSet64()
    /// The fingerprints of values that stay by the tables; an original that equals one of them is not a find.
    private var kept = HashSet64()
    /// The hashes of values too short to be searched for, except numbers: each number is replaced by another one.
    private(set) var shorts = HashSet64()
    /// The last recorded values, some of which may be new.
    ///
    /// Each lookup among the known values waits for memory; consecutive lookups wait at the same time.
    private var waiting: [Waiting] = []
    private static let mostWaiting = 128
    /// The fingerprints of recently recorded values, which are skipped.
    private var latest = [UInt64](repeating: 0, count: latestCount)
    private static let latestCount = 1 << 11
    /// The beginning and the fingerprint of each value in memory.
    private(set) var entries: [OriginalsFile.Entry] = []
    /// The beginnings in UTF-16 of the values in memory that are not ASCII.
    private(set) var wides: [WideStart] = []
    /// The files with earlier values.
    private(set) var files: [OriginalsFile] = []
    /// The number of values that are no longer recognised.
    private var forgotten = 0
    /// The last bytes and the length of each value, as a sieve.
    private var ends = HashSieve(for: 1 << 17)
    /// The lengths of values that are too long for ``OriginalStart``.
    private(set) var longLengths: Set<Int> = []
    /// Whether some values could not be kept.
    private(set) var isFull = false
    /// The number of different values; beyond the room, some are counted more than once.
    var count: Int { seen.count + forgotten }
    /// The number of values and forms that may have to be searched for.
    var entryCount: Int { files.reduce(entries.count + wides.count * 2) { $0 + $1.count + $1.wideCount * 2 } }

    /// - Parameters:
    ///   - room: the number of values that are recognised.
    ///   - spills: whether values are moved to files.
    init(room: Int = mostRecognised, spills: Bool = true) {
        self.room = room
        self.spills = spills
        // A fingerprint of 0 belongs to index 0; this initial value does not, so it never matches.
        latest[0] = 1 << 40
    }

    mutating func record(_ value: [UInt8]) { record(value.span) }

    mutating func record(_ value: Span<UInt8>) { record(value, Fingerprint.shared.of(value)) }

    /// Records a replaced value.
    ///
    /// - Parameter hash: the fingerprint of the value.
    mutating func record(_ value: Span<UInt8>, _ hash: UInt64) {
        guard value.count >= Self.shortest else { return record(short: value, hash) }
        let place = Int(truncatingIfNeeded: hash >> 40) & (Self.latestCount - 1)
        if latest[place] == hash { return }
        latest[place] = hash
        add(value, hash, value.isASCII ? nil : WideStart(value, hash))
    }

    private mutating func record(short value: Span<UInt8>, _ hash: UInt64) {
        if Self.isNumber(value) || shorts.contains(hash) { return }
        guard shorts.count < Self.mostKept else { return isFull = true }
        _ = shorts.insert(hash)
    }

    private static func isNumber(_ value: Span<UInt8>) -> Bool { value.indices.allSatisfy { value[$0] &- 48 < 10 } }

    /// Makes room for another value; returns whether it can be added.
    @inline(__always)
    private mutating func makeRoom(for hash: UInt64) -> Bool {
        seen.count < room && entries.count + wides.count < Self.mostInMemory || makeMoreRoom(for: hash)
    }

    @inline(never)
    private mutating func makeMoreRoom(for hash: UInt64) -> Bool {
        if seen.contains(hash) { return false }
        guard spills else {
            if seen.count < room { return true }
            isFull = true
            return false
        }
        guard spill() else { return false }
        if seen.count >= room {
            forgotten += seen.count
            seen = HashSet64()
        }
        return true
    }

    /// Moves the beginnings in memory to a file; returns whether this was possible.
    private mutating func spill() -> Bool {
        guard !entries.isEmpty || !wides.isEmpty else { return true }
        guard let file = OriginalsFile(entries, wides) else {
            isFull = true
            return false
        }
        files.append(file)
        entries.removeAll(keepingCapacity: true)
        wides.removeAll(keepingCapacity: true)
        return true
    }

    /// Records a whole content; the texts in it are recorded separately in all forms.
    mutating func record(content: Span<UInt8>) {
        if content.count >= Self.shortest { add(content, Fingerprint.shared.of(content), nil) }
    }

    private mutating func add(_ value: Span<UInt8>, _ hash: UInt64, _ wide: WideStart?) {
        let entry = OriginalsFile.Entry(start: OriginalStart(value), hash: hash)
        waiting.append(Waiting(entry: entry, wide: wide, end: Self.end(of: value)))
        if value.count >= OriginalStart.longest { longLengths.insert(value.count) }
        if waiting.count >= Self.mostWaiting { settle() }
    }

    /// Merges the pending values into `entries`; must be called before values are read.
    mutating func settle() {
        for value in waiting { ends.insert(value.end) }
        for value in waiting where makeRoom(for: value.entry.hash) && seen.insert(value.entry.hash) {
            entries.append(value.entry)
            if let wide = value.wide { wides.append(wide) }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Returns the last 4 bytes and the length of a value in one word.
    @inline(__always)
    private static func end(of value: Span<UInt8>) -> UInt64 {
        UInt64(value.loadUnaligned(at: value.count &- 4, as: UInt32.self)) << 32 | UInt64(value.count)
    }

    /// Returns whether some value may have this length and these last 4 bytes; `value` must have 6 bytes or more.
    @inline(__always)
    func mayEnd(with value: Span<UInt8>) -> Bool { ends.mayHold(Self.end(of: value)) }

    mutating func keep(_ value: [UInt8]) { keep(value.span) }

    mutating func keep(_ value: Span<UInt8>) {
        if kept.count < Self.mostKept { _ = kept.insert(Fingerprint.shared.of(value)) }
    }

    /// Merges the values of another instance.
    mutating func formUnion(_ other: Originals) {
        // Settled here, the values that wait there do not cost a copy of the other set.
        waiting += other.waiting
        settle()
        isFull = isFull || other.isFull
        files += other.files
        forgotten += other.forgotten
        ends.formUnion(other.ends)
        longLengths.formUnion(other.longLengths)
        _ = shorts.formUnion(other.shorts, most: .max)
        _ = kept.formUnion(other.kept, most: Self.mostKept)
        guard seen.count + other.seen.count <= room * 2 else {
            guard spills, let file = OriginalsFile(other.entries, other.wides) else { return isFull = true }
            files.append(file)
            forgotten += other.seen.count
            return
        }
        entries += other.entries
        wides += other.wides
        _ = seen.formUnion(other.seen, most: .max)
    }

    /// Calls `body` with each entry, some of them several times; returns whether all could be read.
    func forEachEntry(_ body: (OriginalsFile.Entry) -> Void) -> Bool {
        entries.forEach(body)
        return files.allSatisfy { $0.forEach(body) }
    }

    /// Calls `body` with each beginning in UTF-16; returns whether all could be read.
    func forEachWide(_ body: (WideStart) -> Void) -> Bool {
        wides.forEach(body)
        return files.allSatisfy { $0.forEachWide(body) }
    }

    /// A copy for checks after the beginning has matched, without the entries.
    var withoutEntries: Originals {
        var rest = self
        rest.entries = []
        rest.wides = []
        rest.files = []
        rest.seen = HashSet64()
        rest.latest = []
        return rest
    }

    /// The fingerprints of all values; `nil` if some values are no longer recognised.
    var fingerprints: HashSet64? { forgotten == 0 ? seen : nil }

    /// Frees the fingerprints of all values, which no longer have to be recognised.
    mutating func forgetFingerprints() {
        forgotten += seen.count
        seen = HashSet64()
    }

    /// Returns whether the same value is recorded in both.
    func sharesValue(with other: Originals) -> Bool {
        var isShared = false
        seen.forEach { hash in if other.seen.contains(hash) { isShared = true } }
        return isShared
    }

    /// Returns whether a value with this fingerprint also stays somewhere.
    func keeps(_ hash: UInt64) -> Bool { kept.contains(hash) }

    /// Whether some values are searched for as whole texts only.
    var hasShorts: Bool { shorts.count > 0 }

    /// Returns whether a text under 6 bytes is a replaced value that stays nowhere.
    func forbids(short value: Span<UInt8>) -> Bool {
        let hash = Fingerprint.shared.of(value)
        return shorts.contains(hash) && !kept.contains(hash) && !Vocabulary.isWord(String(decodingUTF8: value))
    }
}
