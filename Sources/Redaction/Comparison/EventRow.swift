import WireFormat

/// An event as `diff` keeps it.
struct EventRow: BitwiseCopyable, Sendable {
    /// The event's number.
    let number: UInt32
    /// For an answer, the number of the request's event; otherwise 0.
    let request: UInt32
    /// The numbers of its ``EventKind`` and of its list of fields in ``ComparisonTables``.
    let kind: Int32
    let fields: Int32
}

/// What many events have in common; texts are numbers of ``ComparisonTables``.
struct EventKind: Hashable, Sendable {
    /// The end that sent the event.
    var sender: FrameSender
    /// The type of its frame.
    var type: Int32
    /// Type, topic and object names; equal for events that mean the same.
    var meaning: Int32
    /// The meaning without topics, which depend on the kind of conversation.
    var action: Int32
    /// The kinds of the conversations of its messages; -1 without messages.
    var conversations: Int32
}
