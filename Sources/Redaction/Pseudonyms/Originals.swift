import WireFormat

/// The values that were replaced, as fingerprints: what the output must not hold.
struct Originals: Sendable {
    static let shortest = 6
    /// Of more different values and forms than these the first ones wait in a file.
    static let mostInMemory = 1_500_000
    /// More values that stay are not kept; one of them that equals an original is taken for it then.
    static let mostKept = 5 << 18

    private struct Waiting {
        var entry: OriginalsFile.Entry
        var wide: WideStart?
    }

    private let room: Int
    /// Whether what does not fit into memory waits in files; else it is left out.
    private let spills: Bool
    /// Hashes of values.
    private var seen = HashSet64()
    /// Values that stay by the tables; an original that equals one is no find.
    private var kept = HashSet64()
    /// Hashes of values that are too short to be searched for, but for numbers: of those each becomes another one.
    private var shorts = HashSet64()
    /// What was recorded last and may be new.
    ///
    /// Each look among those that are known waits for memory, and many looks one behind the other wait at the same time.
    private var waiting: [Waiting] = []
    private static let mostWaiting = 128
    /// Fingerprints of what was recorded lately, which is passed over.
    private var latest = [UInt64](repeating: 0, count: latestCount)
    private static let latestCount = 1 << 11
    /// How each value begins, and its fingerprint.
    private(set) var entries: [OriginalsFile.Entry] = []
    /// How those begin in UTF-16 that are not ASCII.
    private(set) var wides: [WideStart] = []
    /// The same of those that came before, and how many values these were.
    private(set) var files: [OriginalsFile] = []
    private var countInFiles = 0
    /// One bit for how each of them ends and how long it is.
    private var ends = HashSieve(for: 1 << 17)
    /// The lengths of values that are too long for their start to say.
    private(set) var longLengths: Set<Int> = []
    /// Whether some are not kept.
    private(set) var isFull = false
    /// How many different values there are; where they are too many to be kept in memory, some are counted again.
    var count: Int { seen.count + countInFiles }
    /// How many values and forms may have to be searched for.
    var entryCount: Int { files.reduce(entries.count + wides.count * 2) { $0 + $1.count + $1.wideCount * 2 } }

    /// - Parameters:
    ///   - room: how many values and forms are kept in memory.
    ///   - spills: whether more wait in files.
    init(room: Int = mostInMemory, spills: Bool = true) {
        self.room = room
        self.spills = spills
        // A fingerprint of 0 has its place there, which this one has not.
        latest[0] = 1 << 40
    }

    mutating func record(_ value: [UInt8]) { record(value.span) }

    mutating func record(_ value: Span<UInt8>) { record(value, Fingerprint.shared.of(value)) }

    /// Records a value that is replaced.
    ///
    /// - Parameter hash: its fingerprint.
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

    /// Makes room for another value; answers whether there is some.
    @inline(__always)
    private mutating func makeRoom(for hash: UInt64) -> Bool {
        seen.count + wides.count < room || spill(before: hash)
    }

    @inline(never)
    private mutating func spill(before hash: UInt64) -> Bool {
        if seen.contains(hash) { return false }
        guard spills, let file = OriginalsFile(entries, wides) else {
            isFull = true
            return false
        }
        files.append(file)
        countInFiles += seen.count
        entries.removeAll(keepingCapacity: true)
        wides.removeAll(keepingCapacity: true)
        seen = HashSet64()
        return true
    }

    /// Records a whole content, whose texts are recorded by themselves in all forms.
    mutating func record(content: Span<UInt8>) {
        if content.count >= Self.shortest { add(content, Fingerprint.shared.of(content), nil) }
    }

    private mutating func add(_ value: Span<UInt8>, _ hash: UInt64, _ wide: WideStart?) {
        let entry = OriginalsFile.Entry(start: OriginalStart(value), hash: hash)
        waiting.append(Waiting(entry: entry, wide: wide))
        ends.insert(Self.end(of: value))
        if value.count >= OriginalStart.longest { longLengths.insert(value.count) }
        if waiting.count >= Self.mostWaiting { settle() }
    }

    /// Takes in what waits; whoever asks for values does so first.
    mutating func settle() {
        for value in waiting where makeRoom(for: value.entry.hash) && seen.insert(value.entry.hash) {
            entries.append(value.entry)
            if let wide = value.wide { wides.append(wide) }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The last 4 bytes, and the length.
    @inline(__always)
    private static func end(of value: Span<UInt8>) -> UInt64 {
        UInt64(value.loadUnaligned(at: value.count &- 4, as: UInt32.self)) << 32 | UInt64(value.count)
    }

    /// Whether one of the values may be as long as this one of 6 bytes or more and end with the same 4 bytes.
    @inline(__always)
    func mayEnd(with value: Span<UInt8>) -> Bool { ends.mayHold(Self.end(of: value)) }

    mutating func keep(_ value: [UInt8]) { keep(value.span) }

    mutating func keep(_ value: Span<UInt8>) {
        if kept.count < Self.mostKept { _ = kept.insert(Fingerprint.shared.of(value)) }
    }

    /// Takes in the values of another.
    mutating func formUnion(_ other: Originals) {
        var other = other
        settle()
        other.settle()
        isFull = isFull || other.isFull
        files += other.files
        countInFiles += other.countInFiles
        ends.formUnion(other.ends)
        longLengths.formUnion(other.longLengths)
        _ = shorts.formUnion(other.shorts, most: .max)
        _ = kept.formUnion(other.kept, most: Self.mostKept)
        guard seen.count + wides.count + other.seen.count + other.wides.count <= room * 2 else {
            guard spills, let file = OriginalsFile(other.entries, other.wides) else { return isFull = true }
            files.append(file)
            countInFiles += other.seen.count
            return
        }
        entries += other.entries
        wides += other.wides
        _ = seen.formUnion(other.seen, most: .max)
    }

    /// Calls `body` with each entry, some of them several times; answers whether all could be read.
    func forEachEntry(_ body: (OriginalsFile.Entry) -> Void) -> Bool {
        entries.forEach(body)
        return files.allSatisfy { $0.forEach(body) }
    }

    /// The same for how those begin in UTF-16 that are not ASCII.
    func forEachWide(_ body: (WideStart) -> Void) -> Bool {
        wides.forEach(body)
        return files.allSatisfy { $0.forEachWide(body) }
    }

    /// What is asked of the values once they are found by their beginnings.
    var withoutEntries: Originals {
        var rest = self
        rest.entries = []
        rest.wides = []
        rest.files = []
        rest.seen = HashSet64()
        rest.latest = []
        return rest
    }

    /// Whether none waits in a file.
    var isInMemory: Bool { files.isEmpty }

    /// The fingerprints of the values in memory.
    var fingerprints: HashSet64 { seen }

    /// Whether a value of this fingerprint stays where it is by itself.
    func keeps(_ hash: UInt64) -> Bool { kept.contains(hash) }

    /// Whether there are values that are looked for as whole texts only.
    var hasShorts: Bool { shorts.count > 0 }

    /// Whether a text under 6 bytes is a value that stays nowhere.
    func forbids(short value: Span<UInt8>) -> Bool {
        let hash = Fingerprint.shared.of(value)
        return shorts.contains(hash) && !kept.contains(hash) && !Vocabulary.isWord(String(decodingUTF8: value))
    }
}
