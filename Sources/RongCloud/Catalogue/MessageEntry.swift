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
