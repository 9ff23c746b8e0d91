#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds the TLS key logs anywhere in a pcapng file, without moving the file's own position.
///
/// Capturing programs write a Decryption Secrets Block when they learn the secrets, often after the packets that need
/// them.
public final class KeyLogSearch: Sendable {
    /// A duplicate of the file's descriptor.
    private let descriptor: Int32
    /// The offset in the file at which the capture begins.
    private let start: off_t

    /// - Parameter descriptor: an open file at the start of a capture; stays open. `nil` when it is not a regular file
    ///   and so cannot be read twice.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        start = lseek(descriptor, 0, SEEK_CUR)
        self.descriptor = start >= 0 ? dup(descriptor) : -1
        if self.descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Reads the file from the start of the capture to its end, and passes each key log in it to `body`.
    ///
    /// - Parameters:
    ///   - isWanted: called before each block of the file; reading ends when it returns `false`.
    ///   - body: receives the text of a key log, which is valid only during the call.
    /// - Throws: ``CaptureError`` when reading fails.
    public func forEach(
        while isWanted: () -> Bool = { true },
        _ body: (Span<UInt8>) -> Void
    ) throws(CaptureError) {
        let descriptor = descriptor
        var position = start
        var reader = try CaptureReader { () throws(CaptureError) in
            let bytes = try ByteSource.read(descriptor, at: position)
            position += off_t(bytes.count)
            return bytes
        }
        while isWanted(), let block = try reader.next() {
            for keyLog in block.keyLogs { body(keyLog.span) }
        }
    }
}
