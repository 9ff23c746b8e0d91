/// A change to a chatroom's key-value pairs: `RC:chrmKVNotiMsg`, spelt with a small c.
public struct ChatroomKVNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:chrmKVNotiMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The change: 1 set, 2 removed.
    public var type: Int64 = 0
    /// The key: letters, digits and + = - _, at most 128; a Go server SDK writes it under `string`.
    public var key = ""
    /// The value, at most 4096 characters.
    public var value: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
        pass.text("key", &key, or: [.read("string", .goServer)])
        pass.text("value", &value)
    }

    /// Checks type, key and value.
    public func check(_ check: inout ContentCheck) {
        check.expect(type, at: "type", in: 1...2)
        if key.count > 128 { check.report(.limit, at: "key", "the key is longer than 128 characters") }
        if !key.isExpansionKey {
            check.report(.limit, at: "key", "the key has other characters than letters, digits, + - = _")
        }
        if (value?.count ?? 0) > 4096 { check.report(.limit, at: "value", "the value is longer than 4096 characters") }
    }

    /// The key and the value.
    public var digest: String { "[\(key) = \(value ?? "")]" }
}

/// A member who joined or left: a part of `RC:ChrmMemChange`.
public struct ChatroomMember: MessagePart {
    /// The id of the user.
    public var userId = ""
    /// The change: 0 left, 1 joined.
    public var status: Int64 = 0

    /// Makes an empty part.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.integer("status", &status)
    }
}

/// The members who joined or left a chatroom: `RC:ChrmMemChange`.
public struct ChatRoomMemberActionMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmMemChange"

    /// The members; in `RC:ChrmBlockMsg` the same key has ids only.
    public var userList: [ChatroomMember] = []
    /// The number of members now.
    public var memberCount: Int64?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("userList", &userList)
        pass.integer("memberCount", &memberCount)
    }

    /// The number of members who joined or left.
    public var digest: String { "[\(userList.count) joined or left]" }
}

/// A notice that another device joined or left a chatroom: `RC:ChrmSyncMsg`.
public struct ChatRoomSyncMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmSyncMsg"

    /// The id of the chatroom.
    public var chatroomId = ""
    /// The change: 0 left, 1 joined.
    public var status: Int64 = 0
    /// The reason for leaving.
    public var reason: Int64?
    /// The time of the event, in milliseconds since 1970.
    public var time: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("chatroomId", &chatroomId)
        pass.integer("status", &status)
        pass.integer("reason", &reason)
        pass.integer("time", &time)
    }

    /// Checks the status.
    public func check(_ check: inout ContentCheck) {
        check.expect(status, at: "status", in: 0...1)
    }

    /// The change and the id of the chatroom.
    public var digest: String { "[\(status == 0 ? "left" : "joined") \(chatroomId)]" }
}

/// A notice that members were blocked or unblocked: `RC:ChrmBlockMsg`.
public struct ChatRoomMemberBlockMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmBlockMsg"

    /// The id of the chatroom.
    public var chatroomId = ""
    /// The change: 0 unblocked, 1 blocked.
    public var operateType: Int64 = 0
    /// The time of the event, in milliseconds since 1970.
    public var operateTime: Int64 = 0
    /// The duration of the measure, in milliseconds.
    public var durationTime: Int64?
    /// The ids of the members.
    public var userList: [String] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("chatroomId", &chatroomId)
        pass.integer("operateType", &operateType)
        pass.integer("operateTime", &operateTime)
        pass.integer("durationTime", &durationTime)
        pass.texts("userList", &userList)
    }

    /// Checks the operation.
    public func check(_ check: inout ContentCheck) {
        check.expect(operateType, at: "operateType", in: 0...1)
    }

    /// The change and the ids of the members.
    public var digest: String { "[\(operateType == 0 ? "unblocked" : "blocked") \(userList.joined(separator: ", "))]" }
}

/// A notice that members were muted or unmuted: `RC:ChrmBanMsg`.
///
/// The meanings of the values from 2 on are inferred.
public struct ChatRoomMemberBanMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmBanMsg"

    /// The id of the chatroom.
    public var chatroomId = ""
    /// The change: 0 unmuted, 1 muted; 2, 3 all; 4, 5 exceptions removed, made; 6, 7 everywhere.
    public var operateType: Int64 = 0
    /// The time of the event, in milliseconds since 1970.
    public var operateTime: Int64 = 0
    /// The duration of the measure, in milliseconds.
    public var durationTime: Int64?
    /// The ids of the members.
    public var userList: [String]?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("chatroomId", &chatroomId)
        pass.integer("operateType", &operateType)
        pass.integer("operateTime", &operateTime)
        pass.integer("durationTime", &durationTime)
        pass.texts("userList", &userList)
    }

    /// Checks the operation.
    public func check(_ check: inout ContentCheck) {
        check.expect(operateType, at: "operateType", in: 0...7)
    }

    /// The number of the change.
    public var digest: String { "[mute change \(operateType)]" }
}
