import RongCloud

extension CheckTimes {
    /// How long an SDK waits for PUBACK and QUERYACK.
    ///
    /// Source: web SDKs, v1 6 s, v2 and later 30 s (read).
    static func answer(_ generation: SDKGeneration?) -> Int64 {
        generation == .v1 ? 6 * second : 30 * second
    }
}
