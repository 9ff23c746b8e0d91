/// Follows the nested headers of a packet to the TCP segment: one loop and one count for link layers, tunnels and IP.
struct Encapsulation {
    /// The innermost header found.
    enum Found {
        /// TCP in the IP packet at an index; `end` is the end of the enclosing packets, or of the captured bytes.
        case tcp(InternetLayer.Carrier, in: Int, end: Int)
        /// A fragment; `end` is the end of the enclosing packets, or of the captured bytes.
        case fragment(IPFragment, end: Int)
        /// Several packets, one after the other.
        case aggregate(at: Int)
        /// A payload that is not read.
        case unread(UnreadPacket)
        /// UDP that is not read; the lower of its ports.
        case unreadPort(UInt16)
        /// An EtherType that is not read.
        case unreadEtherType(UInt16)
        /// A packet that ends in the middle of a header, or whose headers contradict themselves.
        case malformed
        /// A link type that is not read.
        case unknownLink
    }

    /// The number of headers that may still be followed.
    private var remaining: Int
    /// Whether an IP packet carried another packet.
    var isTunnelled = false
    /// The VLANs and virtual networks of the packet, mixed into one number; 0 for none.
    private(set) var network: UInt32 = 0

    /// - Parameter limit: the number of nested headers to follow, besides the first.
    init(limit: Int) { remaining = limit }

    /// Mixes the number of an enclosing network into `network`.
    static func enter(_ number: UInt32, _ network: inout UInt32) {
        // A VLAN tag with number 0 only sets a priority.
        if number > 0 { network = network &* 0x0100_0193 ^ number }
    }

    /// Counts a header; `false` when the limit is reached.
    mutating func descend() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }

    /// Follows the headers from `layer` on.
    ///
    /// - Parameter bytes: the block; the rest of the packet is `start..<end`.
    mutating func find(_ bytes: Span<UInt8>, _ layer: Layer, start: Int, end: Int) -> Found {
        var layer = layer
        var start = start
        var end = end
        while true {
            var isFirst = false
            let step: LayerStep
            switch layer {
            case .internet:
                switch InternetLayer.transport(bytes, start: start, end: end) {
                case .tcp(let carrier): return .tcp(carrier, in: start, end: end)
                case .fragment(let fragment): return .fragment(fragment, end: end)
                case .malformed: return .malformed
                case .other: break
                }
                guard let payload = InternetLayer.payload(bytes, start: start, end: end) else { return .malformed }
                if payload.number == IPProtocol.tcp { return .tcp(payload.carrier, in: start, end: end) }
                step = Tunnel.step(bytes, payload, network: &network)
                end = payload.end
                if case .carries = step { isTunnelled = true }
            case .link(let type):
                isFirst = true
                step = LinkLayer.step(bytes, start: start, end: end, link: type, network: &network)
            case .ethernet: step = EtherType.ethernet(bytes, start: start, end: end, network: &network)
            case .etherType(let type):
                step = EtherType.step(bytes, type: type, start: start, end: end, network: &network)
            case .logicalLink: step = EtherType.logicalLink(bytes, start: start, end: end)
            case .serial: step = PointToPoint.serial(bytes, start: start, end: end)
            case .pointToPoint: step = PointToPoint.step(bytes, start: start, end: end)
            case .pppoe: step = PointToPoint.session(bytes, start: start, end: end)
            case .labels: step = EtherType.labels(bytes, start: start, end: end)
            }
            switch step {
            case .carries(let next, let place):
                guard isFirst || descend() else { return .unread(.tooDeep) }
                layer = next
                start = place
            case .aggregate(let place): return .aggregate(at: place)
            case .unread(let reason): return .unread(reason)
            case .unreadPort(let port): return .unreadPort(port)
            case .unreadEtherType(let type): return .unreadEtherType(type)
            case .truncated: return .malformed
            case .unknownLink: return .unknownLink
            }
        }
    }
}
