import Capture
import Synchronization
import WireFormat

/// The output as a capture, while it is written: each read creates the next packets, writes them, and returns their
/// bytes.
///
/// So the packets are created on the thread that reads them for the proof, while other threads decode those before. Only
/// one thread uses an instance at a time: first the one that writes ahead, then the reading one until the proof is done,
/// then the redactor's. That is why the class is `Sendable` although it has no lock.
final class OutputCapture: @unchecked Sendable {
    private var writing: PacketWriting
    private let sink: (Span<UInt8>) throws -> Void
    private var failure: (any Error)?
    /// The packets that were written before they could be read, the first one last.
    private var ahead: [[UInt8]] = []
    /// The maximum number of bytes of these packets.
    private static let mostAhead = 1 << 23
    private let mayWriteAhead = Atomic(true)

    /// - Parameter sink: writes the next bytes.
    init(_ writing: consuming PacketWriting, to sink: @escaping @Sendable (Span<UInt8>) throws -> Void) {
        self.writing = writing
        self.sink = sink
    }

    /// Writes the first packets and keeps them, while another thread prepares the reading.
    func writeAhead() {
        var room = Self.mostAhead
        while room > 0, mayWriteAhead.load(ordering: .relaxed) {
            let written = make()
            if written.isEmpty { break }
            ahead.append(written)
            room -= written.count
        }
        ahead.reverse()
    }

    /// Ends ``writeAhead()``; may be called by another thread.
    func endWritingAhead() { mayWriteAhead.store(false, ordering: .relaxed) }

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

    /// Returns the bytes of the next packets; after the last ones or a failure, returns no bytes.
    private func next() -> [UInt8] { ahead.popLast() ?? make() }

    /// Writes the next packets, and returns their bytes; after the last ones or a failure, returns no bytes.
    private func make() -> [UInt8] {
        if failure != nil { return [] }
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
