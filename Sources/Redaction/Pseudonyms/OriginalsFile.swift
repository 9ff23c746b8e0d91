import Capture
import WireFormat

/// Values that are too many to be kept in memory: how each begins, and its fingerprint, in a file without a name.
///
/// Nothing of the values themselves is in it but their first 6 bytes.
final class OriginalsFile: Sendable {
    /// What is kept of a value.
    struct Entry: BitwiseCopyable, Sendable {
        var start: OriginalStart
        var hash: UInt64
    }

    private let file: TemporaryFile
    let count: Int

    private static let size = 16
    private static let entriesAtOnce = 1 << 14

    /// - Returns: `nil` where there is no room for temporary files.
    init?(_ entries: [Entry]) {
        guard let file = TemporaryFile() else { return nil }
        self.file = file
        count = entries.count
        var writer = ByteWriter(capacity: Self.entriesAtOnce * Self.size)
        var written = 0
        for (index, entry) in entries.enumerated() {
            writer.append(bigEndian: entry.start.bits)
            writer.append(bigEndian: entry.hash)
            guard writer.count >= Self.entriesAtOnce * Self.size || index == entries.count - 1 else { continue }
            guard file.write(writer.span, at: written) else { return nil }
            written += writer.count
            writer.removeAll()
        }
    }

    /// Calls `body` with each entry; answers whether all could be read.
    func forEach(_ body: (Entry) -> Void) -> Bool {
        var done = 0
        while done < count {
            let more = min(Self.entriesAtOnce, count - done)
            guard let bytes = try? file.read(done * Self.size..<(done + more) * Self.size) else { return false }
            let span = bytes.span
            for index in 0..<more {
                let start = UInt64(bigEndian: span.loadUnaligned(at: index * Self.size, as: UInt64.self))
                let hash = UInt64(bigEndian: span.loadUnaligned(at: index * Self.size + 8, as: UInt64.self))
                body(Entry(start: OriginalStart(bits: start), hash: hash))
            }
            done += more
        }
        return true
    }
}
