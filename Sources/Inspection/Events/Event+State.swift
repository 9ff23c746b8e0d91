import WireFormat

extension Event {
    /// The properties of one unit.
    ///
    /// The next unit replaces this value as a whole, so that nothing of the previous unit remains. A property of a unit
    /// belongs here, unless its memory is reused.
    struct State: Sendable {
        var kind: Kind
        /// The system that the unit belongs to.
        var system: MessagingSystem
        /// The end that sent the unit.
        var sender: FrameSender
        /// The transport that carried the unit.
        var transport: EventTransport
        /// The event's number, from 1; correct only if one worker does all the work (``EventConsumer/needsOrder``).
        var number = 0
        /// The number of the request's event, under the same condition as `number`; 0 if it is not known.
        var requestNumber = 0
        /// The polling session, if the event belongs to one.
        var pollingSession: PollingSessionKey?
        /// Whether HTTP sent the unit before, on a connection that ended without an answer.
        var isSentAgain = false
        /// The time of the last packet that carried the unit, in nanoseconds since 1970.
        var time: Int64 = 0
        /// Whether the capture's time resolution is finer than a microsecond.
        var hasNanoseconds = false
        var isTLS = false
        /// Whether bytes of the connection are missing; the unit may then have been sent before units that were emitted
        /// earlier.
        var isDisordered = false
        /// Whether this is the connection's first unit after an interruption: what was sent before may have arrived only
        /// now.
        var isAfterInterruption = false
        /// Whether the units of one end are not decrypted any more; the answers of this one's exchange may be missing.
        var isOneSided = false
        /// The framing of the WebSocket frames that carried the unit.
        var framing = WebSocketFraming()
        /// Whether a WebSocket message is text.
        var isText = false
        /// Whether the unit's bytes are in the TCP stream unchanged: in one frame, without mask, compression and
        /// encryption.
        var isPlain = false
        /// The request that this unit answers.
        var reply: Reply?
        /// Whether this is an answer by its form, even if its request was not seen.
        var isAnswer = false
        /// The slot in which the sequencer keeps this event's number for a later answer; `-1` if no answer is expected.
        var requestSlot: Int32 = -1
        /// Whether decoding is finished: a greater depth would not decode more.
        var isComplete = false
        /// The part of the unit that could not be decoded.
        var undecoded: Range<Int>?
        /// The offset in the worker's output at which the request's number is inserted into JSON; `-1` for no
        /// insertion.
        var replyNumberPosition = -1

        /// Creates the state of a unit before any of it is read.
        @inline(__always)
        init(_ kind: Kind, _ system: MessagingSystem, sender: FrameSender) {
            self.kind = kind
            self.system = system
            self.sender = sender
            if case .http = kind { transport = .http } else { transport = .websocket }
        }
    }
}

// Code accesses these through the event, so that only `Event` knows which properties are in `state`.
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
    var pollingSession: PollingSessionKey? {
        get { state.pollingSession }
        set { state.pollingSession = newValue }
    }
    var isSentAgain: Bool {
        get { state.isSentAgain }
        set { state.isSentAgain = newValue }
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
    var isOneSided: Bool {
        get { state.isOneSided }
        set { state.isOneSided = newValue }
    }
    @inline(__always)
    var isAfterInterruption: Bool {
        get { state.isAfterInterruption }
        set { state.isAfterInterruption = newValue }
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
