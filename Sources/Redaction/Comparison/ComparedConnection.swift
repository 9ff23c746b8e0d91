import WireFormat

/// A connection as `diff` sees it.
struct ComparedConnection {
    /// How often something was said by an end.
    struct Saying {
        /// The meaning, and in the last bit who wrote it.
        let key: Int64
        let count: Int
    }

    let events: [ComparedEvent]
    /// What was said on it, whoever the users are: sorted, each once.
    let sayings: [Saying]
    /// Address and port of the server.
    var server: Int32 { events[0].server }

    init(_ events: [ComparedEvent]) {
        self.events = events
        var counts: [Int64: Int] = [:]
        for event in events { counts[Int64(event.meaning) << 1 | (event.sender == .client ? 1 : 0), default: 0] += 1 }
        sayings = counts.map { Saying(key: $0.key, count: $0.value) }.sorted { $0.key < $1.key }
    }

    /// What each end said, one behind the other: equal where two connections mean the same.
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

    /// How much of what was said on both was said on each, in millionths.
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
