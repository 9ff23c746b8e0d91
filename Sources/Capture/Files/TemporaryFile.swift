#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file without a name, for data too large for memory; it is deleted when its last owner releases it.
package final class TemporaryFile: Sendable {
    private let descriptor: Int32

    /// Creates an empty file in the temporary folder; `nil` when that fails.
    package init?() {
        let made = Self.make()
        guard made.descriptor >= 0 else { return nil }
        unlink(made.name)
        descriptor = made.descriptor
    }

    /// Creates an empty file that child processes do not inherit; returns its descriptor, or -1, and its name.
    package static func make() -> (descriptor: Int32, name: [CChar]) {
        var name = Array(template(getenv("TMPDIR").flatMap { String(validatingCString: $0) }).utf8CString)
        return (make(&name), name)
    }

    /// Creates such a file from a template that ends in `XXXXXX`; the template becomes the name.
    package static func make(_ template: inout [CChar]) -> Int32 {
        let descriptor = mkstemp(&template)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Returns the template for `mkstemp`.
    ///
    /// - Parameter folder: the variable `TMPDIR`; an empty value counts as a missing one.
    package static func template(_ folder: String?) -> String {
        (folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp") + "/imwire-XXXXXX"
    }

    deinit { close(descriptor) }

    /// Writes all bytes at an offset; `false` when that fails.
    package func write(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// Reads the bytes of a range.
    ///
    /// - Throws: `inputOutput`, also when the range goes beyond the bytes written.
    package func read(_ range: Range<Int>) throws(CaptureError) -> [UInt8] {
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count..<range.count])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return failure = got < 0 ? errno : EIO }
                count += got
            }
        }
        if let failure { throw .inputOutput(failure) }
        return bytes
    }
}
