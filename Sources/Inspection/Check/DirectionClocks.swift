import WireFormat

/// Notices that the directions of a connection were captured with clocks that differ, as in a merged capture.
///
/// The packets of such a capture are in the order of their times, but the events are in the order in which they were
/// sent, as the acknowledgments of TCP and the switch to WebSocket show. An event that follows one of the other end is
/// then earlier than that one, although it is the latest of its own end.
struct DirectionClocks: Sendable {
    /// The latest packet of an end's events, and its time.
    private struct Place: Sendable {
        var packet = 0
        var time = Int64.min
    }

    private var client = Place()
    private var server = Place()
    /// The packet of the server's answer to the upgrade; 0 if it was not seen.
    private var upgrade = 0
    /// The other end's packet that the latest event out of order follows; 0 if all were in order.
    private var followed = 0
    /// Whether the clocks differ.
    ///
    /// A single event may be out of order for another reason, unless the upgrade shows it, too.
    private var differ = false
    /// Whether the server's answer to the upgrade was seen.
    var sawSwitch: Bool { upgrade > 0 }

    /// Takes an event of the connection.
    ///
    /// - Returns: whether its time cannot be compared with earlier ones.
    @discardableResult @inline(__always)
    mutating func take(_ event: borrowing Event) -> Bool {
        guard var packet = event.packets.last else { return differ }
        if case .http(let exchange) = event.kind {
            // Its time is that of the answer.
            guard exchange.status != nil else { return differ }
            server = Place(packet: packet, time: event.time)
            upgrade = packet
            if let first = event.packets.first, first > packet { followed = packet }
            return differ
        }
        // Of several packets, a lost one that was sent again is the latest; what waited behind it is not early.
        if event.packets.count > 1 { packet = event.packets.max() ?? packet }
        let isClient = event.sender == .client
        let (own, other) = isClient ? (client, server) : (server, client)
        if packet > own.packet {
            if isClient {
                client = Place(packet: packet, time: event.time)
            } else {
                server = Place(packet: packet, time: event.time)
            }
        }
        guard packet < other.packet, packet > own.packet, isEarly(event, other.time) else { return differ }
        if isClient && other.packet == upgrade || followed > 0 && followed != other.packet { differ = true }
        followed = other.packet
        return true
    }

    /// Whether an event is too early to follow another one; after a hole, the ends come out of the capture in no order.
    private func isEarly(_ event: borrowing Event, _ time: Int64) -> Bool {
        !event.isDisordered && event.packets.count == 1
            && event.time < time.subtractingSaturated(CheckTimes.crossing)
    }
}
