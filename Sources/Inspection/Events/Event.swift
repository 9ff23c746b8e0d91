import Transport
import WireFormat

/// One decoded unit: a frame, an HTTP exchange or a hole in a stream.
///
/// This is what all systems have in common; what a unit says is in ``units``. Made for reuse: a worker fills the same event
/// again and again, and the memory of its parts stays. Ranges are offsets in the unit's bytes, which are handed along with
/// the event.
struct Event: ~Copyable {
    /// What the unit is.
    enum Kind: Sendable {
        /// A frame of the system's protocol.
        case frame
        /// Bytes that the capture does not hold.
        case gap(offset: Int, length: Int)
        /// An HTTP exchange; apart, so that events of frames do not carry its room along.
        indirect case http(HTTPExchange)
        /// Bytes of a message whose frames can not be read.
        case undecoded
    }

    /// The request that an answer belongs to.
    struct Reply: Sendable {
        /// Where the sequencer finds the request's number.
        var slot: Int32
        /// The request's topic, as a number of its system; `-1` when it has none.
        var topic: Int
        /// Nanoseconds since the request.
        var latency: Int64
    }

    /// The connection.
    var flow: FlowIdentity
    /// The system whose unit this is.
    var system = MessagingSystem.first
    /// The event's number, from 1; right only where one worker does all (``EventConsumer/needsOrder``).
    var number = 0
    /// The number of the event that this answers, likewise; 0 when it is not known.
    var requestNumber = 0
    /// The polling session's id, when the event belongs to one.
    var pollingSession: String?
    /// Nanoseconds since 1970, of the last packet that carried the unit.
    var time: Int64 = 0
    /// Whether the capture keeps time finer than a microsecond.
    var hasNanoseconds = false
    /// Whether the unit was decrypted.
    var isTLS = false
    /// The packets that carried the unit.
    var packets: [Int] = []
    /// Which end wrote it.
    var sender = FrameSender.client
    /// What the unit is.
    var kind = Kind.frame
    /// How it came.
    var transport = EventTransport.websocket
    /// Whether the WebSocket frame that brought it was masked; `nil` of what is no WebSocket message.
    var isMasked: Bool?
    /// Whether a WebSocket message is text.
    var isText = false
    /// Whether the unit lies in the stream of TCP as it is: in one frame, without mask, compression and encryption.
    var isPlain = false
    /// The unit as on the wire, where the decoded bytes differ from it; empty otherwise.
    var wire: [UInt8] = []
    /// The request that this answers.
    var reply: Reply?
    /// Whether this is an answer by its form, also where its request was not seen.
    var isAnswer = false
    /// Where the sequencer keeps this event's number for the answer to come; `-1` when none will.
    var requestSlot: Int32 = -1
    /// What is to be said.
    var diagnostics = DiagnosticList()
    /// Whether no more can be decoded of it, whatever depth is asked for.
    var isComplete = false
    /// The part of the unit that could not be decoded.
    var undecoded: Range<Int>?
    /// Where the JSON renderer wants the request's number put in, as an offset in the worker's output; `-1` for nowhere.
    var replyNumberPosition = -1
    /// What the system has read of the unit.
    var units = SystemUnits()

    init(flow: FlowIdentity) {
        self.flow = flow
    }

    /// Forgets the last unit, but for the memory.
    mutating func reset(_ kind: Kind, _ system: MessagingSystem, flow: FlowIdentity, sender: FrameSender) {
        if self.flow !== flow { self.flow = flow }
        self.kind = kind
        self.system = system
        self.sender = sender
        if case .http = kind { transport = .http } else { transport = .websocket }
        isMasked = nil
        isText = false
        isPlain = false
        if !wire.isEmpty { wire = [] }
        reply = nil
        isAnswer = false
        requestSlot = -1
        diagnostics.removeAll()
        undecoded = nil
        isComplete = false
        if pollingSession != nil { pollingSession = nil }
        replyNumberPosition = -1
        units.reset(system)
    }

    /// Makes a packet the only one that carried the unit.
    @inline(__always)
    mutating func setPacket(_ packet: Int) {
        packets.clear()
        packets.append(packet)
    }

    /// Adds a diagnostic.
    mutating func diagnose(
        _ severity: Severity,
        _ code: String,
        path: @autoclosure () -> String = "",
        offset: Int = 0,
        _ text: @autoclosure () -> String
    ) {
        diagnostics.append(severity) {
            Diagnostic(severity: severity, code: code, path: path(), offset: offset, text: text())
        }
    }

    /// Says that not all chat messages of a payload are taken out of it.
    mutating func diagnoseMessagesLimit(_ most: Int, path: String) {
        let text = "the payload holds more than \(most) messages; the others are shown with it"
        diagnose(.warning, "messages-limit", path: path, text)
    }

    /// Adds an error of a decoder: code `stage-class`, its path and offset.
    mutating func diagnose(_ error: WireError, stage: String) {
        diagnose(
            .error,
            "\(stage)-\(error.code.rawValue)",
            path: error.path.joined(separator: "."),
            offset: error.offset,
            error.description
        )
    }
}
