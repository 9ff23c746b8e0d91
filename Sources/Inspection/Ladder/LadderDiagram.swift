/// Sessions that are drawn together: a lane for each client, and the server's at the right.
struct LadderDiagram: Sendable {
    /// An arrow, and whose it is.
    struct Step: Sendable {
        /// The place of the client's lane.
        var lane: Int
        var row: LadderRow
    }

    /// The sessions, a lane each, in the order of their first events.
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

    /// Whether a lane's client is there at a step: its first event has come, and its last one has not passed.
    func isLive(_ lane: Int, at number: Int) -> Bool {
        guard let first = lanes[lane].rows.first, let last = lanes[lane].rows.last else { return false }
        return first.number <= number && number <= last.number
    }

    /// The diagrams of sessions: those of one system that were there at the same time stand side by side, where they are at
    /// most so many; all others have a diagram of their own.
    ///
    /// Clients that were there one after the other would leave most of their lanes empty.
    static func diagrams(of sessions: [LadderSession], lanes most: Int) -> [LadderDiagram] {
        var groups: [[Int]] = []
        var groupOf: [Int] = []
        // The group that a session of the same capture and system could join, and until when.
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
        // A diagram stands where its first session does.
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
