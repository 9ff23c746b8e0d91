import WireFormat

/// Bytes that come in at the end and go out at the front.
struct ByteQueue {
    private var bytes: [UInt8] = []
    /// How many at the front are gone.
    private var start = 0

    /// Gone bytes beyond these are cleared away.
    private static let mostGone = 1 << 14

    var count: Int { bytes.count &- start }
    var isEmpty: Bool { bytes.count == start }

    /// What is there.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get { bytes.span.extracting(droppingFirst: start) }
    }

    /// A copy of a part of it.
    func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[start &+ range.lowerBound..<start &+ range.upperBound]) }

    /// A copy of it.
    var array: [UInt8] { copy(0..<count) }

    mutating func append(_ more: Span<UInt8>) {
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    mutating func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count)
        start &+= count
        if start == bytes.count {
            removeAll()
        } else if start > Self.mostGone, start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        start = 0
    }
}
