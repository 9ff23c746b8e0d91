#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads a key log that another program keeps writing, whole lines at a time.
struct KeyLogTail: Sendable {
    /// The number of bytes read at once.
    private static let chunkBytes = 1 << 20

    private let descriptor: Int32
    /// The beginning of a line whose end has not been written yet.
    private var rest: [UInt8] = []

    /// - Parameter descriptor: an open file at its beginning; stays open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns the lines added since the last call, empty when there are none; at most one mebibyte is read per call.
    mutating func next() -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return [] }
        rest += chunk[..<count]
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else {
            // No line of a key log is that long.
            if rest.count >= Self.chunkBytes { rest = [] }
            return []
        }
        let lines = Array(rest[...end])
        rest.removeSubrange(...end)
        return lines
    }
}
