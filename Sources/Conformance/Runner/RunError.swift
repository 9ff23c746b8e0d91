/// The reason why there is no result.
package enum RunError: Error, Hashable, Sendable {
    /// The adapter did not start or did not complete the handshake; the text tells why.
    case notStarted(String)
    /// The user interrupted the run.
    case interrupted
}
