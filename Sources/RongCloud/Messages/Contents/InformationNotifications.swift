/// A grey line of text in the conversation: `RC:InfoNtf`.
public struct InformationNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:InfoNtf"

    /// The text; the .NET server SDK writes it, and `extra` too, under `content`.
    public var message = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("message", &message, or: [.read("content", .dotNetServer)])
    }

    /// The text.
    public var digest: String { message }
}

/// A request for friendship or the answer to one: `RC:ContactNtf`.
public struct ContactNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ContactNtf"
    /// The constants of the SDKs; the web calls them ContactOperationRequest and so on, their values are the same.
    public static let operations = ["Request", "AcceptResponse", "RejectResponse"]

    /// What is asked or answered: `Request`, `AcceptResponse`, `RejectResponse`, or an app's own.
    public var operation = ""
    /// Who asks or answers.
    public var sourceUserId = ""
    /// Who is asked or answered.
    public var targetUserId = ""
    /// Words that go with it.
    public var message = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("operation", &operation)
        pass.text("sourceUserId", &sourceUserId)
        pass.text("targetUserId", &targetUserId)
        pass.text("message", &message)
    }

    /// Compares the operation with the constants.
    public func check(_ check: inout ContentCheck) {
        check.expectOperation(operation, in: Self.operations)
    }

    /// The words, else the operation.
    public var digest: String { message.isEmpty ? "[\(operation)]" : message }
}

/// A change in a user's profile: `RC:ProfileNtf`.
public struct ProfileNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ProfileNtf"

    /// What has changed; the app's own word, such as `Update`.
    public var operation = ""
    /// The change, usually JSON text.
    public var data = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("operation", &operation)
        pass.jsonText("data", &data)
    }

    /// Judges the text of `data`.
    public func check(_ check: inout ContentCheck) {
        check.jsonText(data)
    }

    /// The operation.
    public var digest: String { "[\(operation)]" }
}

/// A command that is stored but not counted: `RC:CmdNtf`.
public struct CommandNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CmdNtf"

    /// The command; a Go server SDK writes it under `operation`.
    public var name = ""
    /// What it needs, usually JSON text.
    public var data: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name, or: [.read("operation", .goServer)])
        pass.jsonText("data", &data)
    }

    /// Judges the text of `data`.
    public func check(_ check: inout ContentCheck) {
        check.jsonText(data)
    }

    /// The command.
    public var digest: String { "[command \(name)]" }
}
