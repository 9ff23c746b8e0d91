import RongCloud

extension CheckTimes {
    /// Returns how long an SDK waits for PUBACK and QUERYACK, in nanoseconds.
    ///
    /// Source: web SDKs, v1 6 s, v2 and later 30 s (read).
    static func answer(_ generation: SDKGeneration?) -> Int64 {
        generation == .v1 ? 6 * second : 30 * second
    }

    /// Returns how long an SDK waits for CONNACK, in nanoseconds.
    ///
    /// Source: web SDKs, v3 10 s, v4 and later 5 s (read).
    static func connack(_ generation: SDKGeneration?) -> Int64 {
        (generation ?? .v3) >= .v4 ? 5 * second : 10 * second
    }
}
