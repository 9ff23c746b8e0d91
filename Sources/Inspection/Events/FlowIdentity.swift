import Capture

/// Who talks on a connection, and what: fixed once its first event is there.
public final class FlowIdentity: Sendable {
    /// Number of the connection, from 1.
    public let number: Int
    /// The end that opened the connection.
    public let client: String
    /// The other end.
    public let server: String
    /// The flow's members of an event from the client, as JSON, from `"flow"` to `"sender"`.
    let clientPrefix: [UInt8]
    /// The same of an event from the server.
    let serverPrefix: [UInt8]

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
        let start = "\"flow\":\(number),\"client\":\"\(client)\",\"server\":\"\(server)\",\"sender\":"
        clientPrefix = Array((start + "\"client\"").utf8)
        serverPrefix = Array((start + "\"server\"").utf8)
    }
}
