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
    /// The flow's members of an event as JSON, from `"flow"` to `"sender":`.
    let prefix: [UInt8]

    /// Stands in a new event before its first unit.
    static let nobody = FlowIdentity(number: 0, client: "", server: "")

    convenience init(_ flow: Flow, firstIsClient: Bool) {
        self.init(
            number: flow.number,
            client: (firstIsClient ? flow.first : flow.second).description,
            server: (firstIsClient ? flow.second : flow.first).description
        )
    }

    private init(number: Int, client: String, server: String) {
        self.number = number
        self.client = client
        self.server = server
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
