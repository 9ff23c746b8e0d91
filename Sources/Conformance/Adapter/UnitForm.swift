/// The form in which a unit is transported, as named in requests and vectors.
package enum UnitForm: String, CaseIterable, Sendable {
    /// A WebSocket message.
    case websocket
    /// A part of the TCP stream itself.
    case tcp
    /// A part of an HTTP request or answer.
    case polling
}
