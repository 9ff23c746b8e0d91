/// Events of a connection that another one proved to be a system's, perhaps after the first one's end.
struct BelatedEvents: Sendable {
    let system: MessagingSystem
    let sessionId: String
    var fromClient = 0
    var fromServer = 0

    /// Why the connection is taken for the system's.
    var reason: String { "\(system.name): another connection of its session proved it" }

    /// Counts them in the connection's row.
    func add(to row: inout FlowReport) {
        row.fromClient.events += fromClient
        row.fromServer.events += fromServer
        guard row.system == nil else { return }
        row.system = system.name.description
        row.reason = reason
        row.facts.sessionId = row.facts.sessionId ?? sessionId
    }
}
