public import WireJSON

/// A platform with its own message classes.
public enum SDKPlatform: String, CaseIterable, Sendable {
    /// The iOS SDK.
    case ios
    /// The Android SDK.
    case android
    /// The web SDK, all generations.
    case web
    /// The Flutter plug-in.
    case flutter
    /// The React Native bridge.
    case reactNative
    /// The uniapp bridge.
    case uniapp
    /// The server SDKs.
    case server
}

/// A member of a message's content.
public struct MessageField: Hashable, Sendable {
    /// The JSON type of a member.
    public enum FieldType: String, CaseIterable, Sendable {
        /// Text.
        case string
        /// An integer.
        case int
        /// A number with a fraction.
        case double
        /// `true` or `false`.
        case bool
        /// Base64 text, without line breaks and without a `data:` prefix.
        case base64
        /// Text that contains JSON.
        case jsonString
        /// An object.
        case object
        /// An array.
        case array
    }

    /// The JSON key; `[]` if the content is an array.
    public let key: String
    /// The JSON type in the documented form.
    public let type: FieldType
    /// Whether a content without this member is incomplete.
    public let isRequired: Bool
    /// The unit of a number, such as `seconds`.
    public let unit: String?
    /// The range, size or format, in words.
    public let constraints: String?
    /// The known values, in order; empty if any value is allowed.
    public let values: [JSONValue]
    /// Remarks.
    public let note: String?
}

/// A difference between platforms in a message.
public struct PlatformDifference: Hashable, Sendable {
    /// A name such as `D023`, which never changes.
    public let id: String
    /// The platforms concerned; empty if all are.
    public let platforms: [String]
    /// The different behaviour, in words.
    public let what: String
}

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
