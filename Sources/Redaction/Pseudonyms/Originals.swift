import WireFormat

/// The values that were replaced, as fingerprints: what the output must not hold.
struct Originals: Sendable {
    static let shortest = 6
    /// Of more different values and forms than these the first ones wait in a file.
    static let mostInMemory = 1_500_000
    /// More values that stay are not kept; one of them that equals an original is taken for it then.
    static let mostKept = 5 << 18

    private let room: Int
    /// Whether what does not fit into memory waits in files; else it is left out.
    private let spills: Bool
    /// Hashes of values.
    private var seen = HashSet64()
    /// Hashes of the UTF-16 of those that are not ASCII.
    private var forms = HashSet64()
    /// Values that stay by the tables; an original that equals one is no find.
    private var kept = HashSet64()
    /// Hashes of values that are too short to be searched for, but for numbers: of those each becomes another one.
    private var shorts = HashSet64()
    /// How each value and form begins, and its fingerprint.
    private(set) var entries: [OriginalsFile.Entry] = []
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
    var entryCount: Int { files.reduce(entries.count) { $0 + $1.count } }

    /// - Parameters:
    ///   - room: how many values and forms are kept in memory.
    ///   - spills: whether more wait in files.
    init(room: Int = mostInMemory, spills: Bool = true) {
        self.room = room
        self.spills = spills
    }

    mutating func record(_ value: [UInt8]) { record(value.span) }

    mutating func record(_ value: Span<UInt8>) { record(value, Fingerprint.shared.of(value)) }

    /// - Parameter hash: the value's fingerprint.
    mutating func record(_ value: Span<UInt8>, _ hash: UInt64) {
        guard value.count >= Self.shortest else { return record(short: value, hash) }
        guard add(value, hash) else { return }
        guard !value.isASCII, (try? UTF8Span(validating: value)) != nil else { return }
        // Big-endian, and behind that the same little-endian.
        var units = ByteWriter(capacity: value.count * 4)
        var index = 0
        while index < value.count {
            let scalar = TextShape.scalar(value, at: &index).value
            if scalar < 0x10000 {
                units.append(bigEndian: UInt16(truncatingIfNeeded: scalar))
            } else {
                let rest = scalar &- 0x10000
                units.append(bigEndian: 0xD800_DC00 | (rest & 0xFFC00) &<< 6 | rest & 0x3FF)
            }
        }
        let count = units.count
        guard count >= Self.shortest else { return }
        for place in stride(from: 0, to: count, by: 2) {
            let unit = units.span.uint16(at: place)
            units.append(bigEndian: unit.byteSwapped)
        }
        add(form: units.span.extracting(count...))
        add(form: units.span.extracting(..<count))
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
        seen.count + forms.count < room || spill(before: hash)
    }

    @inline(never)
    private mutating func spill(before hash: UInt64) -> Bool {
        if holds(hash) { return false }
        guard spills, let file = OriginalsFile(entries) else {
            isFull = true
            return false
        }
        files.append(file)
        countInFiles += seen.count
        entries.removeAll(keepingCapacity: true)
        seen = HashSet64()
        forms = HashSet64()
        return true
    }

    /// Records a whole content, whose texts are recorded by themselves in all forms.
    mutating func record(content: Span<UInt8>) {
        if content.count >= Self.shortest { _ = add(content, Fingerprint.shared.of(content)) }
    }

    private mutating func add(_ value: Span<UInt8>, _ hash: UInt64) -> Bool {
        guard makeRoom(for: hash), seen.insert(hash) else { return false }
        addStart(value, hash)
        return true
    }

    private mutating func add(form value: Span<UInt8>) {
        let hash = Fingerprint.shared.of(value)
        if makeRoom(for: hash), forms.insert(hash) { addStart(value, hash) }
    }

    private mutating func addStart(_ value: Span<UInt8>, _ hash: UInt64) {
        entries.append(OriginalsFile.Entry(start: OriginalStart(value), hash: hash))
        ends.insert(Self.end(of: value))
        if value.count >= OriginalStart.longest { longLengths.insert(value.count) }
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
        isFull = isFull || other.isFull
        files += other.files
        countInFiles += other.countInFiles
        ends.formUnion(other.ends)
        longLengths.formUnion(other.longLengths)
        _ = shorts.formUnion(other.shorts, most: .max)
        _ = kept.formUnion(other.kept, most: Self.mostKept)
        guard seen.count + forms.count + other.seen.count + other.forms.count <= room * 2 else {
            guard spills, let file = OriginalsFile(other.entries) else { return isFull = true }
            files.append(file)
            countInFiles += other.seen.count
            return
        }
        entries += other.entries
        _ = seen.formUnion(other.seen, most: .max)
        _ = forms.formUnion(other.forms, most: .max)
    }

    /// Calls `body` with each entry, some of them several times; answers whether all could be read.
    func forEachEntry(_ body: (OriginalsFile.Entry) -> Void) -> Bool {
        entries.forEach(body)
        return files.allSatisfy { $0.forEach(body) }
    }

    /// What is asked of the values once they are found by their beginnings.
    var withoutEntries: Originals {
        var rest = self
        rest.entries = []
        rest.files = []
        rest.seen = HashSet64()
        rest.forms = HashSet64()
        return rest
    }

    /// Whether none waits in a file.
    var isInMemory: Bool { files.isEmpty }

    /// The fingerprints of the values in memory, and those of their forms.
    var fingerprints: (values: HashSet64, forms: HashSet64) { (seen, forms) }

    /// Whether a value of this fingerprint stays where it is by itself.
    func keeps(_ hash: UInt64) -> Bool { kept.contains(hash) }

    /// Whether there are values that are looked for as whole texts only.
    var hasShorts: Bool { shorts.count > 0 }

    /// Whether a text under 6 bytes is a value that stays nowhere.
    func forbids(short value: Span<UInt8>) -> Bool {
        let hash = Fingerprint.shared.of(value)
        return shorts.contains(hash) && !kept.contains(hash) && !Vocabulary.isWord(String(decodingUTF8: value))
    }

    /// Whether a value of this fingerprint is in memory.
    private func holds(_ hash: UInt64) -> Bool { seen.contains(hash) || forms.contains(hash) }
}

/// How a value begins and how long it is, in one word that sorts: 6 bytes, 15 bits of length, and whether it is a number.
struct OriginalStart: Hashable, Comparable, BitwiseCopyable, Sendable {
    let bits: UInt64

    /// Longer values have this length.
    static let longest = 1 << 15 - 1

    init(bits: UInt64) { self.bits = bits }

    init(_ value: Span<UInt8>) {
        var isNumber = true
        for index in value.indices where value[index] &- 48 > 9 {
            isNumber = false
            break
        }
        let length = UInt64(min(value.count, Self.longest))
        bits = Self.head(value, 0) << 16 | length << 1 | (isNumber ? 1 : 0)
    }

    /// The first 6 bytes, the first one in the highest place.
    var head: UInt64 { bits >> 16 }
    var length: Int { Int(bits >> 1 & 0x7FFF) }
    /// Digits only: then a longer number may hold it by chance.
    var isNumber: Bool { bits & 1 == 1 }

    static func < (one: OriginalStart, other: OriginalStart) -> Bool { one.bits < other.bits }

    @inline(__always)
    static func head(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
        var word: UInt64 = 0
        for step in 0..<6 { word = word << 8 | UInt64(bytes[start &+ step]) }
        return word
    }
}
