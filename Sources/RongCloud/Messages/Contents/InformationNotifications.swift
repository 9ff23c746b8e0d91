/// A grey line of text in the conversation: `RC:InfoNtf`.
public struct InformationNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:InfoNtf"

    /// The text; the .NET server SDK writes it, and also `extra`, under `content`.
    public var message = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
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
    /// The constants of the SDKs; the web names them ContactOperationRequest and so on, with the same values.
    public static let operations = ["Request", "AcceptResponse", "RejectResponse"]

    /// The operation: `Request`, `AcceptResponse`, `RejectResponse`, or an app's own.
    public var operation = ""
    /// The id of the user who asks or answers.
    public var sourceUserId = ""
    /// The id of the user who is asked or answered.
    public var targetUserId = ""
    /// The text of the request or answer.
    public var message = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
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

    /// The text, otherwise the operation.
    public var digest: String { message.isEmpty ? "[\(operation)]" : message }
}

/// A change in a user's profile: `RC:ProfileNtf`.
public struct ProfileNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ProfileNtf"

    /// The change; the app's own word, such as `Update`.
    public var operation = ""
    /// The data of the change, usually JSON text.
    public var data = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("operation", &operation)
        pass.jsonText("data", &data)
    }

    /// Checks that `data` is JSON text.
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

    /// The name of the command; a Go server SDK writes it under `operation`.
    public var name = ""
    /// The data of the command, usually JSON text.
    public var data: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name, or: [.read("operation", .goServer)])
        pass.jsonText("data", &data)
    }

    /// Checks that `data` is JSON text.
    public func check(_ check: inout ContentCheck) {
        check.jsonText(data)
    }

    /// The name of the command.
    public var digest: String { "[command \(name)]" }
}
