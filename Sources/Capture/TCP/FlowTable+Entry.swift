// The entry of a connection.
extension FlowTable {
    /// A followed connection.
    struct Entry: Sendable, BitwiseCopyable {
        var key: FlowKey
        var number: Int
        var lastPacket: Int
        /// The time of the last packet, in nanoseconds since 1970.
        var lastTime: Int64
        /// The time of the packet that closed it, while its stage is ``Stage/closing``.
        var closingTime: Int64 = 0
        /// The state of each direction; the end with the lower address is `low`.
        var low = Side()
        var high = Side()
        /// Facts from its first packet.
        var opening: Opening
        /// Whether a FIN or RST was seen.
        var sawEnd = false
        /// Whether another connection with the same ends existed when it began.
        var hasKin = false
        /// Whether it is in ``closing``, to check later whether it is over.
        var isWatched = false
        var stage = Stage.open

        init(key: FlowKey, number: Int, _ opening: Opening) {
            self.key = key
            self.number = number
            self.opening = opening
            lastPacket = opening.packet
            lastTime = opening.time
            low.network = opening.network
            high.network = opening.network
        }

        /// Returns the state of one direction.
        @inline(__always)
        func side(isLow: Bool) -> Side { isLow ? low : high }
    }

    /// The first packet of a connection.
    struct Opening: Sendable, BitwiseCopyable {
        var packet: Int
        /// Nanoseconds since 1970.
        var time: Int64
        /// The sequence and acknowledgment number, to tell late packets from a new connection.
        var sequence: UInt32
        var acknowledgment: UInt32
        var hasAcknowledgment: Bool
        /// Whether the end with the lower address sent the packet.
        var isLow: Bool
        /// The VLANs and virtual networks of the packet; 0 for none.
        var network: UInt32
    }

    /// The state of one direction of a connection.
    struct Side: Sendable, BitwiseCopyable {
        /// The number of its last segment with payload in ``SegmentHistory``.
        var lastRecord = 0
        /// The sequence number after the newest byte.
        var next: UInt32 = 0
        /// The sequence number of its SYN, to tell a repeated SYN from a new connection.
        var synSequence: UInt32 = 0
        /// The sequence number of its last FIN.
        var finSequence: UInt32 = 0
        /// The VLANs and virtual networks of its packets; those of the other direction until one has arrived.
        var network: UInt32 = 0
        var isSeen = false
        /// Whether it sent a SYN without ACK.
        var sawSYN = false
        var sawFIN = false
        /// Whether `next` is known.
        var hasNext = false

        /// Whether it has sent a FIN, and no bytes after that.
        var hasEnded: Bool { sawFIN && (!hasNext || TCPSequence.distance(next, from: finSequence) <= 0) }
        /// Whether bytes before its FIN are missing.
        var isBeforeFIN: Bool { hasNext && TCPSequence.distance(finSequence, from: next) > 0 }
    }

    /// The stage of a connection.
    enum Stage: UInt8, Sendable {
        /// The entry is free.
        case unused
        /// The connection is open.
        case open
        /// Both ends have closed the connection, or one has reset it.
        case closing
        /// The connection is over and its state is gone; the entry stays to recognise late packets.
        case over
    }
}
