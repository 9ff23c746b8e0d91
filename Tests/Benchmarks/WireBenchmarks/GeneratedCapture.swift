import Capture
import CaptureGeneration
import Foundation

/// A generated capture in a file that has no name any more, so that nothing is left behind.
final class GeneratedCapture {
    let descriptor: Int32
    let summary: CaptureGenerator.Summary

    init(_ shape: CaptureShape) throws {
        var path = Array((NSTemporaryDirectory() + "/capture-XXXXXX").utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw WritingError(number: errno) }
        unlink(path)
        summary = try CaptureGenerator.write(shape, to: descriptor)
    }

    deinit { close(descriptor) }

    /// A reader from the start on.
    func reader() throws -> CaptureReader {
        lseek(descriptor, 0, SEEK_SET)
        return try CaptureReader(descriptor: descriptor, closesDescriptor: false)
    }

    /// All of it in memory.
    func blocks() throws -> [PacketBlock] {
        var reader = try reader()
        var blocks: [PacketBlock] = []
        while let block = try reader.next() { blocks.append(block) }
        return blocks
    }
}
