/// One direction of a connection while it is put in order.
struct TCPDirection: Sendable {
    /// A segment that waits for its turn, with a copy of its bytes.
    struct Held: Sendable {
        var sequence: UInt32
        var acknowledgment: UInt32?
        var packet: Int
        var time: Int64
        var bytes: [UInt8]
        /// Bytes of it that the capture lacks, after `bytes`.
        var missingCount: Int
        var isEnd: Bool

        /// Sequence numbers that it takes.
        var length: Int { bytes.count + missingCount + (isEnd ? 1 : 0) }
    }

    /// How far a stream is.
    enum State: Sendable {
        /// The place of the first byte is not known.
        case unsettled
        /// Bytes come.
        case open
        /// The end is out.
        case ended
    }

    /// Whether the place of the first byte is settled.
    var isStarted: Bool { state != .unsettled }
    /// Whether the sender has ended its stream, and everything before that is out.
    var isEnded: Bool { state == .ended }
    /// How far the stream is.
    private(set) var state = State.unsettled
    /// Sequence number of the next byte.
    var next: UInt32 = 0
    /// Bytes of the stream before `next`, holes included.
    var offset = 0
    /// Segments that wait, by sequence number.
    var held: [Held] = []
    var heldBytes = 0
    /// The highest acknowledgment of the other end.
    var acknowledged: UInt32?

    /// Puts a segment where it belongs among those that wait.
    mutating func hold(_ segment: Held) {
        var place = held.count
        while place > 0, TCPSequence.distance(held[place - 1].sequence, from: segment.sequence) > 0 { place -= 1 }
        held.insert(segment, at: place)
        heldBytes += segment.bytes.count
    }

    /// Takes the first waiting segment out.
    mutating func release() -> Held {
        let segment = held.removeFirst()
        heldBytes -= segment.bytes.count
        return segment
    }

    /// Starts the stream at the first segment that waits, when nothing else says where it starts.
    mutating func startAtHeld() {
        guard !isStarted, let segment = held.first else { return }
        start(at: segment.sequence)
    }

    /// Settles the sequence number of the first byte.
    mutating func start(at sequence: UInt32) {
        state = .open
        next = sequence
    }

    /// Takes the end of the stream; nothing that waits can belong to it any more.
    mutating func end() {
        next &+= 1
        state = .ended
        held = []
        heldBytes = 0
    }

    /// Counts bytes as out.
    mutating func advance(_ count: Int) {
        next &+= UInt32(truncatingIfNeeded: count)
        offset &+= count
    }
}
