/// Sessions drawn side by side: a lane for each client, and the server's lane at the right.
struct LadderDiagram: Sendable {
    /// An arrow with its lane.
    struct Step: Sendable {
        /// The index of the client's lane.
        var lane: Int
        var row: LadderRow
    }

    /// The sessions, one per lane, in the order of their first events.
    private(set) var lanes: [LadderSession]
    /// The arrows of all lanes in the order of the capture.
    private(set) var steps: [Step] = []

    /// Puts sessions of one capture side by side.
    init(_ sessions: [LadderSession]) {
        lanes = sessions
        for (lane, session) in sessions.enumerated() {
            steps += session.rows.map { Step(lane: lane, row: $0) }
        }
        if sessions.count > 1 { steps.sort { $0.row.number < $1.row.number } }
    }

    /// The server's heading.
    var server: String {
        guard let first = lanes.first else { return "" }
        return lanes.allSatisfy { $0.server == first.server } ? first.server : "servers"
    }

    /// Returns whether a lane's client is present at an event: between its first event and its last one.
    func isLive(_ lane: Int, at number: Int) -> Bool {
        guard let first = lanes[lane].rows.first, let last = lanes[lane].rows.last else { return false }
        return first.number <= number && number <= last.number
    }

    /// Returns the diagrams of sessions.
    ///
    /// Sessions of one system that overlap in time are drawn side by side, if they are not more than `most`; every
    /// other session has a diagram of its own. Clients that did not overlap would leave most of their lanes empty.
    static func diagrams(of sessions: [LadderSession], lanes most: Int) -> [LadderDiagram] {
        var groups: [[Int]] = []
        var groupOf: [Int] = []
        // For each capture and system, the group that a session may join, and the end of the group's time.
        var open: [Key: (group: Int, until: Int64)] = [:]
        for (place, session) in sessions.enumerated() {
            let from = session.rows.first?.time ?? 0
            let until = session.rows.reduce(from) { max($0, $1.time) }
            let key = Key(capture: session.capture, system: session.system, isExchanges: session.isExchanges)
            if let latest = open[key], from <= latest.until {
                groups[latest.group].append(place)
                open[key] = (latest.group, max(latest.until, until))
            } else {
                groups.append([place])
                open[key] = (groups.count - 1, until)
            }
            groupOf.append(open[key]?.group ?? 0)
        }
        // A diagram takes the place of its first session.
        return sessions.indices.compactMap { place in
            let group = groups[groupOf[place]]
            if group.count > most { return LadderDiagram([sessions[place]]) }
            return group.first == place ? LadderDiagram(group.map { sessions[$0] }) : nil
        }
    }

    private struct Key: Hashable {
        var capture: Int
        var system: MessagingSystem
        var isExchanges: Bool
    }
}
