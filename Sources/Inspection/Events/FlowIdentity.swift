import Capture
import WireFormat

/// Who talks on a connection, and what: fixed once its first event is there.
public final class FlowIdentity: Sendable {
    /// Number of the connection, from 1.
    public let number: Int
    /// The end that opened the connection.
    public let client: String
    /// The other end.
    public let server: String
    /// Number of its first packet.
    let firstPacket: Int
    /// Whether the capture has its handshake; else it may lack what was said first.
    let sawHandshake: Bool
    /// What was known of who is on it when its first event began.
    let facts: FlowFacts
    /// The flow's members of an event as JSON, from `"flow"` to `"sender":`.
    let prefix: [UInt8]

    /// Stands in a new event before its first unit.
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
