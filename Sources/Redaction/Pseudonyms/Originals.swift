import WireFormat

/// The values that were replaced, as fingerprints: what the output must not hold.
final class Originals {
    struct Entry: Sendable {
        /// The first 6 bytes.
        var head: UInt64
        var length: Int32
        /// Digits only: then a longer number may hold it by chance.
        var isNumber: Bool
        var hash: UInt64
    }

    static let shortest = 6
    /// More different values than this are not kept; the redaction fails.
    static let most = 1 << 20

    let fingerprint = Fingerprint()
    private(set) var entries: [Entry] = []
    private var seen: Set<UInt64> = []
    /// Values that stay by the tables; an original that equals one is no find.
    private var kept: Set<UInt64> = []
    private(set) var isFull = false

    func record(_ value: [UInt8]) {
        guard value.count >= Self.shortest else { return }
        let hash = fingerprint.of(value)
        guard seen.insert(hash).inserted else { return }
        guard entries.count < Self.most else {
            isFull = true
            return
        }
        entries.append(
            Entry(
                head: Self.head(value.span, 0),
                length: Int32(clamping: value.count),
                isNumber: value.allSatisfy { $0 &- 48 < 10 },
                hash: hash
            )
        )
    }

    func keep(_ value: [UInt8]) {
        if value.count >= Self.shortest, kept.count < Self.most { kept.insert(fingerprint.of(value)) }
    }

    func holds(_ value: [UInt8]) -> Bool { seen.contains(fingerprint.of(value)) }

    /// What is to be searched for.
    var sought: [Entry] { entries.filter { !kept.contains($0.hash) } }

    static func head(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
        var word: UInt64 = 0
        for step in 0..<6 { word |= UInt64(bytes[start + step]) << UInt64(8 * step) }
        return word
    }
}
