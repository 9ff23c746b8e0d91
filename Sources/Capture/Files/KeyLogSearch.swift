import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds the TLS key logs of a pcapng file wherever they lie, without moving the place where the file is read.
///
/// Programs that capture write a Decryption Secrets Block when they learn of secrets, which is often behind the packets
/// that these decrypt.
public final class KeyLogSearch: Sendable {
    /// The file, open once more.
    private let descriptor: Int32
    /// Where the capture begins in it.
    private let start: off_t

    /// - Parameter descriptor: an open file at the start of a capture; stays open. `nil` when it is no regular file,
    ///   which can not be read twice.
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

    /// Reads the file from the start of the capture to its end, and hands on each key log that is in it.
    ///
    /// - Parameter isWanted: asked before each block of the file; reading ends where it is no longer.
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
