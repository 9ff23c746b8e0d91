public import Capture

/// What came of a capture, whatever was made of its events.
public struct CaptureOutcome: Sendable {
    /// Figures about it.
    public var summary: DecodingSummary
    /// What its packets were.
    public var counts: PacketCounts
    /// What the file says besides packets.
    public var notes: CaptureNotes
    /// Where it is damaged.
    public var damage: CaptureDamage?
    /// Why each connection was taken for what it is, when asked for.
    public var explanations: NoteList
    /// What a user should know of connections that could not be followed.
    public var notices: NoteList
}
