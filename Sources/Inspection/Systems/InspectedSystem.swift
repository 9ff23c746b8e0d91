import WireFormat
import WireJSON
import WireProtobuf

/// What the inspector asks of a messaging system.
///
/// A value of a conforming type is one worker's decoder. What is remembered of a connection is in the session, which the
/// inspector keeps and hands in.
protocol InspectedSystem: Sendable {
    /// What is remembered of one connection, or of one session over several.
    associatedtype Session: Sendable

    /// The name in events and on the command line.
    static var name: StaticString { get }
    /// The names of its units' types in the order of a table of counts.
    static var typeNames: [String] { get }
    /// The fields of its events besides those that all systems have.
    static var fields: [EventField] { get }

    /// Makes a decoder.
    init(_ options: DecodingOptions)
    /// How deep it reads.
    var depth: DecodingDepth { get }

    // MARK: Claims

    /// What it says of a request; `nil` when it is not its own.
    static func claim(_ head: RequestHead) -> Claim?
    /// Whether bytes are the beginning of a request for its switch to WebSocket, as a short snap length leaves it.
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool
    /// Whether the body of an HTTP answer that nobody claimed by its request holds its units.
    ///
    /// - Parameter sawRequest: whether there was one.
    static func isAnswer(_ body: Span<UInt8>, sawRequest: Bool) -> Bool
    /// Whether a WebSocket message may be its own, by how it begins and how long it is.
    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool
    /// How much a whole WebSocket message says for itself.
    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility
    /// Whether its units may lie in the TCP stream itself.
    static var hasStream: Bool { get }
    /// Whether any exchange over HTTP may be its own, so that only the user can say so.
    static var usesAnyExchange: Bool { get }

    // MARK: Single units

    /// The frame object of one unit, as JSON text.
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String
    /// The unit of a frame object in JSON text.
    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8]
    /// Whether units of other forms than WebSocket's, a topic and a key mean anything.
    static var hasFrameForms: Bool { get }

    // MARK: Catalogue

    /// What it knows of the contents of messages.
    static var catalogue: any SystemCatalogue { get }
    /// Reads the tables that decoding needs.
    static func prepare()

    // MARK: Rules

    /// The rules over one session.
    static var sessionCheck: any SessionCheck.Type { get }
    /// The rules over all connections of a capture.
    static var captureRules: [any CaptureRules.Type] { get }
    /// Whether the rules over a session look at the switch to WebSocket, with which it begins.
    static var watchesUpgrades: Bool { get }

    // MARK: Sessions

    /// A session that begins with a request; `nil` where none was seen.
    static func session(begunBy head: RequestHead?) -> Session
    /// What a request tells about who is on the connection.
    static func facts(of head: RequestHead) -> FlowFacts
    /// The user that the JSON of an answer to its request names; `nil` where there is none.
    static func user(inReply json: Span<UInt8>) -> String?
    /// What a session tells about it.
    static func facts(of session: Session) -> FlowFacts
    /// Calls `body` with the slot of everything that waits for an answer.
    static func forEachSlot(of session: Session, _ body: (Int32) -> Void)

    // MARK: Units

    /// Decodes a binary WebSocket message into an event that has been reset for it and knows time and sender.
    func decode(
        binary message: Span<UInt8>,
        _ session: inout Session,
        _ slots: inout SlotPool,
        into event: inout Event
    )
    /// The same for a text message in UTF-8; answers the bytes that the event's ranges refer to.
    func decode(
        text message: [UInt8],
        _ session: inout Session,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8]
    /// Reads what there is of a binary message that is cut off.
    func decode(cut message: Span<UInt8>, into event: inout Event)
    /// Reads what was left out when the event was decoded, for a consumer that needs more than the filter did.
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event)

    // MARK: Descriptions

    /// Hands the members of the frame object to a sink, its type first.
    func describeFrame<Sink: FieldSink & ~Copyable>(_ event: inout Event, _ bytes: Span<UInt8>, to sink: inout Sink)
    /// The topic of the request that an event answers, as text.
    func replyTopic(_ topic: Int) -> String
    /// Appends the members of the payload, `message` and `value`, each with a comma before it but the first; answers whether
    /// there is one.
    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool
    /// Describes a payload whose fields are read from its tape, since each stands for itself; answers whether it is one.
    func describePlainPayload(_ event: inout Event, to sink: inout EventRecordSink) -> Bool
    /// The tapes of a content and a payload, for a sink that is told of them.
    func contentTape(of event: inout Event) -> JSONTape
    func payloadTape(of event: inout Event) -> ProtobufTape
    /// How many chat messages the event holds.
    func messageCount(_ event: borrowing Event) -> Int
    /// Hands the fields of the chat messages to a sink, each between its beginning and its end.
    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    )
    /// Whether the unit only keeps the connection alive, or answers one that does.
    func isPing(_ event: borrowing Event) -> Bool
    /// The result that the unit carries; `nil` where it has none.
    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus?
    /// What a result means; `nil` where that is not known.
    static func meaning(of status: UnitStatus) -> String?
    /// What a unit that is an answer is an answer to.
    func replyKind(_ event: borrowing Event) -> ReplyKind?
    /// Which step on the way of messages the unit is, where clients fetch them.
    func deliveryStep(_ event: borrowing Event) -> DeliveryStep?
    /// A frame in words.
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary)
    /// The tree of a frame's fields, to the last byte; `nil` where only the line is shown.
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree
    /// The tree without its fields, where these can be made one after the other (``addFields(of:_:to:)``); else `nil`.
    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree?
    /// Adds the fields of a frame to the fields of its tree.
    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree)
    /// A part of the unit that could not be decoded, as it may be shown.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8]
}

// What few systems have.
extension InspectedSystem {
    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? { nil }
    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree) {}
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool { false }
    static func isAnswer(_ body: Span<UInt8>, sawRequest: Bool) -> Bool { false }
    static var hasStream: Bool { false }
    static var usesAnyExchange: Bool { false }
    static var hasFrameForms: Bool { false }
    static func prepare() {}
    static var captureRules: [any CaptureRules.Type] { [] }
    static var watchesUpgrades: Bool { false }
    static func user(inReply json: Span<UInt8>) -> String? { nil }
    func deliveryStep(_ event: borrowing Event) -> DeliveryStep? { nil }
    @inline(__always)
    func describePlainPayload(_ event: inout Event, to sink: inout EventRecordSink) -> Bool { false }
    @inline(__always)
    func contentTape(of event: inout Event) -> JSONTape { JSONTape() }
    @inline(__always)
    func payloadTape(of event: inout Event) -> ProtobufTape { ProtobufTape() }
}
