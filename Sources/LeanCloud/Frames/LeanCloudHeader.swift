import WireProtobuf

/// The fields that all commands share, as a layout has them: numbers, and where texts lie.
///
/// A field that the command does not have is `nil`.
public struct LeanCloudHeader: Hashable, Sendable {
    /// What it is about.
    public var cmd: LeanCloudCommand?
    /// What it does.
    public var op: LeanCloudOp?
    /// JSON form: the text of `cmd`, known or not.
    public var cmdText: LeanCloudText?
    /// JSON form: the text of `op`, known or not.
    public var opText: LeanCloudText?
    /// Pairs an answer with its request; a client's command without it expects none, a server's is a push.
    public var i: Int32?
    /// The app.
    public var appId: LeanCloudText?
    /// The client; when it is left out, the one that was opened first on this connection.
    public var peerId: LeanCloudText?
    /// The installation, or the subscription of a live query.
    public var installationId: LeanCloudText?
    /// Of a message in a chat room: 1 high, 2 normal, 3 low.
    public var priority: Int32?
    /// 0 push, 1 live query, 2 instant messaging.
    public var service: Int32?
    /// Server's clock, milliseconds since 1970.
    public var serverTs: Int64?
    /// Client's clock, milliseconds since 1970.
    public var clientTs: Int64?
    /// 1: the server keeps the notification.
    public var notificationType: Int32?
    /// Protobuf forms: the node of the body in ``tape``; of several, the last.
    public var body: Int?

    /// How many bodies there are.
    var bodies = 0

    /// A header without any field.
    public init() {}

    /// Reads the fields of a `GenericCommand` into a header without any; of several with one number the last counts.
    mutating func read(_ tape: borrowing ProtobufTape, _ payload: Span<UInt8>) {
        let nodes = tape.nodes
        var index = 1
        while index < nodes.count {
            let node = nodes[index]
            if node.field.isKnown {
                switch node.number {
                case 1: cmd = LeanCloudCommand(rawValue: Int32(truncatingIfNeeded: node.bits(in: payload)))
                case 2: op = LeanCloudOp(rawValue: Int32(truncatingIfNeeded: node.bits(in: payload)))
                case 3: appId = LeanCloudText(node.valueRange)
                case 4: peerId = LeanCloudText(node.valueRange)
                case 5: i = Int32(truncatingIfNeeded: node.bits(in: payload))
                case 6: installationId = LeanCloudText(node.valueRange)
                case 7: priority = Int32(truncatingIfNeeded: node.bits(in: payload))
                case 8: service = Int32(truncatingIfNeeded: node.bits(in: payload))
                case 9: serverTs = Int64(bitPattern: node.bits(in: payload))
                case 10: clientTs = Int64(bitPattern: node.bits(in: payload))
                case 11: notificationType = Int32(truncatingIfNeeded: node.bits(in: payload))
                default:
                    body = index
                    bodies &+= 1
                }
            }
            // After an error the last node may not say where it ends.
            index = max(index &+ 1, Int(node.next))
        }
    }
}
