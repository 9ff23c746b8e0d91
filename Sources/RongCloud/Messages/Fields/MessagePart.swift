/// A JSON object with known keys: a message content, or a part of one.
///
/// One function names the keys, and serves reading, writing and judging:
///
/// ```swift
/// struct Seat: MessagePart {
///     var number: Int64 = 0
///     var userId: String?
///
///     mutating func fields(_ pass: inout FieldPass) {
///         pass.integer("seat", &number)
///         pass.text("userId", &userId)
///     }
/// }
/// ```
public protocol MessagePart: Hashable, Sendable {
    /// A part whose fields have their defaults.
    init()

    /// Hands each key with its property to the pass, in the documented order.
    ///
    /// A property that may be `nil` is a key that may be absent; another is required. The function must do nothing else:
    /// the same passes are made for reading, where the pass sets the properties, and for writing, where it leaves them.
    mutating func fields(_ pass: inout FieldPass)
}

extension MessagePart {
    /// Makes a part and lets `set` fill it in.
    ///
    /// ```swift
    /// let notice = InformationNotificationMessage { $0.message = "Welcome" }
    /// ```
    public init(_ set: (inout Self) -> Void) {
        self.init()
        set(&self)
    }
}
