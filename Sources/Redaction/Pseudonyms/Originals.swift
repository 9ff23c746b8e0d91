import WireFormat

/// The values that were replaced, as fingerprints: what the output must not hold.
struct Originals: Sendable {
    static let shortest = 6
    /// More different values than this are not kept; the redaction fails.
    static let most = 5 << 18

    /// Hashes of values.
    private var seen = HashSet64()
    /// Hashes of the UTF-16 of those that are not ASCII.
    private var forms = HashSet64()
    /// Values that stay by the tables; an original that equals one is no find.
    private var kept = HashSet64()
    /// Hashes of values that are too short to be searched for, but for numbers: of those each becomes another one.
    private var shorts = HashSet64()
    /// How each of them begins.
    private(set) var starts: [OriginalStart] = []
    /// One bit for how each of them ends and how long it is.
    private var ends = HashSieve(for: 1 << 17)
    /// The lengths of values that are too long for their start to say.
    private(set) var longLengths: Set<Int> = []
    private(set) var isFull = false
    /// How many different values there are.
    var count: Int { seen.count }

    init() {}

    mutating func record(_ value: [UInt8]) { record(value.span) }

    mutating func record(_ value: Span<UInt8>) { record(value, Fingerprint.shared.of(value)) }

    /// - Parameter hash: the value's fingerprint.
    mutating func record(_ value: Span<UInt8>, _ hash: UInt64) {
        guard value.count >= Self.shortest else { return record(short: value, hash) }
        guard add(value, hash) else { return }
        guard !value.isASCII, let text = try? UTF8Span(validating: value) else { return }
        var little = ByteWriter(capacity: value.count * 2)
        var big = ByteWriter(capacity: value.count * 2)
        var scalars = text.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                big.append(bigEndian: unit)
                little.append(bigEndian: unit.byteSwapped)
            }
        }
        if big.count >= Self.shortest {
            add(form: little.span)
            add(form: big.span)
        }
    }

    private mutating func record(short value: Span<UInt8>, _ hash: UInt64) {
        if Self.isNumber(value) || shorts.contains(hash) { return }
        guard hasRoom else { return isFull = true }
        _ = shorts.insert(hash)
    }

    private static func isNumber(_ value: Span<UInt8>) -> Bool { value.indices.allSatisfy { value[$0] &- 48 < 10 } }

    /// Whether another value may be kept.
    private var hasRoom: Bool { seen.count + forms.count + shorts.count < Self.most }

    /// Records a whole content, whose texts are recorded by themselves in all forms.
    mutating func record(content: Span<UInt8>) {
        if content.count >= Self.shortest { _ = add(content, Fingerprint.shared.of(content)) }
    }

    private mutating func add(_ value: Span<UInt8>, _ hash: UInt64) -> Bool {
        guard hasRoom else {
            if !holds(hash) { isFull = true }
            return false
        }
        guard seen.insert(hash) else { return false }
        addStart(value)
        return true
    }

    private mutating func add(form value: Span<UInt8>) {
        let hash = Fingerprint.shared.of(value)
        guard hasRoom else {
            if !holds(hash) { isFull = true }
            return
        }
        if forms.insert(hash) { addStart(value) }
    }

    private mutating func addStart(_ value: Span<UInt8>) {
        starts.append(OriginalStart(value))
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
        if kept.count < Self.most { _ = kept.insert(Fingerprint.shared.of(value)) }
    }

    /// Takes in the values of another.
    mutating func formUnion(_ other: Originals) {
        guard count > 0 || kept.count > 0 else {
            self = other
            return
        }
        isFull = isFull || other.isFull
        starts += other.starts
        ends.formUnion(other.ends)
        longLengths.formUnion(other.longLengths)
        if !seen.formUnion(other.seen, most: Self.most) { isFull = true }
        if !forms.formUnion(other.forms, most: Self.most) { isFull = true }
        if !shorts.formUnion(other.shorts, most: Self.most) { isFull = true }
        if seen.count + forms.count + shorts.count > Self.most { isFull = true }
        _ = kept.formUnion(other.kept, most: Self.most)
    }

    /// The same for those who keep by themselves how values begin.
    var withoutStarts: Originals {
        var rest = self
        rest.starts = []
        return rest
    }

    /// Whether a value of this fingerprint is to be found nowhere.
    func forbids(_ hash: UInt64) -> Bool { holds(hash) && !kept.contains(hash) }

    /// Whether there are values that are looked for as whole texts only.
    var hasShorts: Bool { shorts.count > 0 }

    /// Whether a text under 6 bytes is a value that stays nowhere.
    func forbids(short value: Span<UInt8>) -> Bool {
        let hash = Fingerprint.shared.of(value)
        return shorts.contains(hash) && !kept.contains(hash) && !Vocabulary.isWord(String(decodingUTF8: value))
    }

    /// Whether a value of this fingerprint was replaced, kept elsewhere or not.
    func holds(_ hash: UInt64) -> Bool { seen.contains(hash) || forms.contains(hash) }
}

/// How a value begins and how long it is, in one word that sorts: 6 bytes, 15 bits of length, and whether it is a number.
struct OriginalStart: Hashable, Comparable, Sendable {
    private let bits: UInt64

    /// Longer values have this length.
    static let longest = 1 << 15 - 1

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
