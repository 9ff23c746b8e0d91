/// A notice that a user starts to share a position: `RC:RLStart`.
public struct RealTimeLocationStartMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLStart"

    /// The text to show in the conversation.
    public var content: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text, otherwise a fixed phrase.
    public var digest: String { content?.nonEmpty ?? "[location sharing started]" }
}

/// A notice that no user shares a position any more: `RC:RLEnd`.
///
/// Android sends this message with an empty body.
public struct RealTimeLocationEndMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLEnd"

    /// The text to show in the conversation.
    public var content: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text, otherwise a fixed phrase.
    public var digest: String { content?.nonEmpty ?? "[location sharing ended]" }
}

/// A notice that a user joins in sharing positions: `RC:RLJoin`.
///
/// Android sends this message with an empty body.
public struct RealTimeLocationJoinMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLJoin"

    /// The text to show in the conversation.
    public var content: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text, otherwise a fixed phrase.
    public var digest: String { content?.nonEmpty ?? "[location sharing joined]" }
}

/// A notice that a user stops sharing a position: `RC:RLQuit`.
///
/// Android sends this message with an empty body.
public struct RealTimeLocationQuitMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLQuit"

    /// The text to show in the conversation.
    public var content: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text, otherwise a fixed phrase.
    public var digest: String { content?.nonEmpty ?? "[location sharing left]" }
}

/// The position of a user who shares it: `RC:RL`.
public struct RealTimeLocationStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RL"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The latitude in degrees, -90 to 90.
    public var latitude = 0.0
    /// The longitude in degrees, -180 to 180.
    public var longitude = 0.0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.number("latitude", &latitude)
        pass.number("longitude", &longitude)
    }

    /// Checks the coordinates.
    public func check(_ check: inout ContentCheck) {
        check.coordinates(latitude: latitude, longitude: longitude)
    }

    /// The coordinates.
    public var digest: String { "[position \(latitude), \(longitude)]" }
}
