public import Capture
public import Transport

/// Which packets of a capture carried the events that passed.
///
/// It holds a bit for each packet of the capture, and for each connection with such events a few bytes.
public struct PacketSelection: Sendable {
    /// What is chosen besides the packets of the events.
    public enum Scope: Sendable {
        /// Of connections that were decrypted, what came before their first event: without the handshake nobody can
        /// decrypt them again.
        case events
        /// All packets of the connections that have such an event.
        case wholeFlows
        /// All packets.
        case everything
    }

    private let scope: Scope
    /// Events after which no more are taken.
    private let limit: Int
    private var eventCount = 0
    /// A bit for each packet, the first packet's in the lowest place.
    private var bits: [UInt64] = []
    /// Connections with chosen events, of which packets without events are chosen, too.
    private var flows: Set<Int> = []
    /// Decrypted connections: the number of the first packet that carried an event.
    private var openings: [Int: Int] = [:]
    /// Sessions of TLS, and the connection that each was on.
    private var sessions: [TLSClientRandom: Int] = [:]

    init(scope: Scope, limit: Int?) {
        self.scope = scope
        self.limit = limit ?? .max
    }

    /// Notes an event, whether it passed or not.
    mutating func note(_ event: borrowing Event, passed: Bool) {
        guard scope != .everything else { return }
        let flow = event.flow.number
        if event.isTLS, scope == .events, openings[flow] == nil { openings[flow] = event.packets.first ?? 0 }
        guard passed, eventCount < limit else { return }
        eventCount += 1
        for index in event.packets.indices { insert(event.packets[index]) }
        if event.isTLS || scope == .wholeFlows { flows.insert(flow) }
    }

    /// Notes that a session of TLS begins on a connection.
    mutating func note(_ session: TLSClientRandom, flow: Int) {
        sessions[session] = flow
    }

    /// The sessions of TLS that have chosen packets.
    private var chosenSessions: [TLSClientRandom] {
        sessions.filter { scope == .everything || flows.contains($0.value) }.map(\.key)
    }

    private mutating func insert(_ packet: Int) {
        guard packet > 0 else { return }
        let word = (packet - 1) / 64
        if word >= bits.count { bits.append(contentsOf: repeatElement(0, count: max(64, word + 1 - bits.count))) }
        bits[word] |= 1 << UInt64((packet - 1) % 64)
    }

    /// Takes in what another worker has chosen.
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

    /// Copies the chosen packets of the capture that was decoded.
    ///
    /// - Parameters:
    ///   - copier: the same capture from its start.
    ///   - application: the program's name and version, which the copy names as its writer.
    ///   - secrets: those with which the capture was decoded and which it does not hold itself; the copy gets those of
    ///     its sessions.
    ///   - limits: those that the capture was decoded with.
    ///   - sink: where the copy goes.
    /// - Returns: how many packets were copied, and what could not be.
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

    /// Chooses packets by their connections: which one a fragment belongs to is known only when the last of its datagram
    /// has come.
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

/// Tells to which connection a packet belongs, with the numbers that decoding gives them.
private struct FlowTracker {
    private var segments: SegmentReader
    /// The connections' numbers by place.
    private var numbers: [Int] = []

    init(limits: CaptureLimits) {
        var limits = limits
        // Only whose packets they are is asked, not what is in them.
        limits.repetitionBytes = 0
        segments = SegmentReader(limits: limits)
    }

    /// Names the connections' numbers and packets that a packet makes known.
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
