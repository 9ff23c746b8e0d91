/// The progress of a run.
package struct RunProgress: Hashable, Sendable {
    /// The number of finished cases.
    package var done: Int
    /// The number of all cases.
    package var total: Int
    /// The number of failed cases so far.
    package var failed: Int
}
