import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A capture that another program is still writing; it ends when the user interrupts the program.
struct GrowingFile {
    /// The time in milliseconds after which a read without new bytes returns.
    private static let patience: Int32 = 100
    /// The maximum number of bytes per read.
    private static let stretch = 1 << 18

    private let descriptor: Int32
    /// A descriptor that becomes readable when the user interrupts the program.
    private let interruption: Int32

    /// Follows an open file; from now on Ctrl-C ends the capture and not the program.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        interruption = Interruption.descriptor()
    }

    /// Returns a reader of present and future bytes; it waits for the first bytes of an empty file.
    func reader() throws -> CaptureReader {
        var isFirst = true
        return try CaptureReader(isLive: true, endsAnywhere: true) { () throws(CaptureError) -> [UInt8]? in
            let bytes = try self.next()
            if isFirst, let bytes, !bytes.isEmpty {
                isFirst = false
                if bytes[0] == 0x1F {
                    throw .unsupported("a file that is packed with gzip cannot be followed while it is written")
                }
            }
            return bytes
        }
    }

    /// Returns the next bytes, `nil` if none arrived for a while, or an empty array at the end.
    private func next() throws(CaptureError) -> [UInt8]? {
        if wasInterrupted(within: 0) { return [] }
        var chunk = [UInt8](repeating: 0, count: Self.stretch)
        var count = -1
        repeat {
            count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .inputOutput(errno) }
        if count > 0 { return Array(chunk[..<count]) }
        return wasInterrupted(within: Self.patience) ? [] : nil
    }

    /// Waits for an interruption, and returns whether there was one.
    private func wasInterrupted(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
