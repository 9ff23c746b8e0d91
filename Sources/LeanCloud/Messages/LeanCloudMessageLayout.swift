import WireFormat

/// The positions of a chat message's parts in a command, and its numbers: the result of finding it, without a copy.
public struct LeanCloudMessageLayout: Hashable, Sendable {
    /// The kind of command that contains the message.
    public var place: LeanCloudMessage.Place
    /// The node in ``LeanCloudLayout/tape`` of the protobuf message that holds it; 0 in the JSON form.
    public var node = 0
    /// The content as text; `nil` if there is none, or there is ``binary``.
    public var text: LeanCloudText?
    /// The content as bytes, which take precedence over ``text``.
    public var binary: LeanCloudText?
    /// The conversation; in legacy rooms, the room.
    public var conversation: LeanCloudText?
    /// 1 normal, 2 transient, 3 system, 4 temporary; `nil` if not stated.
    public var conversationType: Int32?
    /// The sender; `nil` in messages from the client.
    public var sender: LeanCloudText?
    /// The message's id, assigned by the server.
    public var id: LeanCloudText?
    /// The time of sending, in milliseconds since 1970.
    public var timestamp: Int64?
    /// The time of the edit, in milliseconds since 1970.
    public var patchTimestamp: Int64?
    /// Whether the message is neither stored nor answered.
    public var isTransient = false
    /// Whether all members are mentioned.
    public var mentionsAll = false
    /// Whether the message is recalled.
    public var isRecalled = false

    init(_ place: LeanCloudMessage.Place) { self.place = place }

    /// Returns the kind of conversation: `normal`, `transient`, `system` or `temporary`; `nil` while unknown.
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
