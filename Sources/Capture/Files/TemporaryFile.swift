#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file without a name, for what is too much to keep in memory; it goes when nobody holds it any more.
package final class TemporaryFile: Sendable {
    private let descriptor: Int32

    /// Makes an empty file in the folder for temporary ones; `nil` where that cannot be done.
    package init?() {
        let made = Self.make()
        guard made.descriptor >= 0 else { return nil }
        unlink(made.name)
        descriptor = made.descriptor
    }

    /// Makes an empty file that programs started from here do not get: its descriptor, or -1, and its name.
    package static func make() -> (descriptor: Int32, name: [CChar]) {
        var name = Array(template(getenv("TMPDIR").flatMap { String(validatingCString: $0) }).utf8CString)
        return (make(&name), name)
    }

    /// The same of a template that ends in `XXXXXX`, which becomes the name.
    package static func make(_ template: inout [CChar]) -> Int32 {
        let descriptor = mkstemp(&template)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// What `mkstemp` makes names of.
    ///
    /// - Parameter folder: the variable `TMPDIR`; an empty one says nothing, as a missing one.
    package static func template(_ folder: String?) -> String {
        (folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp") + "/imwire-XXXXXX"
    }

    deinit { close(descriptor) }

    /// Writes all bytes at an offset, or answers `false`.
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

    /// The bytes of a range.
    ///
    /// - Throws: `inputOutput`, also where the range goes beyond what was written.
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
