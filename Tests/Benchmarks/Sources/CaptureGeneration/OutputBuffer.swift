#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output could not be written.
public struct WritingError: Error, CustomStringConvertible {
    /// The system's error number.
    public var number: Int32
    /// Makes an error from the system's number for it.
    public init(number: Int32) { self.number = number }
    /// What the system says.
    public var description: String { String(cString: strerror(number)) }
}

/// Writes bytes to a descriptor, a mebibyte at a time.
struct OutputBuffer {
    private let descriptor: Int32
    /// What waits to be written.
    var bytes: [UInt8] = []
    /// Bytes written so far.
    private(set) var written = 0

    init(descriptor: Int32) {
        self.descriptor = descriptor
        bytes.reserveCapacity(1 << 20 + 1 << 17)
    }

    /// Writes what waits, if it is much.
    mutating func flushIfLarge() throws(WritingError) {
        if bytes.count >= 1 << 20 { try flush() }
    }

    /// Writes what waits.
    mutating func flush() throws(WritingError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                return write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 { done += count } else if errno != EINTR { throw WritingError(number: errno) }
        }
        written += bytes.count
        bytes.removeAll(keepingCapacity: true)
    }
}
