import Capture
import WireFormat

/// What both directions of a connection share: who is who, and the session.
struct FlowContext {
    let flow: Flow
    /// Whether the end that sent the first packet is the client; settled before the first event.
    var firstIsClient: Bool
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
    /// Whether bytes of the first end, and of the second, are missing from what was seen before the connection was
    /// recognised.
    var hasLostBytes = (first: false, second: false)
    /// Whether the beginning of a request for a system's switch was seen, the rest of which is missing.
    var sawRequestLine = false
    /// Proxies that the connection was led through so far.
    var tunnels = 0
    /// Whether application data was decrypted.
    var hasPlaintext = false
    /// What is counted for the connection's row.
    var tally = FlowTally()

    /// What is to be said of the first end's stream, with its next event.
    private var notesOnFirst = StreamNotes()
    /// The same of the second end's stream.
    private var notesOnSecond = StreamNotes()

    init(_ flow: Flow) {
        self.flow = flow
        firstIsClient = flow.firstIsClient
    }

    /// Whether all of an end's stream was seen, from its first byte on.
    func sawBeginning(fromFirst: Bool) -> Bool {
        flow.sawSYN && !(fromFirst ? hasLostBytes.first : hasLostBytes.second)
    }

    /// Hands the connection to a system.
    ///
    /// - Parameter head: the request with which it begins, where that was seen.
    mutating func hand(to system: MessagingSystem, begunBy head: RequestHead?) {
        self.system = system
        session = system.session(begunBy: head)
        if let head { tally.facts.merge(system.facts(of: head)) }
    }

    /// The place of what no packet brings: a hole, the end.
    func tail(fromFirst: Bool) -> Arrival {
        Arrival(packet: 0, time: tally.lastTime, fromFirst: fromFirst, hasNanoseconds: tally.hasNanoseconds)
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
        guard let identity, let system else { return }
        if arrival.fromFirst { tally.first.events &+= 1 } else { tally.second.events &+= 1 }
        event.reset(kind, system, flow: identity, sender: arrival.fromFirst == firstIsClient ? .client : .server)
        event.time = arrival.time
        event.isTLS = isTLS
        event.hasNanoseconds = arrival.hasNanoseconds
        event.packets.removeAll(keepingCapacity: true)
        event.packets.append(arrival.packet)
        if !notesOnFirst.isEmpty || !notesOnSecond.isEmpty {
            event.diagnostics.append(contentsOf: takeNotes(fromFirst: arrival.fromFirst))
        }
    }

    /// Fixes who is on the connection, as far as that is known.
    private mutating func identify() {
        var facts = session.facts
        facts.merge(tally.facts)
        identity = FlowIdentity(flow, firstIsClient: firstIsClient, firstPacket: tally.firstPacket, facts: facts)
    }

    /// Keeps in mind a hole in a stream that is not recognised yet.
    mutating func rememberHole(offset: Int, length: Int, fromFirst: Bool) {
        remember(
            Diagnostic(
                severity: .note,
                code: "stream-hole",
                path: "",
                offset: 0,
                text: "before this, \(length) bytes of the stream are not in the capture, from offset \(offset)"
            ),
            fromFirst: fromFirst
        )
    }

    /// Keeps what is to be said of a stream until its next event.
    mutating func remember(_ note: Diagnostic, fromFirst: Bool) {
        if fromFirst { notesOnFirst.add(note) } else { notesOnSecond.add(note) }
    }

    /// What is to be said of a stream and has not been said.
    mutating func takeNotes(fromFirst: Bool) -> [Diagnostic] {
        fromFirst ? notesOnFirst.takeAll() : notesOnSecond.takeAll()
    }
}

/// Where a stretch of a stream came from.
struct Arrival: Sendable, BitwiseCopyable {
    /// Number of the packet.
    var packet: Int
    /// Nanoseconds since 1970.
    var time: Int64
    /// Which end sent it.
    var fromFirst: Bool
    /// Whether the capture keeps time finer than a microsecond.
    var hasNanoseconds: Bool
    /// Whether the bytes are those of a decrypted record, which several packets may have carried.
    var isRecord = false
}
