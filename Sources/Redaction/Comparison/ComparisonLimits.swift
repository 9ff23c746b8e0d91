/// The limits of a comparison's memory, for each capture.
package struct ComparisonLimits: Hashable, Sendable {
    /// The number of events that are compared of one capture.
    ///
    /// An event takes 16 bytes, and up to some 100 while it is aligned and if it differs.
    package var events = 1 << 23
    /// The bytes of the connections, and of the different meanings, values and lists of fields of the events.
    package var tableBytes = 128 << 20

    /// Creates the default limits.
    package init() {}
}
