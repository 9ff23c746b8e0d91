import Capture
import Foundation
import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// All that a reader finds in a capture.
struct CaptureContents {
    /// A packet with its own bytes.
    struct Entry {
        var packet: Packet
        var bytes: [UInt8]
    }

    var entries: [Entry] = []
    var damage: CaptureDamage?
    /// How often the reader handed packets out.
    var blocks = 0

    var bytes: [[UInt8]] { entries.map(\.bytes) }

    init(_ reader: consuming CaptureReader) throws {
        while let block = try reader.next() {
            blocks += 1
            for packet in block.packets {
                let end = packet.start + packet.capturedLength
                entries.append(Entry(packet: packet, bytes: Array(block.bytes[packet.start..<end])))
            }
        }
        damage = reader.damage
    }

    /// Reads a capture that lies in a file.
    init(_ file: [UInt8], limits: CaptureLimits = CaptureLimits()) throws {
        try self.init(CaptureInput.file(file, limits: limits))
    }
}

/// Ways to hand bytes to a reader.
enum CaptureInput {
    /// Could not make a file or pipe.
    struct Failure: Error {}

    /// Through a temporary file that is gone when the reader is.
    static func file(_ bytes: [UInt8], limits: CaptureLimits = CaptureLimits()) throws -> CaptureReader {
        try CaptureReader(descriptor: descriptor(bytes), closesDescriptor: true, limits: limits)
    }

    /// An open temporary file with no name that stands at its start.
    static func descriptor(_ bytes: [UInt8]) throws -> Int32 {
        let path = NSTemporaryDirectory() + "capture-" + UUID().uuidString
        defer { unlink(path) }
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { throw Failure() }
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Failure() }
        return descriptor
    }

    /// A pipe: the end to read from and the end to write to.
    static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        let result = ends.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { Foundation.pipe($0) } ?? -1
        }
        guard result == 0 else { throw Failure() }
        return (ends[0], ends[1])
    }

    /// Through a pipe that a thread fills with pieces of the sizes given, over and over.
    static func pipe(_ bytes: [UInt8], chunks: [Int], limits: CaptureLimits = CaptureLimits()) throws -> CaptureReader {
        let ends = try pipe()
        Thread.detachNewThread {
            var offset = 0
            var turn = 0
            while offset < bytes.count {
                let count = min(chunks[turn % chunks.count], bytes.count - offset)
                guard send(bytes[offset..<offset + count], to: ends.write) else { break }
                offset += count
                turn += 1
            }
            close(ends.write)
        }
        return try CaptureReader(descriptor: ends.read, closesDescriptor: true, limits: limits)
    }

    /// Closes an end of a pipe.
    static func closeEnd(_ descriptor: Int32) { close(descriptor) }

    /// Writes everything.
    @discardableResult
    static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let sent = write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
                guard sent > 0 else { return false }
                offset += sent
            }
            return true
        }
    }
}
