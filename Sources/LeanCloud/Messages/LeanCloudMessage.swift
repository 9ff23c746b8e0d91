import WireFormat

/// A chat message in a command, and what the command says of it.
public struct LeanCloudMessage: Hashable, Sendable {
    /// In which command it stands.
    public enum Place: Hashable, Sendable {
        /// `direct`: it is being sent or delivered.
        case direct
        /// `unread`: the last message of a conversation.
        case unread
        /// `logs`: one of the past.
        case log
        /// `patch`: it was edited or recalled.
        case patch
    }

    /// In which command it stands.
    public var place: Place
    /// Protobuf forms: the node of the message that holds it in ``LeanCloudLayout/tape``; 0 in the JSON form.
    public var node = 0
    /// The content as text; `nil` where there is none, or ``binary``.
    public var text: LeanCloudText?
    /// The content as bytes, which come before ``text``.
    public var binary: LeanCloudText?
    /// The conversation; in the rooms of old, the room.
    public var conversation: LeanCloudText?
    /// 1 normal, 2 transient, 3 system, 4 temporary; `nil` where it is not said.
    public var conversationType: Int32?
    /// Who sent it; `nil` on the way up.
    public var sender: LeanCloudText?
    /// The message's id, which the server gives it.
    public var id: LeanCloudText?
    /// When it was sent, milliseconds since 1970.
    public var timestamp: Int64?
    /// When it was edited, milliseconds since 1970.
    public var patchTimestamp: Int64?
    /// Whether it is not stored, and not answered.
    public var isTransient = false
    /// Whether all members are mentioned.
    public var mentionsAll = false
    /// Whether it is taken back.
    public var isRecalled = false

    init(_ place: Place) { self.place = place }

    /// The name of the conversation's kind: `normal`, `transient`, `system` or `temporary`; `nil` while it is not known.
    ///
    /// - Parameter payload: the bytes of ``LeanCloudLayout/payload(_:)``. The ids of temporary conversations begin with
    ///   `_tmp:`.
    public func conversationKind(in payload: Span<UInt8>) -> StaticString? {
        switch conversationType {
        case 1: return "normal"
        case 2: return "transient"
        case 3: return "system"
        case 4: return "temporary"
        default: break
        }
        guard let range = conversation?.range, range.count >= 5,
            payload.extracting(range.lowerBound..<range.lowerBound + 5).equals("_tmp:")
        else { return nil }
        return "temporary"
    }
}
