#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension CaptureReader {
    /// Opens a file or a named pipe, which is closed when the reader goes.
    ///
    /// - Throws: ``CaptureError/inputOutput(_:)`` when it cannot be opened, and others when it is no capture.
    public init(path: String, limits: CaptureLimits = CaptureLimits()) throws(CaptureError) {
        // A named pipe that nobody writes to is waited for where reading waits, which can be ended.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .inputOutput(errno) }
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        try self.init(descriptor: descriptor, closesDescriptor: true, limits: limits)
    }

    /// Opens a capture that is in memory.
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
