/// Carries bytes over TCP connections into a capture, and lets happen to packets what the shape asks for.
struct Network {
    private let shape: CaptureShape
    private let layout: PacketLayout
    private(set) var file: CaptureFile
    /// Data packets that something happened to.
    private(set) var disordered = 0
    private var random: RandomNumbers
    private var flows: [Flow]
    private var microseconds: UInt64 = 1_500_000_000_000_000
    /// Whether a later segment may repeat what an earlier one had.
    private let keepsLast: Bool

    private struct Flow {
        /// The next sequence numbers: the client's and the server's.
        var next: [2 of UInt32] = [1000, 5000]
        /// Packets that wait for later ones of their direction, and for how many.
        var held: [2 of [(packet: [UInt8], for: Int)]] = [[], []]
        /// The payload of the last segment of each direction, as long as it may be needed again.
        var last: [2 of [UInt8]] = [[], []]
    }

    init(_ shape: CaptureShape, connections: Int, descriptor: Int32) {
        self.shape = shape
        layout = PacketLayout(link: shape.link, isIPv6: shape.isIPv6, serverPort: shape.serverPort)
        file = CaptureFile(descriptor: descriptor, format: shape.fileFormat, linkType: layout.linkType)
        random = RandomNumbers(seed: ~shape.seed)
        flows = Array(repeating: Flow(), count: connections)
        keepsLast = shape.disorderShare > 0 && shape.disorders.contains(.retransmit)
    }

    /// The clock of the capture, Unix milliseconds.
    var milliseconds: UInt64 { microseconds / 1000 }

    /// SYN, SYN and ACK, ACK; of some connections they are not captured.
    mutating func handshake(_ flow: Int) throws(WritingError) {
        let isCaptured = !random.happens(shape.lostHandshakeShare)
        for (fromClient, flags) in [(true, 0x02), (false, 0x12), (true, 0x10)] as [(Bool, UInt8)] {
            if isCaptured { try record(packet(flow, fromClient: fromClient, flags: flags, at: 0, [])) }
            if flags & 2 != 0 { flows[flow].next[fromClient ? 0 : 1] &+= 1 }
        }
    }

    /// Sends bytes in as many segments as they need.
    mutating func send(_ bytes: [UInt8], _ flow: Int, fromClient: Bool) throws(WritingError) {
        let end = fromClient ? 0 : 1
        var start = 0
        while start < bytes.count {
            let count = min(shape.segmentBytes, bytes.count - start)
            let payload = bytes[start..<start + count]
            try transmit(payload, flow, fromClient: fromClient)
            if keepsLast { flows[flow].last[end] = Array(payload) }
            flows[flow].next[end] &+= UInt32(count)
            start += count
        }
    }

    /// Writes what still waits.
    mutating func finish() throws(WritingError) {
        for flow in flows.indices {
            for end in 0...1 {
                for held in flows[flow].held[end] { try record(held.packet) }
                flows[flow].held[end] = []
            }
        }
        try file.flush()
    }

    private mutating func transmit(_ payload: ArraySlice<UInt8>, _ flow: Int, fromClient: Bool) throws(WritingError) {
        let end = fromClient ? 0 : 1
        guard random.happens(shape.disorderShare), !shape.disorders.isEmpty else {
            try record(packet(flow, fromClient: fromClient, flags: 0x18, at: 0, payload))
            return try release(flow, end)
        }
        disordered += 1
        switch shape.disorders[random.below(shape.disorders.count)] {
        case .swap:
            let held = packet(flow, fromClient: fromClient, flags: 0x18, at: 0, payload)
            try release(flow, end)
            flows[flow].held[end].append((held, for: 1 + random.below(shape.disorderWindow)))
        case .duplicate:
            let packet = packet(flow, fromClient: fromClient, flags: 0x18, at: 0, payload)
            try record(packet)
            try record(packet)
            try release(flow, end)
        case .lose:
            try release(flow, end)
        case .cut:
            let cut = random.below(payload.count)
            let overlap = min(cut, random.below(8))
            let head = payload.prefix(cut)
            let tail = payload.dropFirst(cut - overlap)
            if cut > 0 { try record(packet(flow, fromClient: fromClient, flags: 0x18, at: 0, head)) }
            try record(packet(flow, fromClient: fromClient, flags: 0x18, at: UInt32(cut - overlap), tail))
            try release(flow, end)
        case .retransmit:
            try record(packet(flow, fromClient: fromClient, flags: 0x18, at: 0, payload))
            // From somewhere in the segment before to somewhere in this one.
            let before = flows[flow].last[end].suffix(random.below(flows[flow].last[end].count + 1))
            let again = before + payload.prefix(1 + random.below(payload.count))
            let start = 0 &- UInt32(before.count)
            let part = again.prefix(shape.segmentBytes)
            try record(packet(flow, fromClient: fromClient, flags: 0x18, at: start, part))
            try release(flow, end)
        }
    }

    /// A packet of this direction has gone by: lets those follow that waited for it.
    private mutating func release(_ flow: Int, _ end: Int) throws(WritingError) {
        guard !flows[flow].held[end].isEmpty else { return }
        var waiting = flows[flow].held[end]
        for index in waiting.indices { waiting[index].for -= 1 }
        for held in waiting where held.for == 0 { try record(held.packet) }
        waiting.removeAll { $0.for == 0 }
        flows[flow].held[end] = waiting
    }

    private func packet(
        _ flow: Int,
        fromClient: Bool,
        flags: UInt8,
        at offset: UInt32,
        _ payload: ArraySlice<UInt8>
    ) -> [UInt8] {
        let own = flows[flow].next[fromClient ? 0 : 1]
        let other = flows[flow].next[fromClient ? 1 : 0]
        let client = layout.client(flow)
        return layout.packet(
            from: fromClient ? client : layout.server,
            to: fromClient ? layout.server : client,
            sequence: own &+ offset,
            acknowledgment: flags & 0x10 != 0 ? other : 0,
            flags: flags,
            payload: payload
        )
    }

    private mutating func record(_ packet: [UInt8]) throws(WritingError) {
        microseconds += 10
        try file.append(packet, microseconds: microseconds)
    }
}
