import Capture
import Inspection
import WireFormat

/// Makes the packets of the output, on a thread of its own: what is made is written out meanwhile.
actor PacketWriting {
    /// Blocks of pcapng, which nobody changes any more.
    private final class Chunk: Sendable {
        private let bytes: ByteWriter

        init(_ bytes: consuming ByteWriter) { self.bytes = bytes }

        func write(to sink: (Span<UInt8>) throws -> Void) rethrows { try Self.write(bytes, to: sink) }

        private static func write(
            _ bytes: borrowing ByteWriter,
            to sink: (Span<UInt8>) throws -> Void
        ) rethrows {
            try sink(bytes.span)
        }
    }

    private static let chunkSize = 2 << 20

    private var reader: CaptureReader
    private var maker: PacketMaker

    /// - Parameters:
    ///   - reader: the capture.
    ///   - rewriting: the streams in the place of which others come.
    init(
        _ reader: consuming sending CaptureReader,
        _ options: CaptureRedactor.Options,
        _ rewriting: StreamRewriting.Made
    ) {
        self.reader = reader
        maker = PacketMaker(options, rewriting.rewriting)
    }

    /// Makes all packets, each chunk of them while the one before is written.
    nonisolated func write(to sink: (Span<UInt8>) throws -> Void) async throws -> RedactionReport {
        var chunk = try await next()
        while let made = chunk {
            async let more = next()
            try made.write(to: sink)
            chunk = try await more
        }
        return await report
    }

    /// What was done so far.
    private var report: RedactionReport { maker.report }

    /// The packets of the next blocks; `nil` behind the last one.
    private func next() throws -> Chunk? {
        // Enough that another thread is worth being woken for.
        while maker.count < Self.chunkSize, let block = try reader.next() { try maker.make(block) }
        return maker.count > 0 ? Chunk(maker.take()) : nil
    }
}
