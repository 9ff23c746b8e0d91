/// One event in a worker's output: its position in the capture, its bytes, and the numbers that the sequencer inserts.
struct OutputEntry: Sendable, BitwiseCopyable {
    /// The position among all flow events of the capture.
    var order: Int
    /// The start of its bytes in the worker's output.
    var start: Int
    /// The end of its bytes; equal to `start` for an event that did not pass.
    var end: Int
    /// The slot that keeps the event's number, or `-1`.
    var requestSlot: Int32
    /// The slot of the request whose number is inserted at ``replyPosition``, or `-1`.
    var replySlot: Int32
    /// The offset in the event's bytes at which the request's number is inserted.
    var replyPosition: Int32
    /// Whether the event passed the filter.
    var passed: Bool
    /// Whether the event passed and has a diagnostic of severity error.
    var hasError: Bool
    /// Whether a part of the event is in the file; a ``SpilledPart`` says where.
    var isSpilled = false
}

/// A part of an event's output that is not in memory.
struct SpilledPart: Sendable {
    /// The offset in the worker's output at which the part belongs.
    var place: Int
    /// The range of the part in the file.
    var range: Range<Int>
}
