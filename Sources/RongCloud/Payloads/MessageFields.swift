/// The numbers of the fields of UpStreamMessage, by their names in `rongcloud.proto`.
package enum UpStreamField {
    /// The message's handling, despite its name; see ``ChatMessage/Handling``.
    @inlinable package static var sessionId: UInt32 { 1 }
    @inlinable package static var classname: UInt32 { 2 }
    @inlinable package static var content: UInt32 { 3 }
}

/// The numbers of the fields of DownStreamMessage, by their names in `rongcloud.proto`.
package enum DownStreamField {
    /// The author, or with ``direction`` 1 the conversation's other user.
    @inlinable package static var fromUserId: UInt32 { 1 }
    @inlinable package static var type: UInt32 { 2 }
    @inlinable package static var groupId: UInt32 { 3 }
    @inlinable package static var classname: UInt32 { 4 }
    @inlinable package static var content: UInt32 { 5 }
    @inlinable package static var dataTime: UInt32 { 6 }
    /// The message's handling; see ``ChatMessage/Handling``.
    @inlinable package static var status: UInt32 { 7 }
    @inlinable package static var msgId: UInt32 { 9 }
    /// 1 if the logged-in user wrote the message.
    @inlinable package static var direction: UInt32 { 10 }
}

extension ConversationType {
    /// Whether `groupId` of a DownStreamMessage has the conversation's id; in other types the other user's id is it.
    package var hasGroupId: Bool {
        switch self {
        case .discussion, .group, .chatroom, .ultraGroup, .rtcRoom: true
        default: false
        }
    }
}
