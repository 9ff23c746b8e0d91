import WireFormat
import WireJSON

/// Takes the values of a field of an event, as a line of JSON shows them.
protocol ValueVisitor: ~Copyable {
    /// The field is there; its values follow, if it has any.
    mutating func found()
    /// A text in UTF-8; what is ill-formed reads as U+FFFD.
    mutating func text(_ utf8: Span<UInt8>)
    /// A word of ASCII.
    mutating func word(_ word: StaticString)
    /// A whole number.
    mutating func number(_ value: Int64)
    /// A number of seconds, in microseconds.
    mutating func seconds(microseconds: Int64)
    /// A moment in nanoseconds since 1970, shown with so many digits after the point.
    mutating func time(_ nanoseconds: Int64, digits: Int)
    /// True or false.
    mutating func truth(_ value: Bool)
    /// A value of JSON that is no list.
    mutating func json(_ value: JSONView)
}
