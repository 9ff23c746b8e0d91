import WireFormat
import WireJSON
import WireProtobuf

/// The functions of a messaging system that the inspector calls.
///
/// A value of a conforming type is one worker's decoder. The state of a connection is in the session, which the
/// inspector keeps and passes in.
protocol InspectedSystem: Sendable {
    /// The state of one connection, or of one session over several connections.
    associatedtype Session: Sendable

    /// The name in events and on the command line.
    static var name: StaticString { get }
    /// The names of the units' types, in the order of a table of counts.
    static var typeNames: [String] { get }
    /// The fields of the system's events besides those that all systems have.
    static var fields: [EventField] { get }

    /// Creates a decoder.
    init(_ options: DecodingOptions)
    /// The depth to which the decoder reads.
    var depth: DecodingDepth { get }

    // MARK: Claims

    /// Returns the system's claim on a request; `nil` if the request is not its own.
    static func claim(_ head: RequestHead) -> Claim?
    /// Whether bytes are the start of a request for the system's switch to WebSocket, cut by a short snap length.
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool
    /// Whether the body of an HTTP answer holds the system's units, if no system claimed the request.
    ///
    /// - Parameter sawRequest: whether the request was seen.
    static func isAnswer(_ body: Span<UInt8>, sawRequest: Bool) -> Bool
    /// Whether a WebSocket message may be the system's, by its first byte and its length.
    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool
    /// Returns the degree to which a whole WebSocket message looks like the system's.
    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility
    /// Whether the system's units may be in the TCP stream itself.
    static var hasStream: Bool { get }
    /// Whether any exchange over HTTP may be the system's, so that only the user can tell.
    static var usesAnyExchange: Bool { get }

    // MARK: Single units

    /// Returns the frame object of one unit, as JSON text.
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String
    /// Returns the unit of a frame object in JSON text.
    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8]
    /// Whether the system has other forms than WebSocket's, with a topic and a key.
    static var hasFrameForms: Bool { get }
    /// The transports that carry the system's units.
    static var unitTransports: [EventTransport] { get }

    // MARK: Catalogue

    /// The catalogue of the contents of messages.
    static var catalogue: any SystemCatalogue { get }
    /// Reads the tables that decoding needs.
    static func prepare()

    // MARK: Rules

    /// The rules over one session.
    static var sessionCheck: any SessionCheck.Type { get }
    /// The rules over all connections of a capture.
    static var captureRules: [any CaptureRules.Type] { get }
    /// Whether the rules over a session need the switch to WebSocket with which it begins.
    static var watchesUpgrades: Bool { get }

    // MARK: Sessions

    /// Creates a session that begins with a request; `head` is `nil` if no request was seen.
    static func session(begunBy head: RequestHead?) -> Session
    /// Returns the facts about the connection that a request tells.
    static func facts(of head: RequestHead) -> FlowFacts
    /// Returns the user that the JSON of an answer to the system's request names; `nil` if there is none.
    static func user(inReply json: Span<UInt8>) -> String?
    /// Returns the facts about the connection that its session knows.
    static func facts(of session: Session) -> FlowFacts
    /// Calls `body` with the slot of every request that waits for an answer.
    static func forEachSlot(of session: Session, _ body: (Int32) -> Void)

    // MARK: Units

    /// Decodes a binary WebSocket message into an event that has been reset, with time and sender set.
    func decode(
        binary message: Span<UInt8>,
        _ session: inout Session,
        _ slots: inout SlotPool,
        into event: inout Event
    )
    /// Decodes a text message in UTF-8 in the same way; returns the bytes that the event's ranges refer to.
    func decode(
        text message: [UInt8],
        _ session: inout Session,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8]
    /// Decodes the beginning of a binary message that is cut off.
    func decode(cut message: Span<UInt8>, into event: inout Event)
    /// Decodes the parts that were left out at first, for a consumer that needs more than the filter did.
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event)

    // MARK: Descriptions

    /// Passes the members of the frame object to a sink, the type first.
    func describeFrame<Sink: FieldSink & ~Copyable>(_ event: inout Event, _ bytes: Span<UInt8>, to sink: inout Sink)
    /// Returns the topic of the request that an event answers, as text.
    func replyTopic(_ topic: Int) -> String
    /// Appends the payload's members, `message` and `value`, with a comma between; returns whether there is one.
    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool
    /// Describes a payload whose fields can be read one by one from its tape; returns `false` for any other payload.
    func describePlainPayload(_ event: inout Event, to sink: inout EventRecordSink) -> Bool
    /// Exchanges the tapes of the content and the payload, for a sink that was told to use them.
    func exchangeTapes(of event: inout Event, _ content: inout JSONTape, _ payload: inout ProtobufTape)
    /// Returns the number of chat messages in the event.
    func messageCount(_ event: borrowing Event) -> Int
    /// Passes the fields of the chat messages to a sink, each message between its beginning and its end.
    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    )
    /// Whether the unit only keeps the connection alive, or answers such a unit.
    func isPing(_ event: borrowing Event) -> Bool
    /// Returns the result that the unit carries; `nil` if it has none.
    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus?
    /// Returns the meaning of a result; `nil` if unknown.
    static func meaning(of status: UnitStatus) -> String?
    /// Returns the kind of request that an answer belongs to.
    func replyKind(_ event: borrowing Event) -> ReplyKind?
    /// Returns the unit's step in the delivery of messages, for systems whose clients fetch messages.
    func deliveryStep(_ event: borrowing Event, _ bytes: Span<UInt8>) -> DeliveryStep?
    /// Fills the columns of a frame's line of text.
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary)
    /// Returns the tree of a frame's fields, to the last byte.
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree
    /// Returns the tree without its fields, if these can be added one after the other (``addFields(of:_:to:)``);
    /// otherwise `nil`.
    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree?
    /// Adds the fields of a frame to the fields of its tree.
    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree)
    /// Returns an undecoded part of the unit as it may be shown.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8]
}

// Defaults for the parts that few systems have.
extension InspectedSystem {
    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? { nil }
    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree) {}
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool { false }
    static func isAnswer(_ body: Span<UInt8>, sawRequest: Bool) -> Bool { false }
    static var hasStream: Bool { false }
    static var usesAnyExchange: Bool { false }
    static var hasFrameForms: Bool { false }
    static var unitTransports: [EventTransport] { [.websocket] }
    static func prepare() {}
    static var captureRules: [any CaptureRules.Type] { [] }
    static var watchesUpgrades: Bool { false }
    static func user(inReply json: Span<UInt8>) -> String? { nil }
    func deliveryStep(_ event: borrowing Event, _ bytes: Span<UInt8>) -> DeliveryStep? { nil }
    @inline(__always)
    func describePlainPayload(_ event: inout Event, to sink: inout EventRecordSink) -> Bool { false }
    @inline(__always)
    func exchangeTapes(of event: inout Event, _ content: inout JSONTape, _ payload: inout ProtobufTape) {}
}
