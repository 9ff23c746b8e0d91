/// What a session of long polling is found by, on whichever connections it is.
///
/// Each server gives out session ids of its own, so two servers may give the same one to two users.
struct PollingSessionKey: Hashable, Comparable, Sendable {
    /// The session's id.
    var id: String
    /// The server: the host that the requests name, which may have several addresses; if they name none, the address
    /// and port of the connection.
    var server: String
    /// The place of the hop among those on which the session was seen, from 0: one for each reverse proxy that the
    /// session passes, if the capture has both sides of it.
    var hop = 0

    static func < (one: PollingSessionKey, other: PollingSessionKey) -> Bool {
        (one.id, one.server, one.hop) < (other.id, other.server, other.hop)
    }

    /// A 64-bit hash, by which tables compare sessions without keeping them.
    var fingerprint: UInt64 { id.fingerprint &* 31 &+ server.fingerprint &+ UInt64(hop) }
}
