/// One of the two ends of a connection.
///
/// Which of them is the client need not be known; ``Flow/client`` says what the first packet tells.
public enum FlowSide: Sendable, BitwiseCopyable {
    /// The end that sent the first packet of the connection that was seen.
    case first
    /// The end that it was sent to.
    case second

    /// The other end.
    @inlinable public var other: FlowSide { self == .first ? .second : .first }
}

/// A value for each end of a connection.
public struct Sides<Value> {
    /// That of the end that sent the first packet that was seen.
    public var first: Value
    /// That of the other end.
    public var second: Value

    /// Pairs the values of both ends.
    @inlinable
    public init(first: Value, second: Value) {
        self.first = first
        self.second = second
    }

    /// The value of an end.
    public subscript(side: FlowSide) -> Value {
        @inlinable @inline(__always) _read {
            if side == .first { yield first } else { yield second }
        }
        @inlinable @inline(__always) _modify {
            if side == .first { yield &first } else { yield &second }
        }
    }
}

extension Sides: Sendable where Value: Sendable {}
