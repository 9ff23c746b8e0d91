/// An app's own content sent through a bridge, stored: `RC:IWStorageMsg`.
public struct WrapperStorageMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWStorageMsg"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's own name for the type.
    public var messageType = ""
    /// Keys and texts of the app's own.
    public var pairs: [TextPair] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name.
    public var digest: String { "[\(messageType)]" }
}

/// An app's own content sent through a bridge, stored and counted: `RC:IWNormalMsg`.
public struct WrapperNormalMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWNormalMsg"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's own name for the type.
    public var messageType = ""
    /// Keys and texts of the app's own.
    public var pairs: [TextPair] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name.
    public var digest: String { "[\(messageType)]" }
}

/// An app's own content sent through a bridge, neither stored nor counted: `RC:IWCmdMsg`.
public struct WrapperCommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWCmdMsg"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's own name for the type.
    public var messageType = ""
    /// Keys and texts of the app's own.
    public var pairs: [TextPair] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name.
    public var digest: String { "[\(messageType)]" }
}

/// An app's own content sent through a bridge, for devices that are online: `RC:IWStatusMsg`.
public struct WrapperStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:IWStatusMsg"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The app's own name for the type.
    public var messageType = ""
    /// Keys and texts of the app's own.
    public var pairs: [TextPair] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageType", &messageType)
        pass.pairs("fields", &pairs)
    }

    /// The app's name.
    public var digest: String { "[\(messageType)]" }
}
