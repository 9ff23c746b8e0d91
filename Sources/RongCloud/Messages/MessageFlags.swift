/// The server's treatment of a message: the flag that a type is registered with.
///
/// Source: the persistence constants of the iOS, Android, web and Unity SDKs.
public struct MessageFlags: OptionSet, Hashable, Sendable {
    /// Bit 0 persisted, bit 1 counted, bit 4 status.
    public let rawValue: Int

    /// Makes flags from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Stored.
    public static let persisted = MessageFlags(rawValue: 1)
    /// Counted as unread; every mobile SDK writes it together with ``persisted``, as 3.
    public static let counted = MessageFlags(rawValue: 2)
    /// Dropped if the receiver is offline.
    public static let status = MessageFlags(rawValue: 16)

    /// Reads a registered flag: the web and Android 1.x write "counted" as 2 alone, other platforms as 3.
    public init(registered value: Int) {
        self.init(rawValue: value & 2 != 0 ? value | 1 : value)
    }
}
