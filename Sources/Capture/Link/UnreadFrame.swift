/// A frame that may hold IP and can not be read, with the reason.
public enum UnreadFrame: Hashable, Sendable, CaseIterable {
    /// An encrypted frame of IEEE 802.11.
    case encrypted
    /// A fragment of an IEEE 802.11 frame; they are not put together.
    case fragment
}
