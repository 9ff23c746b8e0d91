/// A change in a group: `RC:GrpNtf`.
public struct GroupNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:GrpNtf"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]
    /// The constants of the SDKs and their documentation.
    public static let operations = ["Create", "Add", "Quit", "Kicked", "Rename", "Bulletin", "Dismiss"]

    /// Who did it; empty for the system.
    public var operatorUserId: String?
    /// What happened: one of ``operations``, or an app's own word.
    public var operation = ""
    /// Whom or what it concerns: JSON text, or a plain name.
    public var data: String?
    /// Words for the conversation.
    public var message: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// The words, else the operation.
    public var digest: String { message?.nonEmpty ?? "[\(operation)]" }
}

/// A change in a discussion group: `RC:DizNtf`, deprecated with the groups.
public struct DiscussionNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:DizNtf"

    /// 1 joined, 2 left, 3 renamed, 4 removed, 5 invitations switched.
    public var type: Int64 = 0
    /// User ids with commas, the new name or the new setting.
    public var `extension`: String?
    /// Who did it; Android leaves it out, the web and Go servers write it under `operation`.
    public var operatorId: String?
    /// The web's own mark.
    public var isHasReceived: Bool?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
        pass.text("extension", &`extension`)
        pass.text("operator", &operatorId, or: [.written("operation", .web)])
        pass.flag("isHasReceived", &isHasReceived, of: .web)
    }

    /// Judges the type and asks for who did it.
    public func check(_ check: inout ContentCheck) {
        check.expect(type, at: "type", in: 1...5)
        if operatorId == nil {
            check.report(.platformValue, at: "operator", "operator is missing, as Android writes it", .android)
        }
    }

    /// What happened.
    public var digest: String { "[discussion change \(type)]" }
}
