import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A capture that another program is still writing: its end is there when the user says so.
struct GrowingFile {
    /// Milliseconds after which reading answers that nothing came.
    private static let patience: Int32 = 100
    /// Bytes that are read at once.
    private static let stretch = 1 << 18

    private let descriptor: Int32
    /// Becomes readable when the user ends the program.
    private let interruption: Int32

    /// Follows an open file; from now on Ctrl-C ends it and not the program.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        interruption = Interruption.descriptor()
    }

    /// A reader of what is there and of what comes; it waits for the first bytes of an empty file.
    func reader() throws -> CaptureReader {
        var isFirst = true
        return try CaptureReader(isLive: true, endsAnywhere: true) { () throws(CaptureError) -> [UInt8]? in
            let bytes = try self.next()
            if isFirst, let bytes, !bytes.isEmpty {
                isFirst = false
                if bytes[0] == 0x1F {
                    throw .unsupported("a file that is packed with gzip can not be followed while it is written")
                }
            }
            return bytes
        }
    }

    /// The next bytes; `nil` when none came for a while, none at the end.
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

    /// Waits for the end, and says whether it has come.
    private func wasInterrupted(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
