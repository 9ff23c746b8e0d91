import Capture
import Transport
import WireFormat

/// Decides which worker follows a connection, and keeps what happens on it until then.
///
/// Connections are dealt out in turn, but for those that may carry long polling, whose sessions use several of them and
/// whose parts must meet: HTTP that does not begin with a switch to WebSocket goes to the first worker, and TLS between the
/// same two hosts to one worker, since nobody knows yet what it holds. What a connection begins with is its first byte's
/// packet, which may not be the first in the capture. So the events are the same for every number of workers, but for long
/// polling behind a refused switch on the same connection, which no browser does.
struct FlowRouter: Sendable {
    private let workers: Int
    /// Whether connections without payload are followed too.
    private let keepsEmpty: Bool
    /// By place: the worker, or `-1` while that is open.
    private var assigned: [Int] = []
    /// By place: what came before the first payload.
    private var held: [Int: [FlowBlock.Item]] = [:]
    /// Places of connections whose payload came before that with their first byte, which this block may still bring.
    private var disordered: Set<Int> = []
    /// Workers that were given items of before the last ones.
    private var unsorted: Set<Int> = []

    /// Items that are kept of a connection without payload.
    static let heldItems = 16

    init(workers: Int, keepsEmpty: Bool) {
        self.workers = workers
        self.keepsEmpty = keepsEmpty
    }

    /// Hands an item to the worker of its connection, or keeps it.
    ///
    /// - Parameter payload: the payload of a segment.
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
            // What conflicts with it had payload too, so the connection has its worker, or waits for its first byte.
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
                // A connection without payload has no events, but it may have a row.
                let items = held.removeValue(forKey: place)
                if keepsEmpty, let items { lists[Self.turn(at: place, of: workers)] += items + [item] }
            }
        }
    }

    /// Keeps what opens a connection, with room for the handshake and the first payload.
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
        } else if items.count > Self.heldItems, !disordered.contains(place) {
            assign(place, to: 0, &lists)
        }
    }

    /// Whether a segment of a connection that is seen from its beginning is not the one with the end's first byte.
    private func isBehindFirstByte(_ segment: Segment, _ items: [FlowBlock.Item]) -> Bool {
        for item in items {
            guard case .segment(let other) = item.event, other.side == segment.side, other.flags.contains(.syn) else {
                continue
            }
            // A SYN counts for one, and may carry the first bytes itself.
            return !segment.flags.contains(.syn) && segment.sequence != other.sequence &+ 1
        }
        return false
    }

    private mutating func assign(_ place: Int, to worker: Int, _ lists: inout [[FlowBlock.Item]]) {
        assigned[place] = worker
        if let items = held.removeValue(forKey: place) { lists[worker] += items }
        if disordered.remove(place) != nil { unsorted.insert(worker) }
    }

    /// Ends a block, beyond which no payload is kept: connections whose first byte did not come go to the first worker.
    mutating func endBlock(_ lists: inout [[FlowBlock.Item]]) {
        guard !disordered.isEmpty || !unsorted.isEmpty else { return }
        for place in disordered { assign(place, to: 0, &lists) }
        for worker in unsorted { lists[worker].sort { $0.order < $1.order } }
        unsorted = []
    }

    /// The worker for a connection that begins with these bytes.
    private func worker(for payload: Span<UInt8>, at place: Int, _ items: [FlowBlock.Item]) -> Int {
        if Self.isPlainHTTP(payload) { return 0 }
        if Self.isTLS(payload), case .begin(_, let flow)? = items.first?.event { return Self.share(of: flow, workers) }
        return Self.turn(at: place, of: workers)
    }

    /// Whether bytes begin a handshake of TLS (RFC 8446, section 5.1).
    private static func isTLS(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 0 && bytes[0] == 22 && (bytes.count == 1 || bytes[1] == 3)
    }

    /// The worker for all connections between the same two hosts.
    static func share(of flow: Flow, _ workers: Int) -> Int { Int(flow.hosts >> 33) % workers }

    /// The worker whose turn it is at a place: the sum of the place's digits in base `workers`.
    ///
    /// Connections often differ by turns, such as those that send and those that receive. In this order each of two
    /// workers gets its share of every second, fourth and eighth connection as well.
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

    /// How much of the first packet is searched for a switch to WebSocket.
    private static let searchedHead = 4096

    /// Whether bytes begin HTTP that does not begin with a switch to WebSocket, or may do so.
    ///
    /// What follows on the connection may be long polling, whatever its first request is; also one whose method is not
    /// common, and of whose line only a part came.
    private static func isPlainHTTP(_ bytes: Span<UInt8>) -> Bool {
        HTTPBeginning(bytes, from: 0) != nil && !asksForUpgrade(bytes.extracting(0..<min(bytes.count, searchedHead)))
    }

    /// Whether a line of a head is `Upgrade: websocket`, in any letter case.
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
