import RongCloud
import Transport
import WireFormat
import WireJSON
import WireProtobuf

/// The decoded parts of one RongCloud unit; their memory is reused for the next unit.
struct RongCloudUnit: ~Copyable {
    /// The frame's fields.
    var layout = FrameLayout()
    /// The name of a type that is no frame type.
    var typeName: StaticString?
    /// The parts of a polling URL or answer that are no field of a frame.
    var extra: [HTTPTarget.Parameter] = []
    /// The topic's index in the table, also for an answer; `nil` if unknown.
    var topic: Int?
    /// The payload's message type; `.none` if there is no payload, or it could not be decoded.
    var payload = MessageIndex.none
    /// The message that the payload should be but cannot be decoded as.
    var refusedPayload = MessageIndex.none
    /// The tape of the payload.
    var tape = ProtobufTape()
    /// The chat messages in the payload.
    var messages: [RongCloudMessage] = []
    /// The messages' contents as JSON without white space.
    var contents = ByteWriter()
    /// The tape of the content that was read last.
    var contentTape = JSONTape()
    /// The index of the message whose content is on ``contentTape`` as received, with nothing to hide.
    var contentOnTape: Int?
    /// The SDK's generation, if the connection told it.
    var generation: SDKGeneration?
    /// The logged-in user, as UTF-8; empty while unknown.
    var ownUser: [UInt8] = []

    /// Frees the memory that a large unit took.
    mutating func release() {
        tape = ProtobufTape()
        messages = []
        contents = ByteWriter()
        contentTape = JSONTape()
    }

    /// Forgets the last unit, but keeps the memory.
    mutating func reset() {
        layout = FrameLayout()
        typeName = nil
        if !extra.isEmpty { extra = [] }
        topic = nil
        payload = .none
        refusedPayload = .none
        messages.clear()
        contents.removeAll()
        contentOnTape = nil
        generation = nil
        if !ownUser.isEmpty { ownUser = [] }
    }
}

extension EventTransport {
    /// The form of RongCloud's frames over this transport.
    var form: FrameForm {
        switch self {
        case .websocket, .http: .websocket
        case .tcp: .tcp
        case .polling: .polling
        }
    }
}
