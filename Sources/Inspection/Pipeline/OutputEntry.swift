/// One event in a worker's output: its place in the order of the capture, its bytes, and what the sequencer must do.
struct OutputEntry: Sendable, BitwiseCopyable {
    /// Position among all the capture's flow events.
    var order: Int
    /// Where its bytes begin in the worker's output.
    var start: Int
    /// Where they end; the same as `start` for an event that did not pass.
    var end: Int
    /// Slot that keeps the event's number, or `-1`.
    var requestSlot: Int32
    /// Slot of the request whose number goes in at ``replyPosition``, or `-1`.
    var replySlot: Int32
    /// Offset in the event's bytes.
    var replyPosition: Int32
    /// Whether the filter let it pass.
    var passed: Bool
    /// Whether it has a diagnostic of severity error, and passed.
    var hasError: Bool
    /// Whether a part of it is in the file, where ``SpilledPart`` says.
    var isSpilled = false
}

/// A part of an event's output that is not in memory.
struct SpilledPart: Sendable {
    /// Offset in the worker's output before which it belongs.
    var place: Int
    /// Where it is in the file.
    var range: Range<Int>
}
