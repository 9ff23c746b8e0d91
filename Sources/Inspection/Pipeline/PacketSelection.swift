public import Capture
public import Transport

/// The set of packets that carried the events that passed.
///
/// It takes one bit per packet of the capture, and a few bytes per connection with such events.
public struct PacketSelection: Sendable {
    /// The packets that are selected in addition to those of the events.
    public enum Scope: Sendable {
        /// For decrypted connections, the packets before their first event: without the handshake they cannot be
        /// decrypted again.
        case events
        /// All packets of connections with such an event.
        case wholeFlows
        /// All packets.
        case everything
    }

    private let scope: Scope
    /// The number of events after which no more are selected.
    private let limit: Int
    private var eventCount = 0
    /// One bit per packet; the first packet has the lowest bit.
    private var bits: [UInt64] = []
    /// The connections with selected events of which packets without events are selected, too.
    private var flows: Set<Int> = []
    /// The number of the first packet that carried an event, of each decrypted connection.
    private var openings: [Int: Int] = [:]
    /// The connection of each TLS session.
    private var sessions: [TLSClientRandom: Int] = [:]

    init(scope: Scope, limit: Int?) {
        self.scope = scope
        self.limit = limit ?? .max
    }

    /// Records an event, whether it passed or not.
    mutating func note(_ event: borrowing Event, passed: Bool) {
        guard scope != .everything else { return }
        let flow = event.flow.number
        if event.isTLS, scope == .events, openings[flow] == nil { openings[flow] = event.packets.first ?? 0 }
        guard passed, eventCount < limit else { return }
        eventCount += 1
        for index in event.packets.indices { insert(event.packets[index]) }
        if event.isTLS || scope == .wholeFlows { flows.insert(flow) }
    }

    /// Records that a TLS session begins on a connection.
    mutating func note(_ session: TLSClientRandom, flow: Int) {
        sessions[session] = flow
    }

    /// The TLS sessions with selected packets.
    private var chosenSessions: [TLSClientRandom] {
        sessions.filter { scope == .everything || flows.contains($0.value) }.map(\.key)
    }

    private mutating func insert(_ packet: Int) {
        guard packet > 0 else { return }
        let word = (packet - 1) / 64
        if word >= bits.count { bits.append(contentsOf: repeatElement(0, count: max(64, word + 1 - bits.count))) }
        bits[word] |= 1 << UInt64((packet - 1) % 64)
    }

    /// Merges the selection of another worker.
    mutating func merge(_ other: PacketSelection) {
        if other.bits.count > bits.count {
            bits.append(contentsOf: repeatElement(0, count: other.bits.count - bits.count))
        }
        for index in other.bits.indices { bits[index] |= other.bits[index] }
        flows.formUnion(other.flows)
        openings.merge(other.openings) { min($0, $1) }
        sessions.merge(other.sessions) { $1 }
    }

    private func contains(_ packet: Int) -> Bool {
        let word = (packet - 1) / 64
        return bits.indices.contains(word) && bits[word] >> UInt64((packet - 1) % 64) & 1 != 0
    }

    /// Copies the selected packets of the capture that was decoded.
    ///
    /// - Parameters:
    ///   - copier: a copier at the start of the same capture.
    ///   - application: the program's name and version, which the copy names as its writer.
    ///   - secrets: the secrets that the capture was decoded with and does not hold itself; the copy includes those of
    ///     its sessions.
    ///   - limits: the limits that the capture was decoded with.
    ///   - sink: receives the copy.
    /// - Returns: the number of packets copied, and the parts that could not be copied.
    /// - Throws: `CaptureError` when reading fails, and any error that `sink` throws.
    public func copy(
        _ copier: consuming CaptureCopier,
        application: String,
        secrets: TLSSecrets,
        limits: CaptureLimits,
        to sink: (Span<UInt8>) throws -> Void
    ) throws -> (packets: Int, omissions: CaptureCopier.Omissions) {
        var chosen = self
        if !flows.isEmpty { try chosen.follow(copier, limits: limits) }
        try copier.copy(
            application: application,
            keyLog: secrets.keyLog(of: chosenSessions),
            where: { packet, _ in scope == .everything || chosen.contains(packet.number) },
            to: sink
        )
        return (copier.copied, copier.omissions)
    }

    /// Selects packets by their connections; the connection of a fragment is known only after the last fragment of its
    /// datagram.
    private mutating func follow(_ copier: borrowing CaptureCopier, limits: CaptureLimits) throws(CaptureError) {
        var tracker = FlowTracker(limits: limits)
        try copier.survey { packet, bytes in
            tracker.follow(packet, in: bytes) { flow, packet in
                guard flows.contains(flow), scope == .wholeFlows || packet < openings[flow, default: 0] else { return }
                insert(packet)
            }
        }
    }
}

/// Finds the connection of each packet, with the same numbers as in decoding.
private struct FlowTracker {
    private var segments: SegmentReader
    /// The connections' numbers by place.
    private var numbers: [Int] = []

    init(limits: CaptureLimits) {
        var limits = limits
        // Only the connection of a packet is needed, not its content.
        limits.repetitionBytes = 0
        segments = SegmentReader(limits: limits)
    }

    /// Calls `body` for each pair of a connection's number and a packet's number that the packet makes known.
    mutating func follow(_ packet: Packet, in bytes: Span<UInt8>, _ body: (_ flow: Int, _ packet: Int) -> Void) {
        var found: Int?
        segments.read(packet, in: bytes) { event, _ in
            switch event {
            case .begin(let place, let flow):
                while numbers.count <= place { numbers.append(0) }
                numbers[place] = flow.number
            case .segment(let segment):
                found = numbers[segment.place]
                body(numbers[segment.place], packet.number)
            case .end, .conflict: break
            }
        }
        let carriers = segments.takeCarriers()
        if let found { for carrier in carriers { body(found, carrier) } }
        segments.forgetBlock()
    }
}
