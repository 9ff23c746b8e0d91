/// The clients of a connection: which ones are open, and the time since the last keep-alive.
///
/// Conversations and messages need an open client (reference section 5); a client that sends within a second after the
/// server closed it may not have known. The JavaScript SDK sends `echo` every 180 seconds since version 3.5 (reference
/// section 3), and from version 3 to 3.4 after 60 seconds without a message (its source). Version 2 sends one `{}` 60
/// seconds after a message (reference section 3).
struct LeanCloudPresence: Sendable {
    private enum Standing {
        case asks
        case open
        case closed(UInt64)
    }

    private var standings: [String: Standing] = [:]
    /// The client of commands without a name: the first one that was opened, or until then the first one that asked.
    private var first: String?
    private var isFirstOpen = false
    /// The seconds between two echoes; `nil` if the SDK sends none.
    private var interval: UInt64?
    /// Whether a command of the server puts off the next echo.
    private var isPutOff = false
    /// Whether only a command of the server makes a keep-alive due.
    private var isSingle = false
    private var lastEcho: UInt64?

    /// Returns the client of a command.
    func name(_ given: String?) -> String { given ?? first ?? "" }

    /// Updates the state with a client's command.
    ///
    /// - Returns: whether the last keep-alive is too long ago.
    mutating func hear(_ command: LeanCloudPlan.Command, opensWith agent: String?, at time: UInt64) -> Bool {
        if let agent {
            let peer = name(command.text("peerId"))
            first = first ?? peer
            if case .open = standings[peer] {} else { standings[peer] = .asks }
            if agent.hasPrefix("js/") {
                isSingle = agent.hasPrefix("js/2")
                isPutOff = isSingle || agent.hasPrefix("js/3.4")
                interval = isPutOff ? 60 : 180
            }
        }
        guard interval != nil else { return false }
        let isLong = self.isLong(time)
        if isSingle {
            if isLong || command.isKeepAlive { lastEcho = nil }
        } else if isLong || lastEcho == nil || command.isKeepAlive {
            lastEcho = time
        }
        return isLong
    }

    /// Returns whether more than two intervals and one second, in whole seconds, have passed without an echo.
    func isLong(_ time: UInt64) -> Bool {
        guard let interval, let lastEcho else { return false }
        return (time - lastEcho) / 1_000_000 > interval * 2 + 1
    }

    /// Updates the last keep-alive with a server's command.
    ///
    /// - Parameter isClosing: whether the command ends the session; a client of version 2 then leaves.
    /// - Returns: whether the command ends a silence that was too long.
    mutating func hearServer(at time: UInt64, isClosing: Bool) -> Bool {
        guard isPutOff, isSingle || lastEcho != nil else { return false }
        let isLong = self.isLong(time)
        lastEcho = isSingle && isClosing ? nil : time
        return isLong
    }

    /// Ends the keep-alives: the client goes to another connection.
    ///
    /// - Returns: whether the last one is too long ago.
    mutating func leave(at time: UInt64) -> Bool {
        let isLong = isLong(time)
        if isLong { lastEcho = nil }
        interval = nil
        return isLong
    }

    /// Returns whether a client sends a command that it must not send now.
    ///
    /// - Parameter mayFollow: whether commands may follow a request to open without its answer.
    func isEarly(_ peer: String?, at time: UInt64, isWhole: Bool, mayFollow: Bool) -> Bool {
        switch standings[name(peer)] {
        case .open: false
        case .closed(let closed): time > closed + 1_000_000
        case .asks: isWhole && !mayFollow
        case nil: isWhole
        }
    }

    /// Updates the state with a server's command.
    ///
    /// - Parameter asked: the client whose request it answers, and whether that request was to open the client.
    mutating func hear(_ operation: String?, of given: String?, asked: LeanCloudPlan.Asked?, at time: UInt64) {
        let peer = given ?? asked?.peer ?? name(nil)
        switch operation {
        case "opened":
            if !isFirstOpen { (first, isFirstOpen) = (peer, true) }
            standings[peer] = .open
            // The server may have given the client another name.
            if let asked, asked.opens { standings[asked.peer] = .open }
        case "closed": standings[peer] = .closed(time)
        case "error": if let asked, asked.opens { standings[asked.peer] = .closed(time) }
        default: break
        }
    }

    /// Forgets the open clients and the last keep-alive: a broken command may have changed both.
    mutating func miss() {
        lastEcho = nil
        standings = [:]
    }
}
