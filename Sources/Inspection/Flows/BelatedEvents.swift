/// Event counts of a connection whose system another connection proved, perhaps after the end of the first one.
struct BelatedEvents: Sendable {
    let system: MessagingSystem
    let session: PollingSessionKey
    var fromClient = 0
    var fromServer = 0

    /// The reason for the connection's classification.
    var reason: String { "\(system.name): another connection of its session proved it" }

    func add(to row: inout FlowReport) {
        row.fromClient.events += fromClient
        row.fromServer.events += fromServer
        guard row.system == nil else { return }
        row.system = system.name.description
        row.reason = reason
        row.facts.sessionId = row.facts.sessionId ?? session.id
        row.facts.sessionServer = session.server
    }
}
