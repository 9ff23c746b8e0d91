import Capture
import WireFormat

/// Where a worker leaves output of which there is too much to keep it: a file without a name.
///
/// Output leaves in the order of the capture, so a worker's may have to wait for that of others. What a block makes is
/// otherwise kept in memory, but a unit of a few megabytes can become hundreds of megabytes of text. Where no file can be
/// had, all stays in memory.
///
/// One worker alone uses it, though what holds it may be sent to another thread before it is used.
final class OutputSpill: @unchecked Sendable {
    /// Bytes that are put together before they are left.
    static let piece = 1 << 20

    @exclusivity(unchecked) private var file: TemporaryFile?
    @exclusivity(unchecked) private var end = 0
    /// Where the current event's part begins.
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var hasFailed = false
    /// Bytes that were left of the current event.
    var count: Int { end - start }

    /// Leaves a part of what a writer holds for the current event, behind what it left before; `false` when that must be kept.
    func append(_ range: Range<Int>, of writer: borrowing ByteWriter) -> Bool {
        guard !hasFailed else { return false }
        if file == nil { file = TemporaryFile() }
        guard let file, file.write(writer.span.extracting(range), at: end) else {
            // What comes later must not stand before what could not be written.
            hasFailed = true
            return false
        }
        end += range.count
        return true
    }

    /// Ends the current event: where its bytes are in the file.
    func endEvent() -> Range<Int> {
        defer { start = end }
        hasFailed = false
        return start..<end
    }

    /// Ends the block: hands its file out, where there is one.
    func takeFile() -> TemporaryFile? {
        defer {
            file = nil
            (start, end) = (0, 0)
        }
        return file
    }
}
