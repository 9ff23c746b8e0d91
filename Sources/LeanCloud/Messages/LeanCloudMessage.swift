import WireFormat
import WireJSON
import WireProtobuf

/// A chat message in a command, with the command's data about it.
public struct LeanCloudMessage: Hashable, Sendable {
    /// The kind of command that contains a message.
    public enum Place: Hashable, Sendable {
        /// `direct`: the message is being sent or delivered.
        case direct
        /// `unread`: the last message of a conversation.
        case unread
        /// `logs`: a past message.
        case log
        /// `patch`: the message was edited or recalled.
        case patch
    }

    /// The kind of command that contains the message.
    public var place: Place
    /// The content; `nil` if there is none, or only base64 that cannot be decoded.
    public var content: LeanCloudContent?
    /// The conversation's id; in legacy rooms, the room's.
    public var conversation: String?
    /// The kind of conversation: `normal`, `transient`, `system` or `temporary`; `nil` if it is not known.
    public var conversationKind: String?
    /// The sender's id; `nil` in messages from the client.
    public var sender: String?
    /// The message's id, assigned by the server.
    public var id: String?
    /// The time of sending, in milliseconds since 1970.
    public var timestamp: Int64?
    /// The time of the edit, in milliseconds since 1970.
    public var patchTimestamp: Int64?
    /// Whether the message is neither stored nor answered.
    public var isTransient: Bool
    /// Whether all members are mentioned.
    public var mentionsAll: Bool
    /// Whether the message is recalled.
    public var isRecalled: Bool

    /// Copies a message that ``LeanCloudLayout/findMessages(in:atMost:)`` has found.
    ///
    /// - Parameters:
    ///   - message: the positions of the message.
    ///   - layout: the layout that found it.
    ///   - unit: the bytes that `layout` has read.
    public init(_ message: LeanCloudMessageLayout, _ layout: LeanCloudLayout, _ unit: Span<UInt8>) {
        place = message.place
        if let binary = message.binary {
            content = layout.copy(binary, of: unit).map { .binary($0) }
        } else {
            content = message.text.flatMap { layout.copy($0, of: unit) }.map { LeanCloudContent(text: $0) }
        }
        conversation = message.conversation.map { layout.string($0, of: unit) }
        conversationKind = message.conversationKind(in: layout.payload(unit)).map { "\($0)" }
        sender = message.sender.map { layout.string($0, of: unit) }
        id = message.id.map { layout.string($0, of: unit) }
        timestamp = message.timestamp
        patchTimestamp = message.patchTimestamp
        isTransient = message.isTransient
        mentionsAll = message.mentionsAll
        isRecalled = message.isRecalled
    }
}

extension LeanCloudFrame {
    /// Returns the chat messages in the command, in the order of the bytes.
    ///
    /// They are in the commands `direct`, `unread`, `logs` and `patch`. Each call reads the command anew.
    /// - Parameter most: the number of messages to return, at most: the first ones.
    public func messages(atMost most: Int = .max) -> [LeanCloudMessage] {
        switch content {
        case .command(let command): messages(in: command.encoded().span, .protobuf, most)
        case .json(let document): messages(in: document.bytes.span, .json, most)
        case .opaque: []
        }
    }

    private func messages(in bytes: Span<UInt8>, _ form: LeanCloudForm, _ most: Int) -> [LeanCloudMessage] {
        var layout = LeanCloudLayout()
        do throws(WireError) {
            try layout.read(bytes, form: form, generation: generation, limits: .none)
        } catch {
            return []  // Does not happen: these bytes were read when the frame was made.
        }
        layout.findMessages(in: bytes, atMost: most)
        return layout.messages.map { LeanCloudMessage($0, layout, bytes) }
    }
}
