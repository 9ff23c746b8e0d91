import Capture
import WireFormat

/// The output as a capture, while it is written: each read creates the next packets, writes them, and returns their
/// bytes.
///
/// So the packets are created on the thread that reads them for the proof, while other threads decode those before. Only
/// one thread uses an instance at a time: the reading one until the proof is done, then the redactor's. That is why the
/// class is `Sendable` although it has no lock.
final class OutputCapture: @unchecked Sendable {
    private var writing: PacketWriting
    private let sink: (Span<UInt8>) throws -> Void
    private var failure: (any Error)?

    /// - Parameter sink: writes the next bytes.
    init(_ writing: consuming PacketWriting, to sink: @escaping @Sendable (Span<UInt8>) throws -> Void) {
        self.writing = writing
        self.sink = sink
    }

    /// Returns a reader of the output, of which there can be only one.
    ///
    /// - Throws: the failure of the writing, if the first bytes cannot be written.
    func reader() throws -> sending CaptureReader {
        do {
            return try CaptureReader { () throws(CaptureError) in self.next() }
        } catch {
            throw failure ?? error
        }
    }

    /// Writes the next packets, and returns their bytes; after the last ones or a failure, returns no bytes.
    private func next() -> [UInt8] {
        var written: [UInt8] = []
        do {
            while written.isEmpty, try writeNext({ written = Array(copying: $0) }) {}
        } catch {
            failure = error
            return []
        }
        return written
    }

    private func writeNext(_ note: (Span<UInt8>) -> Void) throws -> Bool {
        try writing.writeNext { bytes in
            try sink(bytes)
            note(bytes)
        }
    }

    /// Writes the packets that were not read, and returns the counts of all.
    ///
    /// - Throws: the failure that ended the writing, if one did.
    func finish() throws -> RedactionReport {
        if let failure { throw failure }
        while try writeNext({ _ in }) {}
        return writing.report
    }
}
