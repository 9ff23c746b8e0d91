/// A TCP packet over IPv4 over Ethernet, generated or parsed from a capture.
package struct WirePacket: Hashable, Sendable {
    /// Time in microseconds since 1970.
    package var time: UInt64
    /// Link, IP and TCP headers.
    package var head: [UInt8]
    /// The offset of the TCP header in ``head``; 0 for a packet that is not TCP, whose bytes are all in ``head``.
    package var tcp: Int
    /// The payload of the segment.
    package var payload: [UInt8]
    /// The number of bytes that were not captured.
    package var missing = 0
    /// The length on the wire in the capture record that the packet was parsed from.
    package var original: Int?

    /// The bytes of the packet; sets the total length in the IP header.
    package var bytes: [UInt8] {
        guard tcp > 0 else { return head }
        var head = head
        head.replaceSubrange(16..<18, with: Framing.bigEndian(UInt64(head.count - 14 + payload.count + missing), 2))
        return head + payload
    }

    /// The sequence number.
    package var sequence: UInt32 {
        get { number(at: tcp + 4) }
        set { head.replaceSubrange(tcp + 4..<tcp + 8, with: Framing.bigEndian(UInt64(newValue), 4)) }
    }

    /// The acknowledgment number.
    var acknowledgment: UInt32 {
        get { number(at: tcp + 8) }
        set { head.replaceSubrange(tcp + 8..<tcp + 12, with: Framing.bigEndian(UInt64(newValue), 4)) }
    }

    /// The TCP flags.
    var flags: UInt8 { head[tcp + 13] }

    /// Addresses and ports, from sender to receiver.
    package var ends: [UInt8] { [head[26..<34], head[tcp..<tcp + 4]].flatMap(\.self) }
    /// Addresses and ports, from receiver to sender.
    var reversedEnds: [UInt8] {
        [head[30..<34], head[26..<30], head[tcp + 2..<tcp + 4], head[tcp..<tcp + 2]].flatMap(\.self)
    }

    private func number(at place: Int) -> UInt32 {
        head[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Creates a packet of a connection.
    init(
        time: UInt64,
        fromClient: Bool,
        port: UInt16,
        serverPort: UInt16 = 80,
        sequence: UInt32,
        acknowledgment: UInt32,
        flags: UInt8,
        payload: [UInt8]
    ) {
        self.time = time
        self.payload = payload
        tcp = 34
        let client: [UInt8] = [10, 0, 0, 1]
        let server: [UInt8] = [10, 0, 0, 2]
        var head: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0]
        head += [0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 6, 0, 0]
        head += fromClient ? client + server : server + client
        let ports = [port, serverPort].map { Framing.bigEndian(UInt64($0), 2) }
        head += fromClient ? ports[0] + ports[1] : ports[1] + ports[0]
        head += Framing.bigEndian(UInt64(sequence), 4) + Framing.bigEndian(UInt64(acknowledgment), 4)
        head += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        self.head = head
    }

    /// Creates a packet that is not parsed.
    package init(time: UInt64, whole: [UInt8], missing: Int) {
        self.init(time: time, captured: [], original: 0)
        head = whole
        original = nil
        self.missing = max(0, missing)
    }

    /// Cuts captured bytes off the end of the packet: of the segment, or of the data of a packet that is not parsed.
    package mutating func cut(_ count: Int) {
        let cut = min(count, tcp > 0 ? payload.count : max(0, head.count - 34))
        if tcp > 0 { payload.removeLast(cut) } else { head.removeLast(cut) }
        missing += cut
        original = nil
    }

    /// Parses a captured packet; one that is not TCP over IPv4 over Ethernet is all in ``head``.
    init(time: UInt64, captured: [UInt8], original: Int) {
        self.time = time
        self.original = original
        head = captured
        payload = []
        tcp = 0
        guard captured.count >= 54, captured[12] == 8, captured[13] == 0, captured[14] >> 4 == 4, captured[23] == 6
        else {
            return
        }
        let start = 14 + Int(captured[14] & 15) * 4
        guard start >= 34, captured.count >= start + 20 else { return }
        let begin = start + Int(captured[start + 12] >> 4) * 4
        let total = 14 + (Int(captured[16]) << 8 | Int(captured[17]))
        guard begin >= start + 20, captured.count >= begin, total >= begin else { return }
        tcp = start
        head = Array(captured[..<begin])
        payload = Array(captured[begin..<max(begin, min(captured.count, total))])
        missing = max(0, total - captured.count)
    }
}
