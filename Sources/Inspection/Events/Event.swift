import RongCloud
import Transport
import WireFormat
import WireJSON
import WireProtobuf

/// One decoded unit: a frame, an HTTP exchange or a hole in a stream.
///
/// Made for reuse: a worker fills the same event again and again, and the memory of its parts stays. Ranges are offsets
/// in the unit's bytes, which are handed along with the event.
struct Event: ~Copyable {
    /// What the unit is.
    enum Kind: Sendable {
        /// A frame of RongCloud's protocol.
        case frame
        /// Bytes that the capture does not hold.
        case gap(offset: Int, length: Int)
        /// An HTTP exchange.
        case http(HTTPExchange)
        /// Bytes of a message whose frames can not be read.
        case undecoded
    }

    /// The request that an answer belongs to.
    struct Reply: Sendable {
        /// Where the sequencer finds the request's number.
        var slot: Int32
        /// The request's topic, `-1` when it has none.
        var topic: Int
        /// Nanoseconds since the request.
        var latency: Int64
    }

    /// The connection.
    var flow: FlowIdentity
    /// The event's number, from 1; right only where one worker does all (``EventConsumer/needsOrder``).
    var number = 0
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
    /// The transport of a frame.
    var form = FrameForm.websocket
    /// The unit as on the wire, where the decoded bytes differ from it; empty otherwise.
    var wire: [UInt8] = []
    /// The frame's fields.
    var layout = FrameLayout()
    /// The type's name where it is no frame type.
    var typeName: StaticString?
    /// What a polling URL or answer says besides the fields of a frame.
    var extra: [HTTPTarget.Parameter] = []
    /// The topic in the table, also that of an answer; `nil` when it is not known.
    var topic: Int?
    /// The request that this answers.
    var reply: Reply?
    /// Where the sequencer keeps this event's number for the answer to come; `-1` when none will.
    var requestSlot: Int32 = -1
    /// The payload's message type; `.none` when there is no payload or it could not be decoded.
    var payload = MessageIndex.none
    /// The payload.
    var tape = ProtobufTape()
    /// The chat messages in the payload.
    var messages: [EventMessage] = []
    /// The messages' contents as JSON without white space.
    var contents = ByteWriter()
    /// The content that is being judged.
    var contentTape = JSONTape()
    /// What is to be said.
    var diagnostics = DiagnosticList()
    /// The SDK's generation, where the connection told it.
    var generation: SDKGeneration?
    /// Whether no more can be decoded of it, whatever depth is asked for.
    var isComplete = false
    /// The part of the unit that could not be decoded.
    var undecoded: Range<Int>?
    /// The logged-in user, as UTF-8; empty while unknown.
    var ownUser: [UInt8] = []
    /// Where the JSON renderer wants the request's number put in, as an offset in the event's line; `-1` for nowhere.
    var replyNumberPosition = -1

    init(flow: FlowIdentity) {
        self.flow = flow
    }

    /// Forgets the last unit, but for the memory.
    mutating func reset(_ kind: Kind, flow: FlowIdentity, sender: FrameSender) {
        if self.flow !== flow { self.flow = flow }
        self.kind = kind
        self.sender = sender
        form = .websocket
        if !wire.isEmpty { wire = [] }
        topic = nil
        reply = nil
        requestSlot = -1
        payload = .none
        if !messages.isEmpty { messages.removeAll(keepingCapacity: true) }
        diagnostics.removeAll()
        contents.removeAll()
        undecoded = nil
        isComplete = false
        typeName = nil
        if pollingSession != nil { pollingSession = nil }
        generation = nil
        if !extra.isEmpty { extra = [] }
        replyNumberPosition = -1
        // A frame's fields and the user are set anew where it is read.
        if case .frame = kind { return }
        layout = FrameLayout()
        ownUser = []
    }

    /// Adds a diagnostic.
    mutating func diagnose(
        _ severity: Diagnostic.Severity,
        _ code: String,
        path: @autoclosure () -> String = "",
        offset: Int = 0,
        _ text: @autoclosure () -> String
    ) {
        diagnostics.append(severity) {
            Diagnostic(severity: severity, code: code, path: path(), offset: offset, text: text())
        }
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
