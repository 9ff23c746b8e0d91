import RongCloud

/// The obfuscation of the bodies on a connection of the TCP form.
enum ObfuscationState: Sendable {
    /// The key is neither given nor recovered yet.
    case unknown
    case given(ObfuscationKey)
    /// The key was recovered from the client's frames; `isReported` tells whether an event has reported it.
    case recovered(ObfuscationKey, isReported: Bool)
    /// The search for the key was given up.
    case givenUp

    /// The key of the bodies, if it is known.
    var key: ObfuscationKey? {
        switch self {
        case .given(let key), .recovered(let key, isReported: _): key
        case .unknown, .givenUp: nil
        }
    }
}
