import NIM
import WireFormat
import WireJSON

/// The decoded parts of one packet of NIM.
struct NIMUnit: ~Copyable {
    /// The packet; `nil` if it could not be read.
    var packet: NIMPacket?
    /// The scope whose tables name the packet's parts.
    var scope: NIMScope?
    /// The values of a request or response by their names, secrets shortened; of a large packet the short ones only.
    var body: JSONValue?
    /// Whether the packet is so large that its whole body is written from its bytes (``NIMLargeBody``).
    var isLarge = false
    /// Whether something in a packet of NIM is odd, so that its text is shown.
    var isOdd = false
    /// The chat messages and system messages in the packet.
    var messages: [NIMMessage] = []
    /// The account that is logged in.
    var account: String?

    /// Forgets the last unit.
    mutating func reset() {
        packet = nil
        scope = nil
        body = nil
        isLarge = false
        isOdd = false
        if !messages.isEmpty { messages = [] }
        account = nil
    }
}

/// The state of one NIM connection, or of a session over HTTP.
struct NIMSession: Sendable {
    /// The scope whose tables name the parts of the packets, as the login tells.
    var scope: NIMScope?
    var appKey: String?
    var account: String?
    var sdkVersion: String?
    /// The way in which the session ended.
    var ending: String?
    /// Requests → responses with the same serial.
    var requests = PendingRequests<Int32>()
    /// Heartbeats → responses, none of which have a serial.
    var heartbeats = NIMHeartbeats()
    /// Over HTTP: whether a packet has proved that this is NIM's Socket.IO.
    var isProven = false
    /// Over HTTP: packets that arrived before the proof.
    var held: [HeldPacket] = []
    /// The maximum number of packets in `held`.
    static let mostHeld = 16
    /// Over HTTP: the number of bytes that arrived before the proof and are not in `held`: bodies that could not be
    /// decoded, and packets that were too many or that NIM does not have.
    var unheldBytes = 0

    /// A packet that waits for the proof.
    struct HeldPacket: Sendable {
        var bytes: [UInt8]
        /// The connection that brought the packet; the proof may arrive on another one.
        var flow: FlowIdentity
        var isTLS: Bool
        var sender: FrameSender
        /// The capture's packets that brought the bytes.
        var packets: [Int] = []
        var arrival: Arrival

        /// Begins the packet's event without its connection, which may be over.
        func begin(_ event: inout Event) {
            event.reset(.frame, .nim, flow: flow, sender: sender)
            event.time = arrival.time
            event.isTLS = isTLS
            event.hasNanoseconds = arrival.hasNanoseconds
            event.packets.append(arrival.packet)
        }
    }
}

extension SystemSession {
    /// The NIM session, which is created on first use.
    var nim: NIMSession {
        mutating _read {
            yield nimBox().state
        }
        _modify {
            yield &nimBox().state
        }
    }

    private mutating func nimBox() -> SessionBox<NIMSession> {
        if case .nim(let box) = self { return box }
        let box = SessionBox(NIMDecoder.session(begunBy: nil))
        self = .nim(box)
        return box
    }
}
