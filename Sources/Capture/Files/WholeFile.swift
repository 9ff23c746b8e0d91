#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads whole files.
package enum WholeFile {
    /// The reason why a file could not be read.
    package struct Failure: Error {
        /// The system's error number.
        package let number: Int32
    }

    /// Reads all bytes of the file at a path.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        return try read(descriptor)
    }

    /// Reads the bytes of an open file from its current position on; stops after `limit`, at most one block beyond it.
    package static func read(_ descriptor: Int32, limit: Int = .max) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0) }
            if count > 0 {
                bytes += block[..<count]
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw Failure(number: errno)
            }
        }
        return bytes
    }
}
