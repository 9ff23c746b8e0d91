/// What a packet of Socket.IO 0.9 is: the digit that it begins with.
public enum NIMPacketType: UInt8, Hashable, Sendable, CaseIterable {
    /// `0`: the end.
    case disconnect = 0
    /// `1`: the beginning.
    case connect = 1
    /// `2`: a heartbeat of the transport, in both directions.
    case heartbeat = 2
    /// `3`: text; NIM's own packets are JSON in it.
    case message = 3
    /// `4`: JSON.
    case json = 4
    /// `5`: a JSON object with `name` and `args`.
    case event = 5
    /// `6`: the answer to a packet with an id.
    case ack = 6
    /// `7`: a refusal.
    case error = 7
    /// `8`: nothing; closes a poll.
    case noop = 8

    /// The name in the frame object, such as `message`.
    public var name: String { "\(self)" }

    /// The type with a name.
    public init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }
}

/// Which of NIM's two connections a packet is on: the tables of commands and tags differ.
public enum NIMScope: String, Hashable, Sendable, CaseIterable {
    /// The account's own connection.
    case im
    /// The connection to a chat room.
    case chatroom
}
