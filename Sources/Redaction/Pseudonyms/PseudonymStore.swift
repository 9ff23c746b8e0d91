import WireFormat

/// Pseudonyms by the fingerprints of their values, stored as consecutive bytes.
struct PseudonymStore: Sendable {
    private struct Place: BitwiseCopyable {
        var start: UInt32
        var count: UInt32
    }

    private var places = HashMap64<Place>()
    private var bytes: [UInt8] = []

    /// The number of pseudonyms, and the number of their bytes.
    var count: Int { places.count }
    var byteCount: Int { bytes.count }

    /// Appends the pseudonym of a value; returns `false` if there is none.
    @inline(__always)
    func append(_ hash: UInt64, to writer: inout ByteWriter) -> Bool {
        guard let place = places[hash] else { return false }
        writer.append(bytes.span.extracting(Int(place.start)..<Int(place.start) + Int(place.count)))
        return true
    }

    mutating func set(_ hash: UInt64, _ pseudonym: Span<UInt8>) {
        places.set(hash, Place(start: UInt32(bytes.count), count: UInt32(pseudonym.count)))
        pseudonym.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    mutating func removeAll() {
        places.removeAll()
        bytes.removeAll(keepingCapacity: true)
    }
}

/// The recently used pseudonyms in two halves; when one is full, the other one is cleared.
struct RecentPseudonyms: Sendable {
    private var newer = PseudonymStore()
    private var older = PseudonymStore()
    /// The hashes of values that occurred once recently; 0 for none.
    private var noted = [UInt64](repeating: 0, count: notedCount)

    private static let notedCount = 1 << 13
    private static let most = 1 << 14
    private static let mostBytes = 1 << 20
    private static let longest = 256

    /// Appends the pseudonym of a value; returns `false` if it is not known.
    @inline(__always)
    mutating func append(_ hash: UInt64, to writer: inout ByteWriter) -> Bool {
        if newer.append(hash, to: &writer) { return true }
        let start = writer.count
        guard older.append(hash, to: &writer) else { return false }
        keep(hash, writer.span.extracting(start...))
        return true
    }

    /// Records an unknown pseudonym, and stores it only when it occurs again soon, since most texts occur once.
    mutating func note(_ hash: UInt64, _ pseudonym: Span<UInt8>) {
        let place = Int(truncatingIfNeeded: hash >> 40) & (Self.notedCount - 1)
        if noted[place] == hash {
            if pseudonym.count <= Self.longest { keep(hash, pseudonym) }
        } else {
            noted[place] = hash
        }
    }

    private mutating func keep(_ hash: UInt64, _ pseudonym: Span<UInt8>) {
        if newer.count >= Self.most || newer.byteCount >= Self.mostBytes {
            swap(&newer, &older)
            newer.removeAll()
        }
        newer.set(hash, pseudonym)
    }
}
