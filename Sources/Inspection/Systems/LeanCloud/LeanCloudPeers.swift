/// The clients that share a connection: which of them are open, and who is meant where a command names none.
///
/// They are known by the fingerprints of their names, so that no text of the wire is kept.
struct LeanCloudPeers: Sendable {
    /// How it stands with a client.
    enum Standing: Sendable {
        /// It asked to be opened, and waits for the answer.
        case opening
        case open
        /// The server closed it, or refused to open it, with an event.
        case closed(number: Int, time: Int64)
    }

    private let limit: Int
    private var standings: [UInt64: Standing] = [:]
    /// Whom a command means that names no client: the one that was opened first, before that the one that asked first.
    private var first: (peer: UInt64, isOpened: Bool)?
    /// Whether there were more clients than are remembered.
    private(set) var isOverflowing = false

    init(limit: Int) { self.limit = limit }

    /// The client that a command is about, by the name that it gives.
    func peer(_ given: String?) -> UInt64 { given?.fingerprint ?? first?.peer ?? "".fingerprint }

    /// Whether it was said that a command is about another client than the one that needs no name.
    func isOther(_ peer: UInt64) -> Bool { first.map { $0.peer != peer } ?? false }

    /// How it stands with a client; `nil` where nothing was seen of it.
    subscript(peer: UInt64) -> Standing? { standings[peer] }

    /// A client asks to be opened; until the answer it stays open where it is.
    mutating func ask(_ peer: UInt64) {
        if first == nil { first = (peer, false) }
        if case .open = standings[peer] { return }
        set(peer, .opening)
    }

    /// The server has opened a client.
    mutating func open(_ peer: UInt64) {
        if first?.isOpened != true { first = (peer, true) }
        set(peer, .open)
    }

    /// The server has closed a client, or refused to open it.
    mutating func close(_ peer: UInt64, number: Int, time: Int64) {
        set(peer, .closed(number: number, time: time))
    }

    /// Forgets how it stands with anybody: what is missing may have changed it.
    mutating func forget() { standings = [:] }

    private mutating func set(_ peer: UInt64, _ standing: Standing) {
        guard standings.count < limit || standings[peer] != nil else {
            isOverflowing = true
            return
        }
        standings[peer] = standing
    }
}
