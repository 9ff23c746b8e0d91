import WireFormat

/// The received bytes of a direction that were not consumed yet, and the packets that carried them.
struct StreamBuffer: Sendable {
    /// The bytes from ``start`` on.
    private(set) var bytes: [UInt8] = []
    /// The stream offset of the first byte in `bytes`.
    private(set) var start = 0
    /// The packets of the bytes, by stream offset.
    private(set) var marks = PacketMarks()

    /// The capacity in bytes that stays reserved for the next unit, whatever the earlier units needed: a connection may
    /// remain open for as long as the capture lasts, and there may be very many connections.
    static let keptCapacity = 1 << 10

    var isEmpty: Bool { bytes.isEmpty }
    /// The stream offset of the next byte to arrive.
    var end: Int { start + bytes.count }

    var cost: Int { bytes.count + marks.cost }

    /// Appends bytes of a packet.
    mutating func append(_ more: Span<UInt8>, packet: Int, time: Int64, packets: [Int] = []) {
        marks.append(end, packet: packet, time: time, packets: packets)
        bytes.append(contentsOf: Array(copying: more))
    }

    /// Reserves memory for a unit of a known length after a quarter of it has arrived; the memory then has the exact
    /// size, and a length alone reserves none.
    mutating func reserve(unitOf length: Int) {
        guard length > bytes.capacity, bytes.count >= length / 4 else { return }
        bytes.reserveCapacity(length)
    }

    /// Removes `count` bytes from the front.
    mutating func consume(_ count: Int) {
        guard count > 0 else { return }
        start += count
        if count == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            marks.removeAll()
            return
        }
        if bytes.capacity > Self.keptCapacity, bytes.count - count < bytes.capacity / 4 {
            bytes = Array(bytes[count...])
        } else {
            bytes.removeFirst(count)
        }
        marks.removeAll(before: start)
    }

    mutating func consumeAll() { consume(bytes.count) }

    /// Frees the memory if no bytes wait.
    mutating func trim() {
        guard bytes.isEmpty else { return }
        bytes = []
        marks = PacketMarks()
    }

    /// The bytes of one packet, or the plaintext of one TLS record.
    struct Piece {
        let packet: Int
        let time: Int64
        /// The packets of the TLS record with these bytes; empty without TLS.
        let packetsOfRecord: [Int]
        let bytes: [UInt8]
    }

    /// Removes and returns all bytes, one piece per packet or TLS record; the stream offset stays, so the bytes may be
    /// appended again.
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

    /// Advances the stream offset by bytes that were not stored.
    mutating func pass(_ count: Int) {
        start += count
    }

    /// Takes the bytes out, so that they can be read while the buffer changes; ``restore(_:)`` puts them back.
    mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// Puts back the bytes that ``takeBytes()`` returned.
    mutating func restore(_ taken: consuming [UInt8]) {
        bytes = taken
    }

    /// Appends the packets that carried a range of the stream to a list, and returns the time of the last packet.
    func packets(of range: Range<Int>, into list: inout [Int]) -> Int64 {
        marks.packets(of: range, into: &list)
    }
}
