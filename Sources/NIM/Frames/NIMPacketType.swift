/// The type of a Socket.IO 0.9 packet: its first digit.
public enum NIMPacketType: UInt8, Hashable, Sendable, CaseIterable {
    /// `0`: the end of the connection.
    case disconnect = 0
    /// `1`: the beginning of the connection.
    case connect = 1
    /// `2`: a heartbeat of the transport, in both directions.
    case heartbeat = 2
    /// `3`: text; NIM's own packets are JSON in such text.
    case message = 3
    /// `4`: JSON.
    case json = 4
    /// `5`: a JSON object with `name` and `args`.
    case event = 5
    /// `6`: the acknowledgment of a packet with an id.
    case ack = 6
    /// `7`: a refusal.
    case error = 7
    /// `8`: nothing; closes a poll.
    case noop = 8

    /// The name in the frame object, such as `message`.
    public var name: String { "\(self)" }

    /// Finds the type with a name.
    public init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }
}

/// The connection of a packet: the tables of commands and tags differ between NIM's two connections.
public enum NIMScope: String, Hashable, Sendable, CaseIterable {
    /// The account's own connection.
    case im
    /// The connection to a chat room.
    case chatroom
}
