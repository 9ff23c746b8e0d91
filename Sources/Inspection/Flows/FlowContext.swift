import Capture
import WireFormat

/// What both directions of a connection share: who is who, and the session.
struct FlowContext {
    let flow: Flow
    /// Which end is the client; settled before the first event.
    var client: FlowSide
    /// Fixed with the first event.
    private var identity: FlowIdentity?
    /// What the user wants it to be taken for.
    var forced: MessagingSystem?
    /// The system that claimed the connection; `nil` while none has.
    private(set) var system: MessagingSystem?
    /// What the system remembers of it.
    var session = SystemSession.none
    /// Whether the connection is encrypted.
    var isTLS = false
    /// Of each end, whether bytes are missing from what was seen before the connection was recognised.
    var hasLostBytes = Sides(first: false, second: false)
    /// Whether bytes of a stream are missing, so that the ends' units may come out in another order than they were sent in.
    var hasHoles = false
    /// Of each end, whether its stream was over before the connection was recognised.
    var hasEnded = Sides(first: false, second: false)
    /// Whether only the first part of a system's upgrade request was captured.
    var sawRequestLine = false
    /// Proxies that the connection was led through so far.
    var tunnels = 0
    /// Whether application data was decrypted.
    var hasPlaintext = false
    /// What is counted for the connection's row.
    var tally = FlowTally()

    /// The packets that carried the record whose plaintext is being read.
    var recordPackets: [Int] = []
    /// What is to be said of each end's stream, with its next event.
    private var notes = Sides(first: StreamNotes(), second: StreamNotes())

    init(_ flow: Flow) {
        self.flow = flow
        client = flow.client
    }

    /// Whether all of an end's stream was seen, from its first byte on.
    func sawBeginning(side: FlowSide) -> Bool {
        flow.sawSYN && !hasLostBytes[side]
    }

    /// Who sends at an end.
    @inline(__always)
    func sender(at side: FlowSide) -> FrameSender { side == client ? .client : .server }

    /// The end at which somebody sends.
    @inline(__always)
    func side(of sender: FrameSender) -> FlowSide { sender == .client ? client : client.other }

    /// Hands the connection to a system.
    ///
    /// - Parameter head: the request with which it begins, where that was seen.
    mutating func hand(to system: MessagingSystem, begunBy head: RequestHead?) {
        self.system = system
        session = system.session(begunBy: head)
        if let head { tally.facts.merge(system.facts(of: head)) }
    }

    /// The place of what no packet brings: a hole, the end.
    func tail(side: FlowSide) -> Arrival {
        Arrival(packet: 0, time: tally.lastTime, side: side, hasNanoseconds: tally.hasNanoseconds)
    }

    /// Who talks on the connection: fixed with the first call.
    mutating func settleIdentity() -> FlowIdentity {
        if identity == nil { identify() }
        return identity ?? .nobody
    }

    /// Prepares the event of a unit that one packet brought.
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
        event.hasNanoseconds = arrival.hasNanoseconds
        event.packets.append(arrival.packet)
        if !notes.first.isEmpty || !notes.second.isEmpty {
            event.diagnostics.append(contentsOf: takeNotes(side: arrival.side))
        }
    }

    /// Fixes who is on the connection, as far as that is known.
    private mutating func identify() {
        var facts = session.facts
        facts.merge(tally.facts)
        identity = FlowIdentity(flow, client: client, firstPacket: tally.firstPacket, facts: facts)
    }

    /// Keeps in mind a hole in a stream that is not recognised yet.
    mutating func rememberHole(offset: Int, length: Int, side: FlowSide) {
        remember(
            Diagnostic(
                severity: .note,
                code: "stream-hole",
                path: "",
                offset: 0,
                text: "before this, \(length) bytes of the stream are not in the capture, from offset \(offset)"
            ),
            side: side
        )
    }

    /// Keeps what is to be said of a stream until its next event.
    mutating func remember(_ note: Diagnostic, side: FlowSide) {
        notes[side].add(note)
    }

    /// What is to be said of a stream and has not been said.
    mutating func takeNotes(side: FlowSide) -> [Diagnostic] {
        notes[side].takeAll()
    }
}

/// Where a stretch of a stream came from.
struct Arrival: Sendable, BitwiseCopyable {
    /// Number of the packet.
    var packet: Int
    /// Nanoseconds since 1970.
    var time: Int64
    /// Which end sent it.
    var side: FlowSide
    /// Whether the capture keeps time finer than a microsecond.
    var hasNanoseconds: Bool
    /// Whether the bytes are those of a decrypted record, which several packets may have carried.
    var isRecord = false
}
