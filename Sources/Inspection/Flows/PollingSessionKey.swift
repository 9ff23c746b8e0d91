/// What a session of long polling is found by, on whichever connections it is.
///
/// Each server gives out session ids of its own, so two servers may give the same one to two users.
struct PollingSessionKey: Hashable, Comparable, Sendable {
    /// The session's id.
    var id: String
    /// The server: the host that the requests name, which may have several addresses; if they name none, the address
    /// and port of the connection.
    var server: String

    static func < (one: PollingSessionKey, other: PollingSessionKey) -> Bool {
        (one.id, one.server) < (other.id, other.server)
    }

    /// A 64-bit hash, by which tables compare sessions without keeping them.
    var fingerprint: UInt64 { id.fingerprint &* 31 &+ server.fingerprint }
}
