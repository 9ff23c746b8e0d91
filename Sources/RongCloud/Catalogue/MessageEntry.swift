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

/// The confidence in an entry of the catalogue.
public enum CatalogueConfidence: String, CaseIterable, Sendable {
    /// Read from code or headers of at least one platform.
    case high
    /// Inferred in part.
    case medium
    /// Only the name is certain.
    case low
}

/// The status of a message in the SDKs.
public enum MessageStanding: String, CaseIterable, Sendable {
    /// In use.
    case current
    /// Replaced by another message.
    case superseded
    /// Discouraged, but still in SDKs.
    case deprecated
    /// Removed from current SDKs.
    case legacy
    /// Used only within an SDK or its UI kit.
    case internalUse = "internal"
    /// An application's own type, known from a demo.
    case demo
}

/// The catalogue's short entry of a message, by its object name.
public struct MessageEntry: Hashable, Sendable {
    /// The name on the wire, such as `RC:TxtMsg`.
    public let objectName: String
    /// The kind of message.
    public let kind: MessageKind
    /// Whether the message is stored.
    public let isPersisted: Bool
    /// Whether the message counts as unread.
    public let isCounted: Bool
    /// Whether the message is delivered only to devices that are online.
    public let isStatus: Bool
    /// The name in words.
    public let title: String
    /// The confidence in the entry.
    public let confidence: CatalogueConfidence
    /// The status of the message in the SDKs.
    public let standing: MessageStanding
    /// The other spellings of the object name on the wire.
    public let aliases: [String]

    /// The flags in the SDKs: 1 stored, 2 counted, 16 online devices only.
    public var flags: MessageFlags {
        var flags: MessageFlags = []
        if isPersisted { flags.insert(.persisted) }
        if isCounted { flags.insert(.counted) }
        if isStatus { flags.insert(.status) }
        return flags
    }
}
