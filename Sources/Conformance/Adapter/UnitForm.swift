/// Where a unit lies, as requests and vectors say it.
package enum UnitForm: String, CaseIterable, Sendable {
    /// A WebSocket message.
    case websocket
    /// A stretch of the TCP stream itself.
    case tcp
    /// A part of an HTTP request or answer.
    case polling
}
