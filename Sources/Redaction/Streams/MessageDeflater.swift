import Transport

/// Compresses the new messages of one direction.
///
/// A compressor takes some 270 KiB, and there may be two for each of very many connections. So only those used most
/// recently exist. A direction whose compressor is gone gets a new one: its messages then refer to no message before, which
/// every reader understands.
final class MessageDeflater: Evictable {
    var lastUse = 0
    private let windowBits: Int32
    private let uses: RecentUses<MessageDeflater>
    private var deflater: StreamDeflater?

    /// Whether the compressor exists at the moment.
    var holdsMemory: Bool { deflater != nil }

    /// - Parameter windowBits: zlib's value for data without a wrapper.
    init(windowBits: Int32, _ uses: RecentUses<MessageDeflater>) {
        self.windowBits = windowBits
        self.uses = uses
    }

    /// Forgets earlier messages, so that the next one refers to none of them.
    func reset() { deflater?.reset() }

    /// An empty block that is not compressed, which ends each flush.
    private static let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]

    /// Compresses a message; returns `nil` when zlib refuses.
    func deflate(_ message: [UInt8]) -> [UInt8]? {
        let isNew = deflater == nil
        let current = deflater ?? StreamDeflater(windowBits: windowBits)
        deflater = current
        uses.note(self, isNew: isNew)
        // Of an empty message, zlib makes a block only if no flush precedes it.
        return current.deflate(message, ends: false).map { $0.isEmpty ? Self.emptyBlock : $0 }
    }

    func evict() -> Bool {
        deflater = nil
        return true
    }
}
