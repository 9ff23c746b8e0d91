import Capture
import Inspection
import WireFormat

/// Creates the packets of the output, and writes them as blocks of pcapng.
struct PacketWriting: ~Copyable {
    /// The number of bytes written at once: few enough to be still in the processor's caches.
    private static let chunkSize = 1 << 17

    private var reader: CaptureReader
    private var maker: PacketMaker

    /// Prepares to write the packets of a capture.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - rewriting: the rewritten streams.
    init(_ reader: consuming CaptureReader, _ options: CaptureRedactor.Options, _ rewriting: StreamRewriting) {
        self.reader = reader
        maker = PacketMaker(options, rewriting)
    }

    /// Writes all packets, and returns the report.
    mutating func write(to sink: (Span<UInt8>) throws -> Void) throws -> RedactionReport {
        while let block = try reader.next() {
            try maker.make(block)
            if maker.count >= Self.chunkSize { try maker.write(to: sink) }
        }
        try maker.write(to: sink)
        return maker.report
    }
}
