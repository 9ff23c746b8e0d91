/// The limits that protect a run from hostile adapters.
package struct AdapterLimits: Hashable, Sendable {
    /// The maximum length of an adapter's line in bytes.
    package var replyBytes = 16 << 20
    /// The number of starts in a row that may fail; a start has failed if the adapter answers no case after it.
    package var starts = 3
    /// The number of times that a case is asked, when processes end before the case can be blamed.
    package var attempts = 3
    /// The number of restarts in a row without an answered case in between.
    package var restartsInRow = 50
    /// The number of restarts in a run.
    package var restarts = 1000
    /// The number of bytes passed on from an adapter's standard error.
    package var errorBytes = 64 << 10
    /// The number of characters kept of an adapter's texts, such as the name of its SDK.
    package var textLength = 500

    /// The default limits.
    package init() {}
}
