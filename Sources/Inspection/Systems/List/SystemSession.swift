/// The state of a connection, or of a session over several connections.
enum SystemSession {
    /// No system has claimed the connection.
    case none
    case rongCloud(SessionBox<RongCloudSession>)
    case leanCloud(SessionBox<LeanCloudSession>)
    case nim(SessionBox<NIMSession>)
    case yc(SessionBox<YCSession>)

    /// Returns an independent copy of the session.
    func copy() -> SystemSession {
        switch self {
        case .none: .none
        case .rongCloud(let box): .rongCloud(SessionBox(box.state))
        case .leanCloud(let box): .leanCloud(SessionBox(box.state))
        case .nim(let box): .nim(SessionBox(box.state))
        case .yc(let box): .yc(SessionBox(box.state))
        }
    }

    /// The facts about the connection that the session knows.
    var facts: FlowFacts {
        switch self {
        case .none: FlowFacts()
        case .rongCloud(let box): RongCloudDecoder.facts(of: box.state)
        case .leanCloud(let box): LeanCloudDecoder.facts(of: box.state)
        case .nim(let box): NIMDecoder.facts(of: box.state)
        case .yc(let box): YCDecoder.facts(of: box.state)
        }
    }

    /// Calls `body` with the slot of every request that waits for an answer.
    func forEachSlot(_ body: (Int32) -> Void) {
        switch self {
        case .none: break
        case .rongCloud(let box): RongCloudDecoder.forEachSlot(of: box.state, body)
        case .leanCloud(let box): LeanCloudDecoder.forEachSlot(of: box.state, body)
        case .nim(let box): NIMDecoder.forEachSlot(of: box.state, body)
        case .yc(let box): YCDecoder.forEachSlot(of: box.state, body)
        }
    }
}

/// Holds a session, so that an event changes it in place.
final class SessionBox<State: Sendable> {
    @exclusivity(unchecked) var state: State

    init(_ state: State) { self.state = state }
}
