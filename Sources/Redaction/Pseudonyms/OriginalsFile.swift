import Capture
import WireFormat

/// Values that do not fit in memory: the beginning and fingerprint of each, in a file without a name.
///
/// Only the first 6 bytes of each value are in the file.
final class OriginalsFile: Sendable {
    /// The stored facts about a value.
    struct Entry: BitwiseCopyable, Sendable {
        var start: OriginalStart
        var hash: UInt64
    }

    private let file: TemporaryFile
    let count: Int
    /// The number of beginnings in UTF-16 after the entries.
    let wideCount: Int

    private static let size = 16
    private static let wideSize = 8
    private static let atOnce = 1 << 14

    /// Returns the number that assigns a value to one of several searches.
    ///
    /// The number has the fingerprint's upper bits, since the lower ones determine the slot in a search's hash table.
    static func share(of hash: UInt64) -> Int { Int(hash >> 48) }

    /// - Returns: `nil` if there is no room for temporary files.
    init?(_ entries: [Entry], _ wides: [WideStart]) {
        guard let file = TemporaryFile() else { return nil }
        self.file = file
        count = entries.count
        wideCount = wides.count
        let hasEntries = Self.write(entries, of: Self.size, to: file, at: 0) { entry, writer in
            writer.append(bigEndian: entry.start.bits)
            writer.append(bigEndian: entry.hash)
        }
        let hasWides = Self.write(wides, of: Self.wideSize, to: file, at: entries.count * Self.size) { wide, writer in
            writer.append(bigEndian: wide.bits)
        }
        guard hasEntries, hasWides else { return nil }
    }

    private static func write<Value>(
        _ values: [Value],
        of size: Int,
        to file: TemporaryFile,
        at start: Int,
        _ append: (Value, inout ByteWriter) -> Void
    ) -> Bool {
        var writer = ByteWriter(capacity: min(values.count, atOnce) * size)
        var written = start
        for (index, value) in values.enumerated() {
            append(value, &writer)
            guard writer.count >= atOnce * size || index == values.count - 1 else { continue }
            guard file.write(writer.span, at: written) else { return false }
            written += writer.count
            writer.removeAll()
        }
        return true
    }

    /// Calls `body` with each entry; returns whether all could be read.
    func forEach(_ body: (Entry) -> Void) -> Bool {
        read(count, of: Self.size, from: 0) { bytes, place in
            body(Entry(start: OriginalStart(bits: bytes.uint64(at: place)), hash: bytes.uint64(at: place + 8)))
        }
    }

    /// Calls `body` with each beginning in UTF-16; returns whether all could be read.
    func forEachWide(_ body: (WideStart) -> Void) -> Bool {
        read(wideCount, of: Self.wideSize, from: count * Self.size) { body(WideStart(bits: $0.uint64(at: $1))) }
    }

    /// Reads values, and calls `body` with the bytes and the index of each value in them.
    private func read(_ count: Int, of size: Int, from start: Int, _ body: (Span<UInt8>, Int) -> Void) -> Bool {
        var done = 0
        while done < count {
            let more = min(Self.atOnce, count - done)
            let first = start + done * size
            guard let bytes = try? file.read(first..<first + more * size) else { return false }
            for index in 0..<more { body(bytes.span, index * size) }
            done += more
        }
        return true
    }
}
