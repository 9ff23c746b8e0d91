/// A verdict whether the bytes of a stream are a system's, from the bytes that have arrived.
package enum StreamVerdict: Sendable {
    /// The bytes are the system's.
    case yes
    /// The bytes may be the system's; more are needed.
    case unclear
    /// The bytes are not the system's.
    case no
}
