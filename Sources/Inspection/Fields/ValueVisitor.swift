import WireJSON

/// Receives the values of an event's field, as a JSON line shows them.
protocol ValueVisitor: ~Copyable {
    /// Records that the field exists; its values follow, if it has any.
    mutating func found()
    /// Receives a text in UTF-8; ill-formed bytes count as U+FFFD.
    mutating func text(_ utf8: Span<UInt8>)
    /// Receives an ASCII word.
    mutating func word(_ word: StaticString)
    /// Receives an integer.
    mutating func number(_ value: Int64)
    /// Receives a number of seconds, in microseconds.
    mutating func seconds(microseconds: Int64)
    /// Receives a time in nanoseconds since 1970, shown with `digits` digits after the point.
    mutating func time(_ nanoseconds: Int64, digits: Int)
    /// Receives true or false.
    mutating func truth(_ value: Bool)
    /// Receives a JSON value that is not a list.
    mutating func json(_ value: JSONView)
}
