import RongCloud
import Transport
import WireFormat
import WireJSON
import WireProtobuf

/// What was read of one unit of RongCloud; the memory of its parts stays for the next one.
struct RongCloudUnit: ~Copyable {
    /// The frame's fields.
    var layout = FrameLayout()
    /// The type's name where it is no frame type.
    var typeName: StaticString?
    /// What a polling URL or answer says besides the fields of a frame.
    var extra: [HTTPTarget.Parameter] = []
    /// The topic in the table, also that of an answer; `nil` when it is not known.
    var topic: Int?
    /// The payload's message type; `.none` when there is no payload or it could not be decoded.
    var payload = MessageIndex.none
    /// What the payload should be, but cannot be decoded as.
    var refusedPayload = MessageIndex.none
    /// The payload.
    var tape = ProtobufTape()
    /// The chat messages in the payload.
    var messages: [RongCloudMessage] = []
    /// The messages' contents as JSON without white space.
    var contents = ByteWriter()
    /// The content that is being judged.
    var contentTape = JSONTape()
    /// The message whose content is on ``contentTape`` as the unit has it, with nothing to hide in it.
    var contentOnTape: Int?
    /// The SDK's generation, where the connection told it.
    var generation: SDKGeneration?
    /// The logged-in user, as UTF-8; empty while unknown.
    var ownUser: [UInt8] = []

    /// Gives back the memory that a large unit took.
    mutating func release() {
        tape = ProtobufTape()
        messages = []
        contents = ByteWriter()
        contentTape = JSONTape()
    }

    /// Forgets the last unit, but for the memory.
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
    /// RongCloud's form of it.
    var form: FrameForm {
        switch self {
        case .websocket, .http: .websocket
        case .tcp: .tcp
        case .polling: .polling
        }
    }
}
