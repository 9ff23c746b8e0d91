import Capture

/// Creates the packets of the output, and writes them as blocks of pcapng.
struct PacketWriting: ~Copyable {
    /// The number of bytes written at once: few enough to be still in the processor's caches.
    private static let chunkSize = 1 << 17

    private var reader: CaptureReader
    private var maker: PacketMaker
    private var isDone = false

    /// Prepares to write the packets of a capture.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - maker: has created no packet yet.
    init(_ reader: consuming CaptureReader, _ maker: consuming PacketMaker) {
        self.reader = reader
        self.maker = maker
    }

    /// The counts of the packets created so far.
    var report: RedactionReport { maker.report }

    /// Writes the next packets; returns `false` after the last ones.
    mutating func writeNext(to sink: (Span<UInt8>) throws -> Void) throws -> Bool {
        guard !isDone else { return false }
        while maker.count < Self.chunkSize {
            guard let block = try reader.next() else {
                isDone = true
                maker.finish()
                break
            }
            try maker.make(block)
        }
        try maker.write(to: sink)
        return true
    }
}
