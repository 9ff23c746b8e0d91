package import FuzzInputs
import WireFormat

extension SampleSession {
    /// Returns a conversation over WebSocket.
    package static func chat() -> SampleSession {
        var session = SampleSession()
        session.upgrade()
        for (sender, unit) in SampleSystems.usual.chat { session.message(fromClient: sender == .client, unit) }
        session.close()
        return session
    }
}
