/// A time on the two clocks that measure waiting, in nanoseconds.
struct Moment: Hashable, Sendable, BitwiseCopyable {
    /// The connection's activity: the time between its packets, of which long pauses count only in part.
    ///
    /// During a pause no packets arrive, so none can be missing; and a few packets captured out of order may have a
    /// pause between them.
    var activity: Int64 = 0
    /// The time spent waiting for input; 0 for files, for which the program never waits.
    ///
    /// So the result for a file depends on its packets alone. Time in which this program was busy, or its output was
    /// blocked, does not count, since input may have arrived meanwhile.
    var waiting: Int64 = 0
}
