/// The segmentation of two known streams into packets: in order, late, repeated, resegmented, or missing.
///
/// A step is two bytes: the upper three bits of the first one choose the event, bit 4 the sender; the rest is a number.
/// The second byte is a length.
package struct StreamPlan: Sendable {
    /// The whole stream of the client.
    package private(set) var client: [UInt8] = []
    /// The whole stream of the server.
    package private(set) var server: [UInt8] = []
    /// The packets in the order of capture.
    package private(set) var packets: [WirePacket] = []
    /// Whether bytes are in no packet.
    package private(set) var hasHoles = false

    private static let start: (client: UInt32, server: UInt32) = (0xFFFF_FF00, 5000)

    /// Creates the packets of a plan.
    ///
    /// - Parameter seed: the seed of the streams' bytes.
    package init(_ steps: [UInt8], seed: UInt64) {
        var random = FuzzRandom(seed: seed)
        var late: [(left: Int, packet: WirePacket)] = []
        add(fromClient: true, at: -1, [], flags: 2)
        add(fromClient: false, at: -1, [], flags: 0x12)
        add(fromClient: true, at: 0, [], flags: 0x10)
        for place in stride(from: 0, to: steps.count - 1, by: 2) {
            let fromClient = steps[place] & 16 == 0
            let number = Int(steps[place] & 15)
            let length = Int(steps[place + 1])
            let sent = fromClient ? client.count : server.count
            func fresh(_ count: Int) -> [UInt8] { random.bytes(count) }
            switch steps[place] >> 5 {
            case 0, 1:
                append(fromClient, fresh(length))
            case 2:
                // Late by some steps.
                append(fromClient, fresh(length))
                let packet = packets.removeLast()
                late.append((number + 1, packet))
            case 3:
                // A repetition with other boundaries.
                let begin = max(0, sent - length)
                let stream = fromClient ? client : server
                add(fromClient: fromClient, at: begin, Array(stream[begin..<max(begin, sent - number)]), flags: 0x10)
            case 4:
                // A repetition with new bytes at its end.
                let begin = max(0, sent - number)
                let bytes = fresh(length)
                if fromClient { client += bytes } else { server += bytes }
                add(fromClient: fromClient, at: begin, Array((fromClient ? client : server)[begin...]), flags: 0x18)
            case 5:
                // A keep-alive: the last byte again, or no byte.
                guard sent > 0 else { continue }
                let last = (fromClient ? client : server)[sent - 1]
                add(fromClient: fromClient, at: sent - 1, number & 1 == 0 ? [] : [last], flags: 0x10)
            case 6:
                guard length > 0, number > 11 else {
                    append(fromClient, fresh(length))
                    continue
                }
                // Not captured, or not to its end.
                append(fromClient, fresh(length))
                hasHoles = true
                if number > 13 {
                    packets.removeLast()
                } else {
                    let kept = length / 2
                    packets[packets.count - 1].missing = length - kept
                    packets[packets.count - 1].payload.removeLast(length - kept)
                }
            default:
                // Byte by byte.
                for byte in fresh(min(length, 8)) { append(fromClient, [byte]) }
            }
            for index in late.indices { late[index].left -= 1 }
            packets += late.filter { $0.left <= 0 }.map(\.packet)
            late.removeAll { $0.left <= 0 }
        }
        packets += late.map(\.packet)
        add(fromClient: true, at: client.count, [], flags: 0x11)
        add(fromClient: false, at: server.count, [], flags: 0x11)
        for index in packets.indices { packets[index].time = 1_795_000_000_000_000 + UInt64(index) * 1000 }
    }

    private mutating func append(_ fromClient: Bool, _ bytes: [UInt8]) {
        let place = fromClient ? client.count : server.count
        if fromClient { client += bytes } else { server += bytes }
        add(fromClient: fromClient, at: place, bytes, flags: 0x18)
    }

    /// Adds a packet with stream bytes from an offset on; -1 is the sequence number of the SYN.
    private mutating func add(fromClient: Bool, at offset: Int, _ bytes: [UInt8], flags: UInt8) {
        let own = fromClient ? Self.start.client : Self.start.server
        let peer = fromClient ? Self.start.server : Self.start.client
        let received = fromClient ? server.count : client.count
        packets.append(
            WirePacket(
                time: 0,
                fromClient: fromClient,
                port: 50001,
                sequence: own &+ 1 &+ UInt32(truncatingIfNeeded: offset),
                acknowledgment: flags == 2 ? 0 : peer &+ 1 &+ UInt32(received),
                flags: flags,
                payload: bytes
            )
        )
    }
}
