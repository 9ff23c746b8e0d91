/// A frame of the chat, before a form lays it out.
enum ChatFrame {
    /// The client's first frame; the WebSocket form has none.
    case connect
    /// The server's first frame.
    case connack(milliseconds: UInt64)
    /// A message on its way to the server.
    case publish(id: UInt16, target: String, content: [UInt8])
    /// The server's receipt of a message.
    case publishReceipt(id: UInt16, milliseconds: UInt64, uid: String)
    /// A message that the server delivers.
    case push(id: UInt16, ChatDelivery)
    /// The server says that something is new.
    case notice(id: UInt16, milliseconds: UInt64)
    /// The client's receipt of what the server sent.
    case pushReceipt(id: UInt16)
    /// The request for what is new in the own inbox.
    case query(id: UInt16, since: UInt64)
    /// The answer with one message.
    case answer(id: UInt16, ChatDelivery)
    /// The confirmation of an answer.
    case confirmation(id: UInt16)
    /// The client is still there.
    case heartbeat
    /// So is the server.
    case heartbeatAnswer

    /// Whether the client sends it.
    var isFromClient: Bool {
        switch self {
        case .connect, .publish, .pushReceipt, .query, .confirmation, .heartbeat: true
        case .connack, .publishReceipt, .push, .notice, .answer, .heartbeatAnswer: false
        }
    }
}

/// A message on its way from the server.
struct ChatDelivery {
    /// Number of the user who sent it.
    var sender: Int
    /// Its content.
    var content: [UInt8]
    /// When it was sent, Unix milliseconds.
    var milliseconds: UInt64
    /// Its unique id.
    var uid: String
}
