#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension CaptureReader {
    /// Opens a file or a named pipe; the reader closes it when it is destroyed.
    ///
    /// - Throws: ``CaptureError/inputOutput(_:)`` when it cannot be opened, and other errors when it is not a capture.
    public init(path: String, limits: CaptureLimits = CaptureLimits()) throws(CaptureError) {
        // Opening a named pipe without a writer would block; reading waits for it instead, and that wait can be ended.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .inputOutput(errno) }
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        try self.init(descriptor: descriptor, closesDescriptor: true, limits: limits)
    }

    /// Opens a capture in memory.
    ///
    /// - Throws: ``CaptureError`` when the first bytes are not those of a capture.
    public init(bytes: [UInt8], limits: CaptureLimits = CaptureLimits()) throws(CaptureError) {
        var rest = bytes[...]
        try self.init(limits: limits) { () throws(CaptureError) in
            let piece = rest.prefix(ByteSource.blockSize)
            rest = rest.dropFirst(piece.count)
            return Array(piece)
        }
    }
}
