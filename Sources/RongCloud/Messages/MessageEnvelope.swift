/// The fields that contents of many types share: remarks, the sender, the mentioned users, burn-after-read.
///
/// The keys are next to the type's own. Source: the base classes of the iOS, Android and universal SDKs.
public struct MessageEnvelope: Hashable, Sendable {
    /// A text that the app defines; absent, `null` and "" are all read as `nil`.
    public var extra: String?
    /// The sender, as the sender describes itself; `{}`, `[]`, `null` and an object of empty strings are read as `nil`.
    public var user: MessageUser?
    /// The mentioned users.
    public var mentionedInfo: MentionedInfo?
    /// Whether the message is deleted after it was read.
    public var isBurnAfterRead: Bool?
    /// The seconds from reading to deletion; 0 or `nil` means off, or at once for pictures.
    public var burnDuration: Int64?
    /// The bytes that the content was read from.
    public var source = MessageSource()

    /// Makes an empty envelope.
    public init() {}

    /// A set of the envelope's keys.
    public struct Keys: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// `extra`.
        public static let extra = Keys(rawValue: 1)
        /// `user`.
        public static let user = Keys(rawValue: 2)
        /// `mentionedInfo`.
        public static let mentioned = Keys(rawValue: 4)
        /// `burnDuration`.
        public static let burnDuration = Keys(rawValue: 8)
        /// `isBurnAfterRead` and `burnDuration`.
        public static let burn = Keys(rawValue: 8 | 16)
        /// All of them.
        public static let all: Keys = [.extra, .user, .mentioned, .burn]
    }

    @usableFromInline
    mutating func fields(_ pass: inout FieldPass, _ keys: Keys) {
        if pass.isDone { return }
        if keys.contains(.extra) { pass.extra(&extra) }
        if keys.contains(.user) { pass.part("user", &user) }
        if keys.contains(.mentioned) { pass.part("mentionedInfo", &mentionedInfo) }
        guard keys.contains(.burnDuration), !pass.isDone else { return }
        if keys.contains(.burn) {
            pass.flag("isBurnAfterRead", &isBurnAfterRead, writtenAlwaysBy: .android)
            pass.integer("burnDuration", &burnDuration, writtenAlwaysBy: .android)
        } else {
            pass.integer("burnDuration", &burnDuration)
        }
    }
}
