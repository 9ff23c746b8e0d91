import Capture
import WireFormat

/// The values of an index in a file without a name, while other values are searched for.
///
/// Only the first 6 bytes of each value are in the file.
struct LeakIndexFile: Sendable {
    /// The further facts about the values.
    private let originals: Originals
    /// The beginnings of the values, then their fingerprints, in 8 bytes each.
    private let file: TemporaryFile
    private let startCount: Int
    private let hashCount: Int

    private static let size = 8
    private static let atOnce = 1 << 15

    /// - Returns: `nil` if there is no room for temporary files.
    init?(_ index: LeakIndex) {
        guard let file = TemporaryFile() else { return nil }
        self.file = file
        originals = index.originals
        startCount = index.starts.count
        hashCount = index.hashes.count
        var words: [UInt64] = []
        var written = 0
        var isWhole = true
        func flush() {
            isWhole = isWhole && Self.write(words, to: file, at: written)
            written += words.count * Self.size
            words.removeAll(keepingCapacity: true)
        }
        func append(_ word: UInt64) {
            words.append(word)
            if words.count == Self.atOnce { flush() }
        }
        for start in index.starts { append(start.bits) }
        index.hashes.forEach { append($0) }
        flush()
        guard isWhole else { return nil }
    }

    private static func write(_ words: [UInt64], to file: TemporaryFile, at start: Int) -> Bool {
        var writer = ByteWriter(capacity: words.count * size)
        for word in words { writer.append(bigEndian: word) }
        return file.write(writer.span, at: start)
    }

    /// Returns the index; `nil` if the file cannot be read.
    func index() -> LeakIndex? {
        var starts: [OriginalStart] = []
        starts.reserveCapacity(startCount)
        guard forEach(startCount, from: 0, { starts.append(OriginalStart(bits: $0)) }) else { return nil }
        var hashes = HashSet64(for: hashCount)
        guard forEach(hashCount, from: startCount, { _ = hashes.insert($0) }) else { return nil }
        return LeakIndex(originals, hashes, taking: &starts)
    }

    /// Calls `body` with each of `count` words; returns whether all could be read.
    private func forEach(_ count: Int, from start: Int, _ body: (UInt64) -> Void) -> Bool {
        var done = 0
        while done < count {
            let more = min(Self.atOnce, count - done)
            let first = (start + done) * Self.size
            guard let bytes = try? file.read(first..<first + more * Self.size) else { return false }
            for index in 0..<more { body(bytes.span.uint64(at: index * Self.size)) }
            done += more
        }
        return true
    }
}
