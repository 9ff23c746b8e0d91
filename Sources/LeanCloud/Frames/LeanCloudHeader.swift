import WireProtobuf

/// The fields that all commands share, as a layout stores them: numbers, and the positions of texts.
///
/// A missing field is `nil`.
public struct LeanCloudHeader: Hashable, Sendable {
    /// The subject.
    public var cmd: LeanCloudCommand?
    /// The action.
    public var op: LeanCloudOp?
    /// The text of `cmd`, known or not, in the JSON form.
    public var cmdText: LeanCloudText?
    /// The text of `op`, known or not, in the JSON form.
    public var opText: LeanCloudText?
    /// The number that pairs an answer with its request; without it, a client expects no answer, and a server pushes.
    public var i: Int32?
    /// The app's id.
    public var appId: LeanCloudText?
    /// The client's id; if missing, the client that was opened first on this connection.
    public var peerId: LeanCloudText?
    /// The id of the installation, or of the subscription of a live query.
    public var installationId: LeanCloudText?
    /// The priority of a message in a chat room: 1 high, 2 normal, 3 low.
    public var priority: Int32?
    /// The service: 0 push, 1 live query, 2 instant messaging.
    public var service: Int32?
    /// The server's clock, in milliseconds since 1970.
    public var serverTs: Int64?
    /// The client's clock, in milliseconds since 1970.
    public var clientTs: Int64?
    /// The notification type; 1: the server keeps the notification.
    public var notificationType: Int32?
    /// The node of the body in ``LeanCloudLayout/tape``, in the protobuf forms; of several bodies, the last.
    public var body: Int?

    /// The number of bodies.
    var bodies = 0

    /// Makes a header without any field.
    public init() {}

    /// Reads the fields of a `GenericCommand` into an empty header; of repeated fields the last counts.
    mutating func read(_ tape: borrowing ProtobufTape, _ payload: Span<UInt8>) {
        let nodes = tape.nodes
        var index = 1
        while index < nodes.count {
            let node = nodes[index]
            if node.field.isKnown {
                switch node.number {
                case 1: cmd = LeanCloudCommand(rawValue: Int32(truncatingIfNeeded: node.bits(in: payload)))
                case 2: op = LeanCloudOp(rawValue: Int64(Int32(truncatingIfNeeded: node.bits(in: payload))))
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
            // After an error the last node may lack its end.
            index = max(index &+ 1, Int(node.next))
        }
    }
}
