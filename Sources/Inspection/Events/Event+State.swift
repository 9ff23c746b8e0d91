import WireFormat

extension Event {
    /// What is known of one unit and of no other.
    ///
    /// A value that the next unit replaces as a whole, so that nothing of the last one can stay: a field of a unit belongs
    /// here, unless it keeps memory.
    struct State: Sendable {
        /// What the unit is.
        var kind: Kind
        /// The system whose unit this is.
        var system: MessagingSystem
        /// Which end wrote it.
        var sender: FrameSender
        /// How it came.
        var transport: EventTransport
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
        /// Whether bytes of its connection are missing, so that it may have been sent before what came out before it.
        var isDisordered = false
        /// How the WebSocket frames that brought it were written.
        var framing = WebSocketFraming()
        /// Whether a WebSocket message is text.
        var isText = false
        /// Whether the unit lies in the stream of TCP as it is: in one frame, without mask, compression and encryption.
        var isPlain = false
        /// The request that this answers.
        var reply: Reply?
        /// Whether this is an answer by its form, also where its request was not seen.
        var isAnswer = false
        /// Where the sequencer keeps this event's number for the answer to come; `-1` when none will.
        var requestSlot: Int32 = -1
        /// Whether no more can be decoded of it, whatever depth is asked for.
        var isComplete = false
        /// The part of the unit that could not be decoded.
        var undecoded: Range<Int>?
        /// Where the JSON renderer wants the request's number put in, as an offset in the worker's output; `-1` for
        /// nowhere.
        var replyNumberPosition = -1

        /// What is known of a unit before anything of it was read.
        @inline(__always)
        init(_ kind: Kind, _ system: MessagingSystem, sender: FrameSender) {
            self.kind = kind
            self.system = system
            self.sender = sender
            if case .http = kind { transport = .http } else { transport = .websocket }
        }
    }
}

// Everybody asks the event; where a field lies concerns nobody but the event itself.
extension Event {
    @inline(__always)
    var kind: Kind {
        get { state.kind }
        set { state.kind = newValue }
    }
    @inline(__always)
    var system: MessagingSystem {
        get { state.system }
        set { state.system = newValue }
    }
    @inline(__always)
    var sender: FrameSender {
        get { state.sender }
        set { state.sender = newValue }
    }
    @inline(__always)
    var transport: EventTransport {
        get { state.transport }
        set { state.transport = newValue }
    }
    @inline(__always)
    var number: Int {
        get { state.number }
        set { state.number = newValue }
    }
    @inline(__always)
    var requestNumber: Int {
        get { state.requestNumber }
        set { state.requestNumber = newValue }
    }
    @inline(__always)
    var pollingSession: String? {
        get { state.pollingSession }
        set { state.pollingSession = newValue }
    }
    @inline(__always)
    var time: Int64 {
        get { state.time }
        set { state.time = newValue }
    }
    @inline(__always)
    var hasNanoseconds: Bool {
        get { state.hasNanoseconds }
        set { state.hasNanoseconds = newValue }
    }
    @inline(__always)
    var isTLS: Bool {
        get { state.isTLS }
        set { state.isTLS = newValue }
    }
    var isDisordered: Bool {
        get { state.isDisordered }
        set { state.isDisordered = newValue }
    }
    @inline(__always)
    var framing: WebSocketFraming {
        get { state.framing }
        set { state.framing = newValue }
    }
    @inline(__always)
    var isText: Bool {
        get { state.isText }
        set { state.isText = newValue }
    }
    @inline(__always)
    var isPlain: Bool {
        get { state.isPlain }
        set { state.isPlain = newValue }
    }
    @inline(__always)
    var reply: Reply? {
        get { state.reply }
        set { state.reply = newValue }
    }
    @inline(__always)
    var isAnswer: Bool {
        get { state.isAnswer }
        set { state.isAnswer = newValue }
    }
    @inline(__always)
    var requestSlot: Int32 {
        get { state.requestSlot }
        set { state.requestSlot = newValue }
    }
    @inline(__always)
    var isComplete: Bool {
        get { state.isComplete }
        set { state.isComplete = newValue }
    }
    @inline(__always)
    var undecoded: Range<Int>? {
        get { state.undecoded }
        set { state.undecoded = newValue }
    }
    @inline(__always)
    var replyNumberPosition: Int {
        get { state.replyNumberPosition }
        set { state.replyNumberPosition = newValue }
    }
}
