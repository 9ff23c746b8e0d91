/// The kind of a message.
public enum MessageKind: String, CaseIterable, Sendable {
    /// A message between users.
    case content
    /// A notice shown in the conversation.
    case notification
    /// An instruction to the other client.
    case command
    /// A passing state, such as typing or reading.
    case status
    /// A message to or from a customer service.
    case customerService
    /// Signalling of a call.
    case call
    /// Any other message.
    case other
}
