/// What contents of many types share: remarks, the sender, who is mentioned, burn-after-read.
///
/// The keys lie beside the type's own. Source: the base classes of the iOS, Android and universal SDKs.
public struct MessageEnvelope: Hashable, Sendable {
    /// Text of the app's own; absent, `null` and "" all read as `nil`.
    public var extra: String?
    /// The sender, as the sender describes itself; `{}`, `[]`, `null` and an object of empty strings read as `nil`.
    public var user: MessageUser?
    /// Who is mentioned.
    public var mentionedInfo: MentionedInfo?
    /// Whether the message is to vanish after it was read.
    public var isBurnAfterRead: Bool?
    /// Seconds from reading to vanishing; 0 or `nil` is off, or at once for pictures.
    public var burnDuration: Int64?
    /// What the content was read from.
    public var source = MessageSource()

    /// Makes an empty envelope.
    public init() {}

    /// Which keys of the envelope a type has.
    public struct Keys: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Takes the bits as they are.
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
