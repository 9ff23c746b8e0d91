/// A change to a chatroom's key-value pairs: `RC:chrmKVNotiMsg`, spelt with a small c.
public struct ChatroomKVNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:chrmKVNotiMsg"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// 1 set, 2 removed.
    public var type: Int64 = 0
    /// The key: letters, digits and + = - _, at most 128; a Go server SDK writes it under `string`.
    public var key = ""
    /// The value, at most 4096 characters.
    public var value: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
        pass.text("key", &key, or: [.read("string", .goServer)])
        pass.text("value", &value)
    }

    /// Judges type, key and value.
    public func check(_ check: inout ContentCheck) {
        check.expect(type, at: "type", in: 1...2)
        if key.count > 128 { check.report(.limit, at: "key", "the key is longer than 128 characters") }
        if !key.isExpansionKey {
            check.report(.limit, at: "key", "the key has other characters than letters, digits, + - = _")
        }
        if (value?.count ?? 0) > 4096 { check.report(.limit, at: "value", "the value is longer than 4096 characters") }
    }

    /// Key and value.
    public var digest: String { "[\(key) = \(value ?? "")]" }
}

/// A member that joined or left: a part of `RC:ChrmMemChange`.
public struct ChatroomMember: MessagePart {
    /// Who.
    public var userId = ""
    /// 0 left, 1 joined.
    public var status: Int64 = 0

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.integer("status", &status)
    }
}

/// Who joined or left a chatroom: `RC:ChrmMemChange`.
public struct ChatRoomMemberActionMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmMemChange"

    /// Who; in `RC:ChrmBlockMsg` the same key has ids only.
    public var userList: [ChatroomMember] = []
    /// How many there are now.
    public var memberCount: Int64?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("userList", &userList)
        pass.integer("memberCount", &memberCount)
    }

    /// How many.
    public var digest: String { "[\(userList.count) joined or left]" }
}

/// That another device joined or left a chatroom: `RC:ChrmSyncMsg`.
public struct ChatRoomSyncMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmSyncMsg"

    /// The chatroom.
    public var chatroomId = ""
    /// 0 left, 1 joined.
    public var status: Int64 = 0
    /// Why it left.
    public var reason: Int64?
    /// When, in milliseconds since 1970.
    public var time: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("chatroomId", &chatroomId)
        pass.integer("status", &status)
        pass.integer("reason", &reason)
        pass.integer("time", &time)
    }

    /// Judges the status.
    public func check(_ check: inout ContentCheck) {
        check.expect(status, at: "status", in: 0...1)
    }

    /// What happened.
    public var digest: String { "[\(status == 0 ? "left" : "joined") \(chatroomId)]" }
}

/// That members were blocked or let in again: `RC:ChrmBlockMsg`.
public struct ChatRoomMemberBlockMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmBlockMsg"

    /// The chatroom.
    public var chatroomId = ""
    /// 0 let in again, 1 blocked.
    public var operateType: Int64 = 0
    /// When, in milliseconds since 1970.
    public var operateTime: Int64 = 0
    /// For how long, in milliseconds.
    public var durationTime: Int64?
    /// Their ids.
    public var userList: [String] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("chatroomId", &chatroomId)
        pass.integer("operateType", &operateType)
        pass.integer("operateTime", &operateTime)
        pass.integer("durationTime", &durationTime)
        pass.texts("userList", &userList)
    }

    /// Judges the operation.
    public func check(_ check: inout ContentCheck) {
        check.expect(operateType, at: "operateType", in: 0...1)
    }

    /// What happened.
    public var digest: String { "[\(operateType == 0 ? "unblocked" : "blocked") \(userList.joined(separator: ", "))]" }
}

/// That members were muted or may speak again: `RC:ChrmBanMsg`.
///
/// Values from 2 on are inferred.
public struct ChatRoomMemberBanMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ChrmBanMsg"

    /// The chatroom.
    public var chatroomId = ""
    /// 0 may speak, 1 muted; 2, 3 all; 4, 5 exceptions removed, made; 6, 7 everywhere.
    public var operateType: Int64 = 0
    /// When, in milliseconds since 1970.
    public var operateTime: Int64 = 0
    /// For how long, in milliseconds.
    public var durationTime: Int64?
    /// Their ids.
    public var userList: [String]?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("chatroomId", &chatroomId)
        pass.integer("operateType", &operateType)
        pass.integer("operateTime", &operateTime)
        pass.integer("durationTime", &durationTime)
        pass.texts("userList", &userList)
    }

    /// Judges the operation.
    public func check(_ check: inout ContentCheck) {
        check.expect(operateType, at: "operateType", in: 0...7)
    }

    /// What happened.
    public var digest: String { "[mute change \(operateType)]" }
}
