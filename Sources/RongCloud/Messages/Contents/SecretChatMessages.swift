/// The request for a secret chat: `RC:EncryptRequestMsg`.
public struct EncryptRequestMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptRequestMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of who asked.
    public var requesterEncId = ""
    /// The public key.
    public var requesterKey = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("requesterKey", &requesterKey)
    }

    /// What it is.
    public var digest: String { "[secret chat asked]" }
}

/// The answer to it: `RC:EncryptResponseMsg`.
public struct EncryptResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptResponseMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of who asked.
    public var requesterEncId = ""
    /// The id of who answers, in this spelling.
    public var responserEncId = ""
    /// The public key.
    public var responserKey = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("responserEncId", &responserEncId)
        pass.text("responserKey", &responserKey)
    }

    /// What it is.
    public var digest: String { "[secret chat answered]" }
}

/// That the secret chat begins: `RC:EncryptConfirmMsg`.
public struct EncryptConfirmMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptConfirmMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of who asked.
    public var requesterEncId = ""
    /// The id of who answers, in this spelling.
    public var responserEncId = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("responserEncId", &responserEncId)
    }

    /// What it is.
    public var digest: String { "[secret chat begins]" }
}

/// That no secret chat is wanted: `RC:EncryptCancelMsg`.
public struct EncryptCancelMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptCancelMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of who asked.
    public var requesterEncId = ""
    /// The id of who answers, in this spelling.
    public var responserEncId = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("responserEncId", &responserEncId)
    }

    /// What it is.
    public var digest: String { "[secret chat declined]" }
}

/// That the secret chat ends: `RC:EncryptTerminateMsg`.
public struct EncryptTerminateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptTerminateMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of who ends it.
    public var senderEncId = ""
    /// The other's id.
    public var receiverEncId = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("senderEncId", &senderEncId)
        pass.text("receiverEncId", &receiverEncId)
    }

    /// What it is.
    public var digest: String { "[secret chat ended]" }
}

/// A message of a secret chat: `RC:EncryptedMsg`.
public struct EncryptedMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptedMsg"
    /// The sender and mentions.
    public static let envelopeKeys: MessageEnvelope.Keys = [.user, .mentioned]

    /// The cipher text.
    public var encryptedContent = ""
    /// The other's id.
    public var remoteEncId = ""
    /// The type of what is encrypted.
    public var originalObjName = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("encryptedContent", &encryptedContent)
        pass.text("remoteEncId", &remoteEncId)
        pass.text("originalObjName", &originalObjName)
    }

    /// What it is.
    public var digest: String { "[encrypted \(originalObjName)]" }
}
