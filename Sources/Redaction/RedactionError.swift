/// The reason why there is no redacted capture.
package enum RedactionError: Error, Equatable, CustomStringConvertible {
    /// A temporary file could not be written.
    case temporary
    /// The output could not be written.
    case output
    /// The output holds an original value.
    case found(place: String)
    /// The output does not decode to the same events.
    case shape(flow: Int)
    /// The key is too short.
    case key

    package var description: String {
        switch self {
        case .temporary: "a temporary file could not be written"
        case .output: "the output could not be written"
        case .found(let place): "the output would hold an original value (\(place)); nothing was written"
        case .shape(let flow): "the output would not decode to the same events (flow f\(flow)); nothing was written"
        case .key: "the key must have at least 128 bits: 32 hex digits"
        }
    }
}
