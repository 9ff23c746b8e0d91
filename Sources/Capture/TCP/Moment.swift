/// When something came, on the clocks that waiting is measured by, in nanoseconds.
struct Moment: Hashable, Sendable, BitwiseCopyable {
    /// The connection's activity: what passed between its packets, of long pauses only a part.
    ///
    /// During a pause nothing comes, and so nothing can be missed; and a few packets that were captured out of order may
    /// have a pause between them.
    var activity: Int64 = 0
    /// The capture's own time: that of the connection's newest packet.
    var capture: Int64 = 0
    /// The time that was spent waiting for input; 0 for files, which never let wait.
    var waiting: Int64 = 0

    /// Whether so many nanoseconds of capture time have passed since an earlier moment, or so many of waiting.
    func isPast(_ earlier: Moment, capture captured: Int64, waiting waited: Int64) -> Bool {
        // Times of packets lie between 0 and the largest number, so that their difference can be held.
        capture &- earlier.capture >= captured || waiting &- earlier.waiting >= waited
    }
}
