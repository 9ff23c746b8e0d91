import Capture
import WireFormat

/// A temporary file without a name for a worker's large outputs.
///
/// Output is written in the order of the capture, so a worker's output may have to wait for that of others. The output
/// of a block is usually kept in memory, but a unit of a few megabytes can become hundreds of megabytes of text. If no
/// file can be created, all output stays in memory.
///
/// Only one worker uses it, though it may be sent to another thread before its first use.
final class OutputSpill: @unchecked Sendable {
    /// The number of bytes to collect before they are written to the file.
    static let piece = 1 << 20

    @exclusivity(unchecked) private var file: TemporaryFile?
    @exclusivity(unchecked) private var end = 0
    /// The start of the current event's part in the file.
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var hasFailed = false
    /// The number of bytes of the current event in the file.
    var count: Int { end - start }

    /// Appends a range of a writer to the current event's part in the file; returns `false` if the range must be kept
    /// in memory.
    func append(_ range: Range<Int>, of writer: borrowing ByteWriter) -> Bool {
        guard !hasFailed else { return false }
        if file == nil { file = TemporaryFile() }
        guard let file, file.write(writer.span.extracting(range), at: end) else {
            // Bytes after a failed write must not go to the file: they would come before the bytes that stayed in
            // memory.
            hasFailed = true
            return false
        }
        end += range.count
        return true
    }

    /// Ends the current event and returns the range of its bytes in the file.
    func endEvent() -> Range<Int> {
        defer { start = end }
        hasFailed = false
        return start..<end
    }

    /// Ends the block and returns its file, if there is one.
    func takeFile() -> TemporaryFile? {
        defer {
            file = nil
            (start, end) = (0, 0)
        }
        return file
    }
}
