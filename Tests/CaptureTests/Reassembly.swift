import Capture
import WireFormat

/// What comes out of a capture after reassembly, connection by connection.
struct Reassembly {
    /// What a connection delivered, neighbouring bytes of the same direction put together.
    enum Item: Hashable {
        case bytes([UInt8], side: FlowSide)
        case gap(offset: Int, length: Int, side: FlowSide)
        case end(side: FlowSide)
    }

    /// What was said of a connection's streams besides.
    struct Notice: Hashable {
        var notice: TCPNotice
        var side: FlowSide
    }

    /// A connection.
    struct Connection {
        var flow: Flow
        var state = TCPConnection()
        var items: [Item] = []
        /// Deliveries asked for.
        var steps = 0
        var segments: [Segment] = []
        var notices: [Notice] = []
        /// Repetitions with other bytes, each with its place in the stream.
        var conflicts: [(conflict: SegmentConflict, offset: Int?)] = []
        /// The packets that brought bytes, in the order of delivery.
        var packets: [Int] = []

        /// The bytes of a direction; a hole is left out.
        func stream(side: FlowSide) -> [UInt8] {
            items.flatMap { item -> [UInt8] in
                if case .bytes(let bytes, side) = item { bytes } else { [] }
            }
        }

        func text(side: FlowSide) -> String { String(decoding: stream(side: side), as: UTF8.self) }

        var gaps: [Item] {
            items.filter { if case .gap = $0 { true } else { false } }
        }

        var ends: [Item] {
            items.filter { if case .end = $0 { true } else { false } }
        }

        mutating func add(_ bytes: [UInt8], side: FlowSide, packet: Int) {
            packets.append(packet)
            if case .bytes(let before, side)? = items.last {
                items[items.count - 1] = .bytes(before + bytes, side: side)
            } else {
                items.append(.bytes(bytes, side: side))
            }
        }

        mutating func add(_ delivery: TCPConnection.Delivery) {
            switch delivery {
            case .bytes(let bytes, let packet, _, let side): add(bytes, side: side, packet: packet)
            case .gap(let offset, let length, let side):
                items.append(.gap(offset: offset, length: length, side: side))
            case .end(let side): items.append(.end(side: side))
            case .notice(let notice, let side): notices.append(Notice(notice: notice, side: side))
            }
        }
    }

    /// All connections, by number.
    private(set) var connections: [Connection] = []
    private(set) var counts = SegmentReader().counts
    private(set) var damage: CaptureDamage?
    /// Numbers of the connections that made room for others, in order.
    private(set) var ended: [Int] = []
    /// The bytes that each place's connection has: place to index in `connections`.
    private var places: [Int: Int] = [:]
    private var context: ReassemblyContext
    /// Memory that was held back at most.
    private(set) var largestCost = 0
    /// Steps taken to put segments in order.
    var steps: Int { context.steps }
    /// Steps taken to compare repetitions.
    private(set) var comparisonSteps = 0
    /// What is held back.
    var heldCost: Int { context.heldCost }

    var only: Connection? { connections.count == 1 ? connections.first : nil }

    /// - Parameter finishes: whether holes are given up at the end.
    init(_ capture: [UInt8], limits: CaptureLimits = CaptureLimits(), finishes: Bool = true) throws {
        try self.init(CaptureInput.file(capture, limits: limits), limits: limits, finishes: finishes)
    }

    init(_ input: consuming CaptureReader, limits: CaptureLimits = CaptureLimits(), finishes: Bool = true) throws {
        context = ReassemblyContext(limits: limits)
        var segments = SegmentReader(limits: limits)
        while let block = try input.next() {
            var events: [FlowEvent] = []
            let bytes = segments.read(block) { event, payload in
                if case .segment(let segment) = event { precondition(segment.payloadCount == payload.count) }
                events.append(event)
            }
            for event in events { take(event, bytes, limits, finishes) }
        }
        if finishes { for index in places.values.sorted() { finish(index, limits) } }
        counts = segments.counts
        comparisonSteps = segments.comparisonSteps
        damage = input.damage
    }

    /// The capture that consists of these packets, one every millisecond, over Ethernet.
    init(_ packets: [TCPPacket], limits: CaptureLimits = CaptureLimits(), finishes: Bool = true) throws {
        try self.init(Self.capture(packets), limits: limits, finishes: finishes)
    }

    static func capture(_ packets: [TCPPacket]) -> [UInt8] {
        var file = PcapFile()
        for (index, packet) in packets.enumerated() {
            file.add(packet.ethernet, seconds: UInt32(index / 1000), fraction: UInt32(index % 1000 * 1000))
        }
        return file.bytes
    }

    private mutating func take(_ event: FlowEvent, _ block: [UInt8], _ limits: CaptureLimits, _ finishes: Bool) {
        switch event {
        case .begin(let place, let flow):
            places[place] = connections.count
            connections.append(Connection(flow: flow))
        case .end(let place):
            guard let index = places.removeValue(forKey: place) else { return }
            ended.append(connections[index].flow.number)
            if finishes { finish(index, limits) }
        case .conflict(let conflict):
            guard let index = places[conflict.place] else { return }
            let offset = connections[index].state.offset(of: conflict.sequence, side: conflict.side)
            connections[index].conflicts.append((conflict, offset))
        case .segment(let segment):
            guard let index = places[segment.place] else { return }
            connections[index].segments.append(segment)
            let payload = Array(block[segment.payload])
            let direct = connections[index].state.receive(segment, payload.span, &context)
            if !direct.isEmpty {
                connections[index].add(Array(payload[direct]), side: segment.side, packet: segment.packet)
            }
            drain(index, .normal, limits)
            largestCost = max(largestCost, context.heldCost)
            if context.isOverLimit { relieve(limits) }
        }
    }

    private mutating func drain(_ index: Int, _ patience: TCPConnection.Patience, _ limits: CaptureLimits) {
        while patience != .normal || connections[index].state.mayDeliver {
            guard let delivery = connections[index].state.next(patience, limits: limits, &context) else { break }
            connections[index].steps += 1
            connections[index].add(delivery)
        }
    }

    /// The largest go first.
    private mutating func relieve(_ limits: CaptureLimits) {
        let holders = places.values.filter { connections[$0].state.heldCost > 0 }
            .sorted { (-connections[$0].state.heldCost, $0) < (-connections[$1].state.heldCost, $1) }
        for index in holders where !context.isRelieved { drain(index, .relief, limits) }
    }

    private mutating func finish(_ index: Int, _ limits: CaptureLimits) {
        drain(index, .final, limits)
        precondition(connections[index].state.heldCost == 0, "all is out at the end")
    }
}

/// Both ends of a connection under construction, with the sequence numbers that their next segments have.
struct Talk {
    var client = Host.client
    var server = Host.server
    var clientStart: UInt32 = 1000
    var serverStart: UInt32 = 5000

    /// A segment of the client whose payload begins at this offset of its stream.
    func request(_ offset: Int, _ text: String, seen: Int = 0, flags: UInt8 = TCPPacket.ack) -> TCPPacket {
        request(offset, Array(text.utf8), seen: seen, flags: flags)
    }

    func request(_ offset: Int, _ payload: [UInt8], seen: Int = 0, flags: UInt8 = TCPPacket.ack) -> TCPPacket {
        TCPPacket(
            from: client,
            to: server,
            sequence: clientStart &+ 1 &+ UInt32(truncatingIfNeeded: offset),
            acknowledgment: serverStart &+ 1 &+ UInt32(truncatingIfNeeded: seen),
            flags: flags,
            payload: payload
        )
    }

    /// A segment of the server; `seen` is how many bytes of the client's stream it acknowledges.
    func answer(_ offset: Int, _ text: String, seen: Int = 0, flags: UInt8 = TCPPacket.ack) -> TCPPacket {
        answer(offset, Array(text.utf8), seen: seen, flags: flags)
    }

    func answer(_ offset: Int, _ payload: [UInt8], seen: Int = 0, flags: UInt8 = TCPPacket.ack) -> TCPPacket {
        TCPPacket(
            from: server,
            to: client,
            sequence: serverStart &+ 1 &+ UInt32(truncatingIfNeeded: offset),
            acknowledgment: clientStart &+ 1 &+ UInt32(truncatingIfNeeded: seen),
            flags: flags,
            payload: payload
        )
    }

    var syn: TCPPacket {
        TCPPacket(from: client, to: server, sequence: clientStart, flags: TCPPacket.syn, options: [2, 4, 5, 180])
    }

    var synAck: TCPPacket {
        TCPPacket(
            from: server,
            to: client,
            sequence: serverStart,
            acknowledgment: clientStart &+ 1,
            flags: TCPPacket.syn | TCPPacket.ack,
            options: [2, 4, 5, 180]
        )
    }

    var handshake: [TCPPacket] { [syn, synAck, request(0, "")] }
}
