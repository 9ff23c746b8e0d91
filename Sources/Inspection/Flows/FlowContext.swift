import Capture
import Reporting
import WireFormat

/// The state that both directions of a connection share: the roles of the ends, and the session.
struct FlowContext {
    let flow: Flow
    /// The end that is the client; fixed before the first event.
    var client: FlowSide
    /// The identity in events; fixed by the first event.
    private var identity: FlowIdentity?
    /// The system that the user assigned to the connection.
    var forced: MessagingSystem?
    /// The system that claimed the connection; `nil` while none has.
    private(set) var system: MessagingSystem?
    /// The system's state for this connection.
    var session = SystemSession.none
    var isTLS = false
    /// Whether bytes before the recognition of the connection are missing, for each end.
    var hasLostBytes = Sides(first: false, second: false)
    /// Whether bytes of a stream are missing, so that units may be emitted in a different order from the one they were
    /// sent in.
    var hasHoles = false
    /// Whether the stream ended before the connection was recognised, for each end.
    var hasEnded = Sides(first: false, second: false)
    /// Whether only the first part of a system's upgrade request was captured.
    var sawRequestLine = false
    /// The host that the latest request of long polling named.
    var pollingHost: String?
    /// Whether the server has ended its stream, so that it answers no request of HTTP any more.
    var answersNoMore = false
    /// Whether the request whose units are being read was sent before, and lost with its connection.
    var sendsAgain = false
    /// The number of proxies that the connection has passed so far.
    var tunnels = 0
    /// Whether application data was decrypted.
    var hasPlaintext = false
    /// How far each end's application data is decrypted.
    var decryption = Sides(first: Decryption.notBegun, second: Decryption.notBegun)
    /// The counts for the connection's report.
    var tally = FlowTally()

    /// The packets that carried the record whose plaintext is being read.
    var recordPackets: [Int] = []
    /// The notes about each end's stream, to be reported with its next event.
    private var notes = Sides(first: StreamNotes(), second: StreamNotes())

    /// The state of the decryption of an end's application data.
    enum Decryption: Sendable {
        case notBegun
        case underway
        /// Later records could not be decrypted.
        case stopped
    }

    init(_ flow: Flow) {
        self.flow = flow
        client = flow.client
    }

    /// Whether the units of one end are missing from here on, because its records are not decrypted any more.
    private var isOneSided: Bool { decryption.first == .stopped || decryption.second == .stopped }

    /// Whether an end's stream was captured from its first byte, without a hole before the connection was recognised.
    func sawBeginning(side: FlowSide) -> Bool {
        flow.sawSYN && !hasLostBytes[side]
    }

    @inline(__always)
    func sender(at side: FlowSide) -> FrameSender { side == client ? .client : .server }

    @inline(__always)
    func side(of sender: FrameSender) -> FlowSide { sender == .client ? client : client.other }

    /// The ends of the connection, for sessions of long polling.
    var pollingHop: PollingHop {
        PollingHop(client: flow[client].address, server: flow[client.other])
    }

    /// Assigns the connection to a system.
    ///
    /// - Parameter head: the request that began the connection, if it was captured.
    mutating func hand(to system: MessagingSystem, begunBy head: RequestHead?) {
        self.system = system
        session = system.session(begunBy: head)
        if let head { tally.facts.merge(system.facts(of: head)) }
    }

    /// Returns the arrival for an event without a packet: a hole or the end.
    func tail(side: FlowSide) -> Arrival {
        Arrival(packet: 0, time: tally.lastTime, side: side, hasNanoseconds: tally.hasNanoseconds)
    }

    /// Returns the identity in events; the first call fixes it.
    mutating func settleIdentity() -> FlowIdentity {
        if identity == nil { identify() }
        return identity ?? .nobody
    }

    /// Prepares the event of a unit that one packet carried.
    @inline(__always)
    mutating func begin(_ kind: Event.Kind, _ arrival: Arrival, _ event: inout Event) {
        if identity == nil { identify() }
        assert(system != nil, "an event of a connection that no system has")
        guard let identity else { return }
        tally.sides[arrival.side].events &+= 1
        event.reset(kind, system ?? .first, flow: identity, sender: sender(at: arrival.side))
        event.time = arrival.time
        event.isTLS = isTLS
        event.isDisordered = hasHoles
        event.isAfterInterruption = tally.reach.takeResumption(before: arrival.time)
        event.isOneSided = isOneSided
        event.hasNanoseconds = arrival.hasNanoseconds
        event.packets.append(arrival.packet)
        if !notes.first.isEmpty || !notes.second.isEmpty {
            event.diagnostics.append(contentsOf: takeNotes(side: arrival.side))
        }
    }

    /// Fixes the identity with the facts known so far.
    private mutating func identify() {
        var facts = session.facts
        facts.merge(tally.facts)
        identity = FlowIdentity(flow, client: client, firstPacket: tally.firstPacket, facts: facts)
    }

    /// Remembers a hole in a stream that is not recognised yet.
    mutating func rememberHole(offset: Int, length: Int, side: FlowSide) {
        let bytes = Count.of(length, "byte of the stream is", "bytes of the stream are")
        remember(
            Diagnostic(
                severity: .note,
                code: "stream-hole",
                path: "",
                offset: 0,
                text: "before this, \(bytes) not in the capture, from offset \(offset)"
            ),
            side: side
        )
    }

    /// Stores a note about a stream for its next event.
    mutating func remember(_ note: Diagnostic, side: FlowSide) {
        notes[side].add(note)
    }

    /// Returns and removes the notes about a stream.
    mutating func takeNotes(side: FlowSide) -> [Diagnostic] {
        notes[side].takeAll()
    }
}

extension Event {
    /// Whether this is the first unit of its direction after a hole that is no event, because the connection was not
    /// recognised before it.
    var isFirstAfterHole: Bool { diagnostics.contains(code: "stream-hole") }

    /// Whether units before this one may be missing although no event of a hole tells so.
    var mayLackUnits: Bool { isFirstAfterHole || isOneSided }
}

/// The origin of a range of a stream.
struct Arrival: Sendable, BitwiseCopyable {
    /// The number of the packet.
    var packet: Int
    /// The time of the packet, in nanoseconds since 1970.
    var time: Int64
    /// The end that sent the bytes.
    var side: FlowSide
    /// Whether the capture's time resolution is finer than a microsecond.
    var hasNanoseconds: Bool
    /// Whether the bytes are from a decrypted record, which several packets may have carried.
    var isRecord = false
}
