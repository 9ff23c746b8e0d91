/// The clients that share a connection: their states, and the client of commands that name none.
///
/// Clients are known by the fingerprints of their names, so that no text of the wire is kept.
struct LeanCloudPeers: Sendable {
    /// The state of a client.
    enum Standing: Sendable {
        /// The client asked to be opened, and waits for the answer.
        case opening
        case open
        /// The server closed the client, or refused to open it, in the event with this number.
        case closed(number: Int, time: Int64)
    }

    private let limit: Int
    private var standings: [UInt64: Standing] = [:]
    /// The client of commands that name none: the first one that was opened, or until then the first one that asked.
    private var first: (peer: UInt64, isOpened: Bool)?
    /// Whether there were more clients than are remembered.
    private(set) var isOverflowing = false

    init(limit: Int) { self.limit = limit }

    /// Returns the client of a command, by the name in the command.
    func peer(_ given: String?) -> UInt64 { given?.fingerprint ?? first?.peer ?? "".fingerprint }

    /// Whether a client is another one than the client of commands that name none.
    func isOther(_ peer: UInt64) -> Bool { first.map { $0.peer != peer } ?? false }

    /// The state of a client; `nil` if the client was not seen.
    subscript(peer: UInt64) -> Standing? { standings[peer] }

    /// Notes that a client asks to be opened; an open client stays open until the answer.
    mutating func ask(_ peer: UInt64) {
        if first == nil { first = (peer, false) }
        if case .open = standings[peer] { return }
        set(peer, .opening)
    }

    /// Notes that the server has opened a client.
    mutating func open(_ peer: UInt64) {
        if first?.isOpened != true { first = (peer, true) }
        set(peer, .open)
    }

    /// Notes that the server has closed a client, or refused to open it.
    mutating func close(_ peer: UInt64, number: Int, time: Int64) {
        set(peer, .closed(number: number, time: time))
    }

    /// Counts ends of sessions from before a time as of that time: the connection was interrupted, and the clients learn
    /// of them only now.
    mutating func resume(at time: Int64) {
        standings = standings.mapValues { standing in
            guard case .closed(let number, let closed) = standing else { return standing }
            return .closed(number: number, time: max(closed, time))
        }
    }

    /// Forgets the states of all clients, because the missing commands may have changed them.
    mutating func forget() { standings = [:] }

    private mutating func set(_ peer: UInt64, _ standing: Standing) {
        guard standings.count < limit || standings[peer] != nil else {
            isOverflowing = true
            return
        }
        standings[peer] = standing
    }
}
