/// A request for a secret chat: `RC:EncryptRequestMsg`.
public struct EncryptRequestMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptRequestMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the requester.
    public var requesterEncId = ""
    /// The public key of the requester.
    public var requesterKey = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("requesterKey", &requesterKey)
    }

    /// A fixed phrase.
    public var digest: String { "[secret chat asked]" }
}

/// The answer to a request for a secret chat: `RC:EncryptResponseMsg`.
public struct EncryptResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptResponseMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the requester.
    public var requesterEncId = ""
    /// The id of the responder; the key is spelt "responser".
    public var responserEncId = ""
    /// The public key of the responder.
    public var responserKey = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("responserEncId", &responserEncId)
        pass.text("responserKey", &responserKey)
    }

    /// A fixed phrase.
    public var digest: String { "[secret chat answered]" }
}

/// A notice that the secret chat begins: `RC:EncryptConfirmMsg`.
public struct EncryptConfirmMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptConfirmMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the requester.
    public var requesterEncId = ""
    /// The id of the responder; the key is spelt "responser".
    public var responserEncId = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("responserEncId", &responserEncId)
    }

    /// A fixed phrase.
    public var digest: String { "[secret chat begins]" }
}

/// A notice that the secret chat is declined: `RC:EncryptCancelMsg`.
public struct EncryptCancelMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptCancelMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the requester.
    public var requesterEncId = ""
    /// The id of the responder; the key is spelt "responser".
    public var responserEncId = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("requesterEncId", &requesterEncId)
        pass.text("responserEncId", &responserEncId)
    }

    /// A fixed phrase.
    public var digest: String { "[secret chat declined]" }
}

/// A notice that the secret chat ends: `RC:EncryptTerminateMsg`.
public struct EncryptTerminateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptTerminateMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the user who ends the chat.
    public var senderEncId = ""
    /// The id of the peer.
    public var receiverEncId = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("senderEncId", &senderEncId)
        pass.text("receiverEncId", &receiverEncId)
    }

    /// A fixed phrase.
    public var digest: String { "[secret chat ended]" }
}

/// A message of a secret chat: `RC:EncryptedMsg`.
public struct EncryptedMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:EncryptedMsg"
    /// The sender and the mentions.
    public static let envelopeKeys: MessageEnvelope.Keys = [.user, .mentioned]

    /// The cipher text.
    public var encryptedContent = ""
    /// The id of the peer.
    public var remoteEncId = ""
    /// The type of the encrypted content.
    public var originalObjName = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("encryptedContent", &encryptedContent)
        pass.text("remoteEncId", &remoteEncId)
        pass.text("originalObjName", &originalObjName)
    }

    /// The type of the encrypted content.
    public var digest: String { "[encrypted \(originalObjName)]" }
}
