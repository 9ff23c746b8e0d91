/// The kind of a message.
public enum MessageKind: String, CaseIterable, Sendable {
    /// What users send each other.
    case content
    /// A notice shown in the conversation.
    case notification
    /// An instruction to the other client.
    case command
    /// A passing state, such as typing or reading.
    case status
    /// Dealings with a customer service.
    case customerService
    /// Signalling of a call.
    case call
    /// Anything else.
    case other
}

/// How well something in the catalogue is known.
public enum CatalogueConfidence: String, CaseIterable, Sendable {
    /// Read from code or headers of at least one platform.
    case high
    /// Inferred in part.
    case medium
    /// Only the name is known for sure.
    case low
}

/// Where a message stands in the life of the SDKs.
public enum MessageStanding: String, CaseIterable, Sendable {
    /// In use.
    case current
    /// Another message has taken its place.
    case superseded
    /// Out of favour, but still in SDKs.
    case deprecated
    /// Gone from current SDKs.
    case legacy
    /// Only within an SDK or its UI kit.
    case internalUse = "internal"
    /// An application's own type, made known by a demo.
    case demo
}

/// What is known of a message by its object name.
public struct MessageEntry: Hashable, Sendable {
    /// The name on the wire, such as `RC:TxtMsg`.
    public let objectName: String
    /// The kind of message.
    public let kind: MessageKind
    /// Whether it is stored.
    public let isPersisted: Bool
    /// Whether it counts as unread.
    public let isCounted: Bool
    /// Whether it goes only to devices that are online.
    public let isStatus: Bool
    /// The name in words.
    public let title: String
    /// How well the message is known.
    public let confidence: CatalogueConfidence
    /// Where the message stands in the life of the SDKs.
    public let standing: MessageStanding
    /// Other spellings of the object name that are on the wire.
    public let aliases: [String]

    /// The flag of the SDKs: 1 stored, 2 counted, 16 online devices only.
    public var flags: MessageFlags {
        var flags: MessageFlags = []
        if isPersisted { flags.insert(.persisted) }
        if isCounted { flags.insert(.counted) }
        if isStatus { flags.insert(.status) }
        return flags
    }
}
