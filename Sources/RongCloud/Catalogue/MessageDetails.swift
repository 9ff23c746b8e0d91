public import WireJSON

/// A platform that has message classes of its own.
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
        /// Text that is base64, without line breaks and without a `data:` prefix.
        case base64
        /// Text that is JSON itself.
        case jsonString
        /// An object.
        case object
        /// An array.
        case array
    }

    /// The JSON key; `[]` where the content is an array.
    public let key: String
    /// The JSON type that the documented form has.
    public let type: FieldType
    /// Whether a content without it is incomplete.
    public let isRequired: Bool
    /// The unit of a number, such as `seconds`.
    public let unit: String?
    /// Range, size or format, in words.
    public let constraints: String?
    /// The values that are known, in order; empty when any value may stand.
    public let values: [JSONValue]
    /// Remarks.
    public let note: String?
}

/// Something that platforms do differently in a message.
public struct PlatformDifference: Hashable, Sendable {
    /// A name such as `D023`, which never changes.
    public let id: String
    /// Which platforms; empty when it concerns all.
    public let platforms: [String]
    /// What they do.
    public let what: String
}

/// All that the catalogue has of a message.
public struct MessageDetails: Hashable, Sendable {
    /// Who sends a message.
    public enum Direction: String, CaseIterable, Sendable {
        /// Clients and the server.
        case both
        /// Only clients.
        case fromClient
        /// Only the server.
        case fromServer
        /// Nobody: an SDK makes it for itself.
        case local
    }

    /// Names, kind and flags.
    public let entry: MessageEntry
    /// Who sends it.
    public let direction: Direction
    /// The message that has taken its place.
    public let supersededBy: String?
    /// The flags of the platforms that do not have those of the entry.
    public let platformFlags: [SDKPlatform: MessageFlags]
    /// Remarks on the flags.
    public let flagNote: String?
    /// Class names; a platform without a class is absent.
    public let classes: [SDKPlatform: [String]]
    /// The members of the content that are its own.
    public let fields: [MessageField]
    /// The members that it shares with other messages: `extra`, `user`, `mentionedInfo`, `isBurnAfterRead`,
    /// `burnDuration`.
    public let envelope: [String]
    /// What platforms do differently.
    public let differences: [PlatformDifference]
    /// JSON text with nothing but what is required.
    public let minimalExample: String
    /// JSON text with most fields.
    public let fullExample: String
    /// Remarks.
    public let note: String?
    /// Where this was learnt.
    public let sources: [String]
}

extension MessageDetails {
    /// The flags that a platform registers the message with.
    public func flags(on platform: SDKPlatform) -> MessageFlags {
        platformFlags[platform] ?? entry.flags
    }
}
