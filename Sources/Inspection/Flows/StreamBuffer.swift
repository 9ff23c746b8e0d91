import WireFormat

/// What has come of one direction's stream and is not taken yet, and which packets brought it.
struct StreamBuffer: Sendable {
    /// The bytes, without those before ``start``.
    private(set) var bytes: [UInt8] = []
    /// Offset in the stream of the first byte in `bytes`.
    private(set) var start = 0
    /// Which packets brought them, by offset in the stream.
    private(set) var marks = PacketMarks()

    var isEmpty: Bool { bytes.isEmpty }
    /// Offset in the stream of the next byte to come.
    var end: Int { start + bytes.count }

    /// Memory for what waits, in bytes.
    var cost: Int { bytes.count + marks.cost }

    /// Adds what a packet brought.
    mutating func append(_ more: Span<UInt8>, packet: Int, time: Int64, packets: [Int] = []) {
        marks.append(end, packet: packet, time: time, packets: packets)
        bytes.append(contentsOf: Array(copying: more))
    }

    /// Makes room for a unit of a known length, once a quarter of it has come: then its bytes have no more memory than
    /// they need, and a length alone takes none.
    mutating func reserve(unitOf length: Int) {
        guard length > bytes.capacity, bytes.count >= length / 4 else { return }
        bytes.reserveCapacity(length)
    }

    /// Takes `count` bytes off the front.
    mutating func consume(_ count: Int) {
        guard count > 0 else { return }
        start += count
        if count == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
            marks.removeAll(keepingCapacity: true)
            return
        }
        bytes.removeFirst(count)
        marks.removeAll(before: start)
    }

    /// Takes all bytes off.
    mutating func consumeAll() { consume(bytes.count) }

    /// Gives the room back when nothing waits.
    mutating func trim() {
        guard bytes.isEmpty else { return }
        bytes = []
        marks = PacketMarks()
    }

    /// What a packet brought.
    struct Piece {
        let packet: Int
        let time: Int64
        /// The packets that carried it together with others in one record of TLS; empty without TLS.
        let packetsOfRecord: [Int]
        let bytes: [UInt8]
    }

    /// Takes all bytes out, packet by packet; they may be added again, since the place in the stream stays.
    mutating func takePieces() -> [Piece] {
        guard !bytes.isEmpty else { return [] }
        let end = end
        let pieces = marks.pieces(of: start..<end).map { piece in
            Piece(
                packet: piece.packet,
                time: piece.time,
                packetsOfRecord: piece.more,
                bytes: Array(bytes[piece.range.lowerBound - start..<piece.range.upperBound - start])
            )
        }
        bytes = []
        marks = PacketMarks()
        return pieces
    }

    /// Counts bytes that went by without being kept.
    mutating func pass(_ count: Int) {
        start += count
    }

    /// Takes the bytes out, to be looked at while the buffer changes; ``restore(_:)`` puts them back.
    mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// Puts bytes back that ``takeBytes()`` took.
    mutating func restore(_ taken: consuming [UInt8]) {
        bytes = taken
    }

    /// Adds the packets that brought a part of the stream to a list, and answers the time of the last one.
    func packets(of range: Range<Int>, into list: inout [Int]) -> Int64 {
        marks.packets(of: range, into: &list)
    }
}
