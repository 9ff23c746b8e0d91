/// That somebody begins to share the own position: `RC:RLStart`.
public struct RealTimeLocationStartMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLStart"

    /// Words for the conversation.
    public var content: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The words, else what happened.
    public var digest: String { content?.nonEmpty ?? "[location sharing started]" }
}

/// That nobody shares a position any more: `RC:RLEnd`.
///
/// Android sends it without bytes.
public struct RealTimeLocationEndMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLEnd"

    /// Words for the conversation.
    public var content: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The words, else what happened.
    public var digest: String { content?.nonEmpty ?? "[location sharing ended]" }
}

/// That somebody joins in sharing positions: `RC:RLJoin`.
///
/// Android sends it without bytes.
public struct RealTimeLocationJoinMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLJoin"

    /// Words for the conversation.
    public var content: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The words, else what happened.
    public var digest: String { content?.nonEmpty ?? "[location sharing joined]" }
}

/// That somebody shares no position any more: `RC:RLQuit`.
///
/// Android sends it without bytes.
public struct RealTimeLocationQuitMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RLQuit"

    /// Words for the conversation.
    public var content: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The words, else what happened.
    public var digest: String { content?.nonEmpty ?? "[location sharing left]" }
}

/// Where somebody is who shares the position: `RC:RL`.
public struct RealTimeLocationStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RL"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// Degrees, -90 to 90.
    public var latitude = 0.0
    /// Degrees, -180 to 180.
    public var longitude = 0.0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.number("latitude", &latitude)
        pass.number("longitude", &longitude)
    }

    /// Judges the coordinates.
    public func check(_ check: inout ContentCheck) {
        check.coordinates(latitude: latitude, longitude: longitude)
    }

    /// The coordinates.
    public var digest: String { "[position \(latitude), \(longitude)]" }
}
