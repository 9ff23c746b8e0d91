import WireFormat

/// A connection as `diff` sees it.
struct ComparedConnection {
    /// The number of events of one meaning from one sender.
    struct Saying {
        /// The meaning, with the sender in the lowest bit: 1 for the client.
        let key: Int64
        let count: Int
    }

    let events: [ComparedEvent]
    /// The counts of all meanings, whoever the users are; sorted by key, each key once.
    let sayings: [Saying]
    /// The server's address and port.
    var server: Int32 { events[0].server }

    init(_ events: [ComparedEvent]) {
        self.events = events
        var counts: [Int64: Int] = [:]
        for event in events { counts[Int64(event.meaning) << 1 | (event.sender == .client ? 1 : 0), default: 0] += 1 }
        sayings = counts.map { Saying(key: $0.key, count: $0.value) }.sorted { $0.key < $1.key }
    }

    /// Returns the meanings of the client's events, then of the server's; equal if two connections mean the same.
    func sequence(withFields: Bool, withServer: Bool) -> [Int32] {
        var words: [Int32] = withServer ? [server] : []
        for sender in [FrameSender.client, .server] {
            for event in events where event.sender == sender {
                words.append(event.meaning)
                if withFields { words.append(event.fields) }
            }
            words.append(-1)
        }
        return words
    }

    /// Returns the share of events that both connections have in common, in millionths.
    func likeness(to other: ComparedConnection) -> Int {
        var shared = 0
        var (one, two) = (sayings[...], other.sayings[...])
        while let left = one.first, let right = two.first {
            if left.key == right.key { shared += min(left.count, right.count) }
            if left.key <= right.key { one.removeFirst() }
            if right.key <= left.key { two.removeFirst() }
        }
        return 2_000_000 * shared / (events.count + other.events.count)
    }
}
