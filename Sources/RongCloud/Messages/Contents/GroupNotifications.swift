/// A change in a group: `RC:GrpNtf`.
public struct GroupNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:GrpNtf"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]
    /// The constants of the SDKs and their documentation.
    public static let operations = ["Create", "Add", "Quit", "Kicked", "Rename", "Bulletin", "Dismiss"]

    /// The id of the user who made the change; empty for the system.
    public var operatorUserId: String?
    /// The change: one of ``operations``, or an app's own word.
    public var operation = ""
    /// The users or names that the change concerns: JSON text, or a plain name.
    public var data: String?
    /// The text to show in the conversation.
    public var message: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("operatorUserId", &operatorUserId)
        pass.text("operation", &operation)
        pass.jsonText("data", &data)
        pass.text("message", &message)
    }

    /// Compares the operation with the constants.
    public func check(_ check: inout ContentCheck) {
        check.expectOperation(operation, in: Self.operations)
    }

    /// The text, otherwise the operation.
    public var digest: String { message?.nonEmpty ?? "[\(operation)]" }
}

/// A change in a discussion group: `RC:DizNtf`, deprecated with the groups.
public struct DiscussionNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:DizNtf"

    /// The change: 1 joined, 2 left, 3 renamed, 4 removed, 5 invitations switched.
    public var type: Int64 = 0
    /// The user ids with commas, the new name or the new setting.
    public var `extension`: String?
    /// The id of the user who made the change; Android omits it, the web and Go servers write it under `operation`.
    public var operatorId: String?
    /// A mark of the web SDK.
    public var isHasReceived: Bool?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
        pass.text("extension", &`extension`)
        pass.text("operator", &operatorId, or: [.written("operation", .web)])
        pass.flag("isHasReceived", &isHasReceived, of: .web)
    }

    /// Checks the type, and that `operator` is there.
    public func check(_ check: inout ContentCheck) {
        check.expect(type, at: "type", in: 1...5)
        if operatorId == nil {
            check.report(.platformValue, at: "operator", "operator is missing, as Android writes it", .android)
        }
    }

    /// The number of the change.
    public var digest: String { "[discussion change \(type)]" }
}
