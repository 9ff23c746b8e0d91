/// What protects a run from hostile adapters.
package struct AdapterLimits: Hashable, Sendable {
    /// Longest line that an adapter may print, in bytes.
    package var replyBytes = 16 << 20
    /// Starts of an adapter that may fail one after the other; a start after which it answers no case has failed.
    package var starts = 3
    /// Times that a case is put to an adapter whose earlier processes ended before they could be blamed on the case.
    package var attempts = 3
    /// Times that an adapter is started again one after the other without a case that it answered in between.
    package var restartsInRow = 50
    /// Times that an adapter is started again in a run.
    package var restarts = 1000
    /// Bytes of an adapter's standard error that are passed on.
    package var errorBytes = 64 << 10
    /// Characters of an adapter's texts, such as the name of its SDK, that are kept.
    package var textLength = 500

    /// The default limits.
    package init() {}
}
