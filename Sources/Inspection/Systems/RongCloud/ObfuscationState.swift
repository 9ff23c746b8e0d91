import RongCloud

/// TCP form: how the bodies of a connection are read.
struct ObfuscationState: Sendable {
    /// The key of the bodies, given or recovered.
    var key: ObfuscationKey?
    /// Whether the key was recovered, not given.
    var isRecovered = false
    /// Whether the key will not be looked for any more.
    var isGivenUp = false
    /// Whether an event has said which key was recovered.
    var saidKey = false
}
