/// Lengths of time in nanoseconds, the unit of all times of packets and events.
package enum Nanoseconds {
    /// The number of nanoseconds in a second; inlined, because times are divided by it for every event.
    @inlinable package static var perSecond: Int64 {
        @inline(__always) get { 1_000_000_000 }
    }
}
