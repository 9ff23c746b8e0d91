package import Capture

/// What came of a capture, whatever was made of its events.
package struct CaptureOutcome: Sendable {
    /// Figures about it.
    package var summary: DecodingSummary
    /// What its packets were.
    package var counts: PacketCounts
    /// What the file says besides packets.
    package var notes: CaptureNotes
    /// Where it is damaged.
    package var damage: CaptureDamage?
    /// Why each connection was taken for what it is, when asked for.
    package var explanations: NoteList
    /// What a user should know of connections that could not be followed.
    package var notices: NoteList
}
