import Capture
import WireFormat

/// The two ends of a connection and facts about it; fixed when its first event begins.
public final class FlowIdentity: Sendable {
    /// The number of the connection, from 1.
    public let number: Int
    /// The end that opened the connection.
    public let client: String
    /// The other end.
    public let server: String
    /// The number of the connection's first packet.
    let firstPacket: Int
    /// Whether the capture contains the connection's handshake; otherwise the beginning of the conversation may be
    /// missing.
    let sawHandshake: Bool
    /// The facts about the app, the SDK, the user and the session that were known when the first event began.
    let facts: FlowFacts
    /// The members of an event's JSON that are the same for all events of the flow, from `"flow"` to `"sender":`.
    let prefix: [UInt8]

    /// The placeholder in a new event before its first unit.
    static let nobody = FlowIdentity(
        number: 0,
        client: "",
        server: "",
        firstPacket: 0,
        sawHandshake: false,
        facts: FlowFacts()
    )

    convenience init(_ flow: Flow, client: FlowSide, firstPacket: Int, facts: FlowFacts) {
        self.init(
            number: flow.number,
            client: flow[client].description,
            server: flow[client.other].description,
            firstPacket: firstPacket,
            sawHandshake: flow.sawSYN,
            facts: facts
        )
    }

    private init(
        number: Int,
        client: String,
        server: String,
        firstPacket: Int,
        sawHandshake: Bool,
        facts: FlowFacts
    ) {
        self.number = number
        self.client = client
        self.server = server
        self.firstPacket = firstPacket
        self.sawHandshake = sawHandshake
        self.facts = facts
        var writer = ByteWriter(capacity: 96)
        writer.append("\"flow\":")
        writer.append(decimal: number)
        writer.append(",\"client\":\"")
        writer.append(text: client)
        writer.append("\",\"server\":\"")
        writer.append(text: server)
        writer.append("\",\"sender\":")
        prefix = writer.array
    }
}

extension FlowIdentity: Hashable {
    /// Returns whether two connections have the same number and the same ends.
    public static func == (one: FlowIdentity, other: FlowIdentity) -> Bool {
        one === other || one.number == other.number && one.client == other.client && one.server == other.server
    }

    /// Feeds the number to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension FlowIdentity: CustomStringConvertible {
    /// The number and the two ends, such as `f3 10.0.0.1:40000 → 10.0.0.2:80`.
    public var description: String { "f\(number) \(client) → \(server)" }
}
