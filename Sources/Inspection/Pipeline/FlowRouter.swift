import Capture
import Transport
import WireFormat

/// Decides which worker follows a connection, and holds the connection's items until then.
///
/// Connections are assigned in turn, except those that may carry long polling: its sessions use several connections,
/// which must have the same worker. HTTP that does not begin with an upgrade to WebSocket goes to the first worker, and
/// so does what begins like the handshake with a proxy or the header of one, behind which there may be HTTP. TLS
/// connections between the same two hosts go to one worker, since their content is not known yet. The decision is made
/// by the packet with the connection's first byte, which need not be the first one in the capture. The events are
/// therefore the same for every number of workers. The only exception is long polling after a refused upgrade on the
/// same connection, which no browser does.
struct FlowRouter: Sendable {
    private let workers: Int
    /// Whether connections without payload are followed too.
    private let keepsEmpty: Bool
    /// The worker of each connection, by place; `-1` while it is not decided.
    private var assigned: [Int] = []
    /// The items of each connection before its first payload, by place.
    private var held: [Int: [FlowBlock.Item]] = [:]
    /// The places of connections with payload, but without the packet with the first byte, which this block may still
    /// contain.
    private var disordered: Set<Int> = []
    /// The workers whose lists received earlier items late and must be sorted.
    private var unsorted: Set<Int> = []

    /// The largest number of items that are held of a connection without payload.
    static let heldItems = 16

    init(workers: Int, keepsEmpty: Bool) {
        self.workers = workers
        self.keepsEmpty = keepsEmpty
    }

    /// Appends an item to the list of its connection's worker, or holds it.
    ///
    /// - Parameter payload: the payload of the segment.
    @inline(__always)
    mutating func route(_ item: FlowBlock.Item, _ payload: Span<UInt8>, to lists: inout [[FlowBlock.Item]]) {
        switch item.event {
        case .segment(let segment):
            let worker = assigned[segment.place]
            if worker >= 0 {
                lists[worker].append(item)
            } else {
                decide(item, segment, payload, &lists)
            }
        case .conflict(let conflict):
            // The other packet of the conflict had payload too, so the connection has a worker or waits for its first
            // byte.
            if assigned[conflict.place] >= 0 {
                lists[assigned[conflict.place]].append(item)
            } else {
                held[conflict.place]?.append(item)
            }
        case .begin(let place, _):
            while assigned.count <= place { assigned.append(-1) }
            assigned[place] = -1
            if workers == 1 { assigned[place] = 0 }
            if assigned[place] == 0 { lists[0].append(item) } else { hold(item, place) }
        case .end(let place):
            if disordered.contains(place) { assign(place, to: 0, &lists) }
            if assigned[place] >= 0 {
                lists[assigned[place]].append(item)
            } else {
                // A connection without payload has no events, but it may have a report, and its holes are reported.
                let items = held.removeValue(forKey: place)
                if let items, keepsEmpty || Self.showsHole(items) {
                    lists[Self.turn(at: place, of: workers)] += items + [item]
                }
            }
        }
    }

    /// Holds the item that opens a connection, with room for the handshake and the first payload.
    private mutating func hold(_ item: FlowBlock.Item, _ place: Int) {
        var items: [FlowBlock.Item] = []
        items.reserveCapacity(6)
        items.append(item)
        held[place] = items
    }

    private mutating func decide(
        _ item: FlowBlock.Item,
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ lists: inout [[FlowBlock.Item]]
    ) {
        let place = segment.place
        held[place, default: []].append(item)
        let items = held[place, default: []]
        if segment.payloadCount > 0 {
            if isBehindFirstByte(segment, items) {
                disordered.insert(place)
            } else {
                assign(place, to: worker(for: payload, at: place, items), &lists)
            }
        } else if segment.missingCount > 0 || items.count > Self.heldItems, !disordered.contains(place) {
            assign(place, to: 0, &lists)
        }
    }

    /// Returns whether the numbers of segments without payload show that an end sent bytes that were not captured.
    private static func showsHole(_ items: [FlowBlock.Item]) -> Bool {
        let segments = items.compactMap { item in
            if case .segment(let segment) = item.event { segment } else { nil }
        }
        for syn in segments where syn.flags.contains(.syn) {
            let first = syn.sequence &+ 1
            for segment in segments where segment.flags.isDisjoint(with: [.syn, .rst]) {
                guard segment.side == syn.side || segment.flags.contains(.ack) else { continue }
                let reached = segment.side == syn.side ? segment.sequence : segment.acknowledgment
                // A FIN takes one number.
                if TCPSequence.distance(reached, from: first) > 1 { return true }
            }
        }
        return false
    }

    /// Whether a segment comes after the first byte of its direction, in a connection whose SYN was seen.
    private func isBehindFirstByte(_ segment: Segment, _ items: [FlowBlock.Item]) -> Bool {
        for item in items {
            guard case .segment(let other) = item.event, other.side == segment.side, other.flags.contains(.syn) else {
                continue
            }
            // A SYN takes one sequence number, and may carry the first bytes itself.
            return !segment.flags.contains(.syn) && segment.sequence != other.sequence &+ 1
        }
        return false
    }

    private mutating func assign(_ place: Int, to worker: Int, _ lists: inout [[FlowBlock.Item]]) {
        assigned[place] = worker
        if let items = held.removeValue(forKey: place) { lists[worker] += items }
        if disordered.remove(place) != nil { unsorted.insert(worker) }
    }

    /// Ends a block; payload is not held longer, so connections whose first byte did not arrive go to the first worker.
    mutating func endBlock(_ lists: inout [[FlowBlock.Item]]) {
        guard !disordered.isEmpty || !unsorted.isEmpty else { return }
        for place in disordered { assign(place, to: 0, &lists) }
        for worker in unsorted { lists[worker].sort { $0.order < $1.order } }
        unsorted = []
    }

    /// Returns the worker for a connection whose first bytes are `payload`.
    private func worker(for payload: Span<UInt8>, at place: Int, _ items: [FlowBlock.Item]) -> Int {
        if Self.isPlainHTTP(payload) || SOCKSHandshake.mayBegin(payload) || ProxyHeader.mayBegin(payload) { return 0 }
        if Self.isTLS(payload), case .begin(_, let flow)? = items.first?.event { return Self.share(of: flow, workers) }
        return Self.turn(at: place, of: workers)
    }

    /// Whether the bytes begin a TLS handshake (RFC 8446, section 5.1).
    private static func isTLS(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 0 && bytes[0] == 22 && (bytes.count == 1 || bytes[1] == 3)
    }

    /// Returns the worker for all connections between the same two hosts.
    static func share(of flow: Flow, _ workers: Int) -> Int { Int(flow.hosts >> 33) % workers }

    /// Returns the worker whose turn it is at a place: the sum of the place's digits in base `workers`.
    ///
    /// Connections often alternate, such as those that send and those that receive. In this order, each of two workers
    /// also gets half of every second, fourth and eighth connection.
    static func turn(at place: Int, of workers: Int) -> Int {
        guard workers > 1 else { return 0 }
        var rest = place
        var sum = 0
        while rest > 0 {
            sum += rest % workers
            rest /= workers
        }
        return sum % workers
    }

    /// The number of bytes of the first packet that are searched for an upgrade to WebSocket.
    private static let searchedHead = 4096

    /// Whether the bytes are, or may be, the beginning of HTTP without an upgrade to WebSocket.
    ///
    /// The connection may carry long polling later, whatever its first request is. This includes requests with an
    /// unusual method and an incomplete request line.
    private static func isPlainHTTP(_ bytes: Span<UInt8>) -> Bool {
        HTTPBeginning(bytes, from: 0) != nil && !asksForUpgrade(bytes.extracting(0..<min(bytes.count, searchedHead)))
    }

    /// Whether a header line is `Upgrade: websocket`, in any letter case.
    private static func asksForUpgrade(_ head: Span<UInt8>) -> Bool {
        let wanted: StaticString = "upgrade: websocket"
        var index = 0
        while index &+ wanted.utf8CodeUnitCount < head.count {
            let isFound =
                head[index] == 10
                && head.extracting(index &+ 1..<index &+ 1 &+ wanted.utf8CodeUnitCount).equalsIgnoringCase(wanted)
            if isFound { return true }
            index &+= 1
        }
        return false
    }
}
