import Capture

/// Keeps the new bytes of the streams in a file without a name, until the packets are written.
///
/// Nothing of the original is in it.
final class Spool {
    private let file: TemporaryFile
    @exclusivity(unchecked) private var waiting: [UInt8] = []
    @exclusivity(unchecked) private var written = 0
    /// What was read last, from `windowStart` on.
    @exclusivity(unchecked) private var window: [UInt8] = []
    @exclusivity(unchecked) private var windowStart = 0
    private static let windowSize = 1 << 18

    /// Throws ``RedactionError/temporary`` when there is no room for temporary files.
    init() throws(RedactionError) {
        guard let file = TemporaryFile() else { throw .temporary }
        self.file = file
    }

    /// Appends bytes and answers their place.
    func append(_ bytes: Span<UInt8>) throws(RedactionError) -> Int {
        let place = written + waiting.count
        bytes.withUnsafeBufferPointer { waiting.append(contentsOf: $0) }
        if waiting.count >= 1 << 18 { try flush() }
        return place
    }

    private func flush() throws(RedactionError) {
        guard file.write(waiting.span, at: written) else { throw .temporary }
        written += waiting.count
        waiting.removeAll(keepingCapacity: true)
    }

    /// Appends bytes that were appended before to `result`.
    func read(_ range: Range<Int>, into result: inout [UInt8]) throws(RedactionError) {
        guard !range.isEmpty else { return }
        if range.lowerBound >= written {
            result += waiting[range.lowerBound - written..<range.upperBound - written]
            return
        }
        if range.upperBound > written { try flush() }
        if range.count > Self.windowSize {
            result += try load(range)
            return
        }
        if range.lowerBound < windowStart || range.upperBound > windowStart + window.count {
            // Packets come about in the order in which their bytes were written.
            windowStart = range.lowerBound
            window = try load(range.lowerBound..<min(written, range.lowerBound + Self.windowSize))
        }
        result += window[range.lowerBound - windowStart..<range.upperBound - windowStart]
    }

    private func load(_ range: Range<Int>) throws(RedactionError) -> [UInt8] {
        do throws(CaptureError) {
            return try file.read(range)
        } catch {
            throw .temporary
        }
    }
}
