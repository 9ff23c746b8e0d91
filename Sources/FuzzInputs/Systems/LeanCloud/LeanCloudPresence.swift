/// What commands say of the clients of a connection: which are open, and how long nothing was kept alive.
///
/// Conversations and messages need an open client (reference section 5); a client that goes on within a second after the
/// server closed it may not have known. The JavaScript SDK sends `echo` every 180 seconds since version 3 (reference section 3).
struct LeanCloudPresence: Sendable {
    private var open: Set<String> = []
    /// The client that was opened first, which a command without a name is about.
    private var first: String?
    /// When the last client was closed, until one opens again.
    private var closed: UInt64?
    private var sendsEcho = false
    private var lastEcho: UInt64?

    /// Takes what the client opens or keeps alive.
    ///
    /// - Returns: whether nothing was kept alive for too long.
    mutating func hear(_ command: LeanCloudPlan.Command, opensWith agent: String?, at time: UInt64) -> Bool {
        if let agent {
            closed = nil
            if agent.hasPrefix("js/"), !agent.hasPrefix("js/2") { sendsEcho = true }
        }
        guard sendsEcho else { return false }
        // Whole seconds, more than two intervals and one.
        let isLong = lastEcho.map { (time - $0) / 1_000_000 > 361 } ?? false
        if isLong || lastEcho == nil || command.isKeepAlive { lastEcho = time }
        return isLong
    }

    /// Whether a command of the client comes when it must not.
    func isEarly(at time: UInt64, isWhole: Bool) -> Bool {
        if let closed { return time > closed + 1_000_000 }
        return isWhole && open.isEmpty
    }

    /// Takes what the server opens or closes.
    mutating func hear(_ operation: String?, of peer: String?, at time: UInt64) {
        let peer = peer ?? first ?? ""
        switch operation {
        case "opened":
            first = first ?? peer
            open.insert(peer)
            closed = nil
        case "closed":
            open.remove(peer)
            if open.isEmpty { closed = time }
        default: break
        }
    }

    /// Forgets when something was kept alive: a command that could not be read may have done that.
    mutating func miss() { lastEcho = nil }
}
