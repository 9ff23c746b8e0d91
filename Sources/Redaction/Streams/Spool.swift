#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the new bytes of the streams in a file without a name, until the packets are written.
///
/// Nothing of the original is in it.
final class Spool {
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var written = 0

    /// Throws ``RedactionError/temporary`` when there is no room for temporary files.
    init() throws(RedactionError) {
        let folder = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/tmp"
        var template = Array((folder + "/imwire-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .temporary }
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Appends bytes and answers their place.
    func append(_ bytes: [UInt8]) throws(RedactionError) -> Int {
        let place = written + waiting.count
        waiting += bytes
        if waiting.count >= 1 << 18 { try flush() }
        return place
    }

    private func flush() throws(RedactionError) {
        var start = 0
        while start < waiting.count {
            let count = waiting.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                return pwrite(descriptor, rest.baseAddress, rest.count, off_t(written))
            }
            guard count > 0 else { throw .temporary }
            written += count
            start += count
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Bytes that were appended.
    func read(_ range: Range<Int>) throws(RedactionError) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        if range.lowerBound >= written {
            return Array(waiting[range.lowerBound - written..<range.upperBound - written])
        }
        if range.upperBound > written { try flush() }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count..<range.count])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
                guard got > 0 else {
                    failed = true
                    return
                }
                count += got
            }
        }
        if failed { throw .temporary }
        return bytes
    }
}
