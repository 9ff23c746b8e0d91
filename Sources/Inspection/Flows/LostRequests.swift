import Capture
import Transport

/// The requests of long polling whose connection was ended by the server before their answer came.
///
/// A client of HTTP may send such a request again on another connection without asking the application (RFC 9112
/// section 9.3.1). Browsers do, since a server may end an idle connection while the next request is on its way.
struct LostRequests: Sendable {
    /// The largest number of requests; beyond it, the oldest is dropped.
    let limit: Int
    /// The fingerprints of the requests.
    private var known: Set<UInt64> = []
    private var order = HeadedQueue<UInt64>()

    init(limit: Int) { self.limit = limit }

    mutating func add(_ request: PendingHTTPRequest, on hop: PollingHop) {
        let fingerprint = Self.fingerprint(of: request, on: hop)
        guard known.insert(fingerprint).inserted else { return }
        order.append(fingerprint)
        if order.count > limit, let oldest = order.popFirst() { known.remove(oldest) }
    }

    /// Removes a request that is sent again; returns whether it is one.
    mutating func take(_ request: PendingHTTPRequest, on hop: PollingHop) -> Bool {
        guard !known.isEmpty else { return false }
        return known.remove(Self.fingerprint(of: request, on: hop)) != nil
    }

    /// Returns what the copies of a request have in common, on one side of a proxy and at any address of the server.
    private static func fingerprint(of request: PendingHTTPRequest, on hop: PollingHop) -> UInt64 {
        let parts = [
            request.message.target.fingerprint, request.bodyFingerprint, hop.client.description.fingerprint,
            UInt64(hop.server.port),
        ]
        return parts.reduce(0) { $0 &* 31 &+ $1 }
    }
}
