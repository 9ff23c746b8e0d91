public import Capture

/// The result of reading a capture; it does not depend on what was done with the events.
public struct CaptureOutcome: Sendable {
    /// Totals over the capture.
    public var summary: DecodingSummary
    /// Packet counts by kind.
    public var counts: PacketCounts
    /// Information in the file besides packets.
    public var notes: CaptureNotes
    /// The place where the capture is damaged, if it is.
    public var damage: CaptureDamage?
    /// The reason for each connection's classification, if asked for.
    public var explanations: NoteList
    /// Notices about connections that could not be followed.
    public var notices: NoteList
    /// The rules of `CaptureOptions.decodeAs` that match a connection; of several that match one, the first decides.
    public var matchedRules: Set<DecodeAs> = []
}
