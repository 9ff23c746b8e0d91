package import WireProtobuf

/// The numbers of the fields of UpStreamMessage, by their names in `rongcloud.proto`.
package enum UpStreamField {
    /// The message's handling, despite its name; see ``ChatMessage/Handling``.
    package static let sessionId: UInt32 = 1
    package static let classname: UInt32 = 2
    package static let content: UInt32 = 3
}

/// The numbers of the fields of DownStreamMessage, by their names in `rongcloud.proto`.
package enum DownStreamField {
    /// The author, or with ``direction`` 1 the conversation's other user.
    package static let fromUserId: UInt32 = 1
    package static let type: UInt32 = 2
    package static let groupId: UInt32 = 3
    package static let classname: UInt32 = 4
    package static let content: UInt32 = 5
    package static let dataTime: UInt32 = 6
    /// The message's handling; see ``ChatMessage/Handling``.
    package static let status: UInt32 = 7
    package static let msgId: UInt32 = 9
    /// 1 if the logged-in user wrote the message.
    package static let direction: UInt32 = 10
}

/// The places of a chat message's texts in a payload, and its numbers; the last value of a field counts.
package struct MessageFields: Sendable {
    package private(set) var objectName: Range<Int>?
    package private(set) var content: Range<Int>?
    /// The kind of the conversation; not in a client's message.
    package private(set) var conversationType: ConversationType?
    /// The author, or the conversation's other user if the logged-in user wrote the message.
    package private(set) var fromUserId: Range<Int>?
    package private(set) var messageUId: Range<Int>?
    /// The server's clock in Unix milliseconds.
    package private(set) var sentTime: Int64?
    package private(set) var handling: ChatMessage.Handling?
    /// Whether the logged-in user wrote the message.
    package private(set) var isSent = false
    private var groupId: Range<Int>?

    /// Makes the fields of a message that has none.
    package init() {}

    /// Reads an UpStreamMessage.
    ///
    /// - Parameters:
    ///   - node: the message's node on the tape.
    ///   - tape: the payload.
    ///   - bytes: the bytes that the tape was made of.
    package init(upStream node: Int, _ tape: borrowing ProtobufTape, _ bytes: Span<UInt8>) {
        isSent = true
        Self.forEachField(of: node, tape) { field in
            switch field.number {
            case UpStreamField.sessionId: handling = ChatMessage.Handling(sessionId: field.bits(in: bytes))
            case UpStreamField.classname: objectName = field.valueRange
            case UpStreamField.content: content = field.valueRange
            default: break
            }
        }
    }

    /// Reads a DownStreamMessage.
    ///
    /// - Parameters:
    ///   - node: the message's node on the tape.
    ///   - tape: the payload.
    ///   - bytes: the bytes that the tape was made of.
    package init(downStream node: Int, _ tape: borrowing ProtobufTape, _ bytes: Span<UInt8>) {
        Self.forEachField(of: node, tape) { field in
            switch field.number {
            case DownStreamField.fromUserId: fromUserId = field.valueRange
            case DownStreamField.type:
                conversationType = ConversationType(rawValue: Int32(truncatingIfNeeded: field.bits(in: bytes)))
            case DownStreamField.groupId: groupId = field.valueRange
            case DownStreamField.classname: objectName = field.valueRange
            case DownStreamField.content: content = field.valueRange
            case DownStreamField.dataTime: sentTime = Int64(bitPattern: field.bits(in: bytes))
            case DownStreamField.status: handling = ChatMessage.Handling(status: field.bits(in: bytes))
            case DownStreamField.msgId: messageUId = field.valueRange
            case DownStreamField.direction: isSent = field.bits(in: bytes) == 1
            default: break
            }
        }
    }

    /// Calls `body` with each field of a message that the schema knows, in the order of the bytes.
    @inline(__always)
    private static func forEachField(of node: Int, _ tape: borrowing ProtobufTape, _ body: (ProtobufNode) -> Void) {
        let nodes = tape.nodes
        let end = Int(nodes[node].next)
        var index = node + 1
        while index < end {
            let field = nodes[index]
            if field.field.isKnown { body(field) }
            index = Int(field.next)
        }
    }

    /// The conversation's id in a delivered message: the group, or in other types the other user.
    package var target: Range<Int>? {
        guard let groupId, !groupId.isEmpty, let conversationType else { return fromUserId }
        switch conversationType {
        case .discussion, .group, .chatroom, .ultraGroup, .rtcRoom: return groupId
        default: return fromUserId
        }
    }
}
