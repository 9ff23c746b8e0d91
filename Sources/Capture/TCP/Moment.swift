/// When something came, on the clocks that waiting is measured by, in nanoseconds.
struct Moment: Hashable, Sendable, BitwiseCopyable {
    /// The connection's activity: what passed between its packets, of long pauses only a part.
    ///
    /// During a pause nothing comes, and so nothing can be missed; and a few packets that were captured out of order may
    /// have a pause between them.
    var activity: Int64 = 0
    /// The time that was spent waiting for input; 0 for files, which never let wait.
    ///
    /// What comes of a file so depends on its packets alone. Time in which this program was busy, or its output stood still,
    /// does not count, since there may be input by then.
    var waiting: Int64 = 0
}
