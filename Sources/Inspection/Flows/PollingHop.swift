import Capture

/// The ends of a connection with long polling, which tell the two sides of a reverse proxy apart.
///
/// A proxy passes requests on as they are, often with the host that the client named. Where a capture has both of its
/// sides, every unit of a session is in it twice, and each side is a conversation of its own.
struct PollingHop: Sendable {
    /// The largest number of hops of a session; more are taken for the last one.
    static let most = 8

    var client: InternetAddress
    var server: Endpoint

    /// Whether the server of one hop is the client of the other, as a proxy is.
    func isBesideProxy(of other: PollingHop) -> Bool {
        server.address == other.client || client == other.server.address
    }
}
