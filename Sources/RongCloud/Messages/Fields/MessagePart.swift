/// A JSON object with known keys: a message content, or a part of one.
///
/// One function names the keys, for reading, writing and checking:
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
    /// Makes a part with the default values.
    init()

    /// Hands each key with its property to the pass, in the documented order.
    ///
    /// An optional property stands for a key that may be absent; any other is required. The function must do nothing
    /// else: reading passes set the properties, writing passes leave them unchanged.
    mutating func fields(_ pass: inout FieldPass)
}

extension MessagePart {
    /// Makes a part and lets `set` change it.
    ///
    /// ```swift
    /// let notice = InformationNotificationMessage { $0.message = "Welcome" }
    /// ```
    public init(_ set: (inout Self) -> Void) {
        self.init()
        set(&self)
    }
}
