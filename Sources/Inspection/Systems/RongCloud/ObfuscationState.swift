import RongCloud

/// The obfuscation of the bodies on a connection of the TCP form.
struct ObfuscationState: Sendable {
    /// The key of the bodies, given or recovered.
    var key: ObfuscationKey?
    /// Whether the key was recovered, not given.
    var isRecovered = false
    /// Whether the search for the key was given up.
    var isGivenUp = false
    /// Whether an event has reported the recovered key.
    var saidKey = false
}
