/// A queue of bytes: appended at the end, removed from the front.
struct ByteQueue {
    private var bytes: [UInt8] = []
    /// The number of removed bytes at the front.
    private var start = 0

    /// The number of bytes that may be reserved for nothing: very many connections may be open, and each has two queues.
    static let spare = 1 << 10

    var count: Int { bytes.count &- start }
    var isEmpty: Bool { bytes.count == start }
    /// The number of bytes for which memory is reserved.
    var capacity: Int { bytes.capacity }

    /// The bytes in the queue.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get { bytes.span.extracting(droppingFirst: start) }
    }

    /// Returns a copy of a part of the queue.
    func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[start &+ range.lowerBound..<start &+ range.upperBound]) }

    /// A copy of all bytes in the queue.
    var array: [UInt8] { copy(0..<count) }

    mutating func append(_ more: Span<UInt8>) {
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    mutating func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count)
        start &+= count
        if start == bytes.count {
            removeAll()
        } else if start > Self.spare, start > bytes.count / 2 {
            // Fewer bytes are copied than were removed. A copy frees the memory of the removed ones.
            bytes = Array(bytes[start...])
            start = 0
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.spare)
        start = 0
    }
}
