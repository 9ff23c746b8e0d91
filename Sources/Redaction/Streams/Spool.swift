import Capture
import WireFormat

/// A file without a name that holds the new bytes of the streams until the packets are written.
///
/// The file holds nothing of the original.
final class Spool {
    private let file: TemporaryFile
    @exclusivity(unchecked) private var waiting = ByteWriter(capacity: mostWaiting)
    @exclusivity(unchecked) private var written = 0
    /// The bytes that were read last, from `windowStart` on.
    @exclusivity(unchecked) private var window: [UInt8] = []
    @exclusivity(unchecked) private var windowStart = 0
    private static let windowSize = 1 << 18
    private static let mostWaiting = 1 << 18

    /// - Throws: ``RedactionError/temporary`` if there is no room for temporary files.
    init() throws(RedactionError) {
        guard let file = TemporaryFile() else { throw .temporary }
        self.file = file
    }

    /// Stores the bytes that `append` appends, and returns their position; returns `nil` if `append` fails.
    @inline(__always)
    func append(_ append: (inout ByteWriter) -> Bool) throws(RedactionError) -> (place: Int, count: Int)? {
        if waiting.count >= Self.mostWaiting { try flush() }
        let start = waiting.count
        guard append(&waiting) else {
            waiting.truncate(to: start)
            return nil
        }
        return (written + start, waiting.count - start)
    }

    private func flush() throws(RedactionError) {
        guard Self.write(waiting, to: file, at: written) else { throw .temporary }
        written += waiting.count
        waiting.removeAll()
    }

    private static func write(_ bytes: borrowing ByteWriter, to file: TemporaryFile, at place: Int) -> Bool {
        file.write(bytes.span, at: place)
    }

    /// Appends stored bytes to `result`.
    func read(_ range: Range<Int>, into result: inout ByteWriter) throws(RedactionError) {
        guard !range.isEmpty else { return }
        if range.lowerBound >= written {
            result.append(range.lowerBound - written..<range.upperBound - written, of: waiting)
            return
        }
        if range.upperBound > written { try flush() }
        if range.count > Self.windowSize {
            result.append(try load(range))
            return
        }
        if range.lowerBound < windowStart || range.upperBound > windowStart + window.count {
            // Packets are created in the order in which their bytes were stored.
            windowStart = range.lowerBound
            window = try load(range.lowerBound..<min(written, range.lowerBound + Self.windowSize))
        }
        let window = window
        result.append(window.span.extracting(range.lowerBound - windowStart..<range.upperBound - windowStart))
    }

    private func load(_ range: Range<Int>) throws(RedactionError) -> [UInt8] {
        do throws(CaptureError) {
            return try file.read(range)
        } catch {
            throw .temporary
        }
    }
}
