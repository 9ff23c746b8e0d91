/// The catalogue's full entry of a message.
public struct MessageDetails: Hashable, Sendable {
    /// The senders of a message.
    public enum Direction: String, CaseIterable, Sendable {
        /// Clients and the server.
        case both
        /// Only clients.
        case fromClient
        /// Only the server.
        case fromServer
        /// No sender: an SDK makes the message for itself.
        case local
    }

    /// The names, kind and flags.
    public let entry: MessageEntry
    /// The senders of the message.
    public let direction: Direction
    /// The message that has replaced this message.
    public let supersededBy: String?
    /// The flags of the platforms that differ from the entry.
    public let platformFlags: [SDKPlatform: MessageFlags]
    /// Remarks about the flags.
    public let flagNote: String?
    /// The class names; a platform without a class is absent.
    public let classes: [SDKPlatform: [String]]
    /// The content's own members.
    public let fields: [MessageField]
    /// The members that the message shares with other messages: `extra`, `user`, `mentionedInfo`, `isBurnAfterRead`,
    /// `burnDuration`.
    public let envelope: [String]
    /// The differences between platforms.
    public let differences: [PlatformDifference]
    /// JSON text with only the required members.
    public let minimalExample: String
    /// JSON text with most members.
    public let fullExample: String
    /// Remarks.
    public let note: String?
    /// The sources of the entry.
    public let sources: [String]
}

extension MessageDetails {
    /// Returns the flags with which a platform registers the message.
    public func flags(on platform: SDKPlatform) -> MessageFlags {
        platformFlags[platform] ?? entry.flags
    }
}
