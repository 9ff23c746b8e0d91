/// The clients that share a connection: which of them are open, and who is meant where a command names none.
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
    private var standings: [String: Standing] = [:]
    /// Whom a command means that names no client: the one that was opened first, before that the one that asked first.
    private var first: (name: String, isOpened: Bool)?
    /// Whether there were more clients than are remembered.
    private(set) var isOverflowing = false

    init(limit: Int) { self.limit = limit }

    /// The client that a command is about, by the name that it gives.
    func name(_ given: String?) -> String { given ?? first?.name ?? "" }

    /// Whether it was said that a command is about another client than the one that needs no name.
    func isOther(_ name: String) -> Bool { first.map { $0.name != name } ?? false }

    /// How it stands with a client; `nil` where nothing was seen of it.
    subscript(name: String) -> Standing? { standings[name] }

    /// A client asks to be opened; until the answer it stays open where it is.
    mutating func ask(_ name: String) {
        if first == nil { first = (name, false) }
        if case .open = standings[name] { return }
        set(name, .opening)
    }

    /// The server has opened a client.
    mutating func open(_ name: String) {
        if first?.isOpened != true { first = (name, true) }
        set(name, .open)
    }

    /// The server has closed a client, or refused to open it.
    mutating func close(_ name: String, number: Int, time: Int64) {
        set(name, .closed(number: number, time: time))
    }

    /// Forgets how it stands with anybody: what is missing may have changed it.
    mutating func forget() { standings = [:] }

    private mutating func set(_ name: String, _ standing: Standing) {
        guard standings.count < limit || standings[name] != nil else {
            isOverflowing = true
            return
        }
        standings[name] = standing
    }
}
