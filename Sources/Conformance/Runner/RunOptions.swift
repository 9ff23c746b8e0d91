/// The options of a run.
package struct RunOptions: Sendable {
    /// The time limit for a reply in seconds.
    package var timeout = 5.0
    /// The time limit from the start of an adapter to its greeting, in seconds.
    package var startTimeout = 30.0
    /// The number of the adapter's processes that share the cases.
    package var jobs = 1
    /// The number of failures after which no further case is run; `nil` to run all cases.
    package var maxFailures: Int?
    /// The ids of cases that are expected to fail: their failures do not count for ``maxFailures``.
    package var expectedFailures: Set<String> = []
    /// The protection against hostile adapters.
    package var limits = AdapterLimits()
    /// A descriptor that becomes readable when the user interrupts the run; -1 for none.
    package var interruption: Int32 = -1

    /// The default options.
    package init() {}
}
