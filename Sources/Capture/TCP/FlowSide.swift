/// One of the two ends of a connection.
///
/// The client may be either of them; ``Flow/client`` says which, as far as the first packet shows it.
public enum FlowSide: Sendable, BitwiseCopyable {
    /// The end that sent the first packet seen of the connection.
    case first
    /// The end that received this packet.
    case second

    /// The other end.
    @inlinable public var other: FlowSide { self == .first ? .second : .first }
}

/// A value for each end of a connection.
public struct Sides<Value> {
    /// The value of the end that sent the first packet seen.
    public var first: Value
    /// The value of the other end.
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
