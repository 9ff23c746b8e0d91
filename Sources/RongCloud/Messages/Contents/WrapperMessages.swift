/// An app's own content sent through a bridge, stored: `RC:IWStorageMsg`.
public struct WrapperStorageMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWStorageMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's name for the type.
    public var messageType = ""
    /// The app's keys and texts.
    public var pairs: [TextPair] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name for the type.
    public var digest: String { "[\(messageType)]" }
}

/// An app's own content sent through a bridge, stored and counted: `RC:IWNormalMsg`.
public struct WrapperNormalMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWNormalMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's name for the type.
    public var messageType = ""
    /// The app's keys and texts.
    public var pairs: [TextPair] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name for the type.
    public var digest: String { "[\(messageType)]" }
}

/// An app's own content sent through a bridge, neither stored nor counted: `RC:IWCmdMsg`.
public struct WrapperCommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWCmdMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's name for the type.
    public var messageType = ""
    /// The app's keys and texts.
    public var pairs: [TextPair] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name for the type.
    public var digest: String { "[\(messageType)]" }
}

/// An app's own content sent through a bridge, for devices that are online: `RC:IWStatusMsg`.
public struct WrapperStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWStatusMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's name for the type.
    public var messageType = ""
    /// The app's keys and texts.
    public var pairs: [TextPair] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name for the type.
    public var digest: String { "[\(messageType)]" }
}
