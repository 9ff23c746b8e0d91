/// What commands say of the clients of a connection: which are open, and how long nothing was kept alive.
///
/// Conversations and messages need an open client (reference section 5); a client that goes on within a second after the
/// server closed it may not have known. The JavaScript SDK sends `echo` every 180 seconds since version 3 (reference section 3).
struct LeanCloudPresence: Sendable {
    private enum Standing {
        case asks
        case open
        case closed(UInt64)
    }

    private var standings: [String: Standing] = [:]
    /// The client that was opened first, which a command without a name is about; before that the one that asked first.
    private var first: String?
    private var isFirstOpen = false
    private var sendsEcho = false
    private var lastEcho: UInt64?

    /// The client that a command is about.
    func name(_ given: String?) -> String { given ?? first ?? "" }

    /// Takes what the client opens or keeps alive.
    ///
    /// - Returns: whether nothing was kept alive for too long.
    mutating func hear(_ command: LeanCloudPlan.Command, opensWith agent: String?, at time: UInt64) -> Bool {
        if let agent {
            let peer = name(command.text("peerId"))
            first = first ?? peer
            if case .open = standings[peer] {} else { standings[peer] = .asks }
            if agent.hasPrefix("js/"), !agent.hasPrefix("js/2") { sendsEcho = true }
        }
        guard sendsEcho else { return false }
        let isLong = self.isLong(time)
        if isLong || lastEcho == nil || command.isKeepAlive { lastEcho = time }
        return isLong
    }

    /// Whether more than two intervals and one second, in whole seconds, have passed without an echo.
    func isLong(_ time: UInt64) -> Bool { sendsEcho && lastEcho.map { (time - $0) / 1_000_000 > 361 } ?? false }

    /// Whether a command of a client comes when it must not.
    func isEarly(_ peer: String?, at time: UInt64, isWhole: Bool) -> Bool {
        switch standings[name(peer)] {
        case .open: false
        case .closed(let closed): time > closed + 1_000_000
        case .asks, nil: isWhole
        }
    }

    /// Takes what the server opens or closes.
    ///
    /// - Parameter asked: the client whose command it answers, and whether that one wanted to be opened.
    mutating func hear(_ operation: String?, of given: String?, asked: LeanCloudPlan.Asked?, at time: UInt64) {
        let peer = given ?? asked?.peer ?? name(nil)
        switch operation {
        case "opened":
            if !isFirstOpen { (first, isFirstOpen) = (peer, true) }
            standings[peer] = .open
            // The server may have given it another name.
            if let asked, asked.opens { standings[asked.peer] = .open }
        case "closed": standings[peer] = .closed(time)
        case "error": if let asked, asked.opens { standings[asked.peer] = .closed(time) }
        default: break
        }
    }

    /// Forgets who is open, and when something was kept alive: a command that could not be read may have changed both.
    mutating func miss() {
        lastEcho = nil
        standings = [:]
    }
}
