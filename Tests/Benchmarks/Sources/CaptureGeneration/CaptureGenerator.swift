/// Makes a capture of a ``CaptureShape`` in memory that grows with the number of connections only.
public struct CaptureGenerator {
    /// What was written.
    public struct Summary: Hashable, Sendable {
        /// Packets in the capture.
        public var packets = 0
        /// Bytes of the capture.
        public var bytes = 0
        /// Protocol frames sent, the lost ones included.
        public var frames = 0
        /// Data packets that something happened to.
        public var disordered = 0
    }

    private let shape: CaptureShape
    private let webSocket: WebSocketLayer
    private var network: Network
    private var random: RandomNumbers
    private var users: [User]
    private var frames = 0

    /// What a connection's two ends remember.
    private struct User {
        var clientId: UInt16 = 0
        var serverId: UInt16 = 0
        var delivered = 0
        var messages = 0
    }

    private init(_ shape: CaptureShape, descriptor: Int32) {
        self.shape = shape
        webSocket = WebSocketLayer(masking: shape.masking)
        network = Network(shape, descriptor: descriptor)
        random = RandomNumbers(seed: shape.seed)
        users = Array(repeating: User(), count: shape.flows)
    }

    /// Writes the capture of `shape` to `descriptor`, front to back.
    public static func write(_ shape: CaptureShape, to descriptor: Int32) throws(WritingError) -> Summary {
        var generator = CaptureGenerator(shape, descriptor: descriptor)
        for flow in 0..<shape.flows { try generator.open(flow) }
        for message in 0..<shape.messages { try generator.exchange(message) }
        try generator.network.finish()
        return Summary(
            packets: generator.network.file.packets,
            bytes: generator.network.file.bytes,
            frames: generator.frames,
            disordered: generator.network.disordered
        )
    }

    private mutating func open(_ flow: Int) throws(WritingError) {
        try network.handshake(flow)
        try network.send(WebSocketLayer.upgrade, flow, fromClient: true)
        try network.send(WebSocketLayer.upgradeAnswer, flow, fromClient: false)
        try send(RongCloudFrames.connack(user: flow, milliseconds: network.milliseconds), flow, fromClient: false)
    }

    /// One chat message and what belongs to it.
    private mutating func exchange(_ number: Int) throws(WritingError) {
        let flow = number % shape.flows
        let size = shape.contentBytes.lowerBound + random.below(shape.contentBytes.count)
        let content = ChatContent.text(size, user: number % 1000, &random)
        if (number / shape.flows + flow) % 2 == 0 {
            try sendUp(content, flow, number)
        } else {
            try sendDown(content, flow, number)
        }
        users[flow].messages += 1
        if shape.extras.contains(.heartbeats), users[flow].messages % 16 == 0 {
            try send(RongCloudFrames.heartbeat, flow, fromClient: true)
            try send(RongCloudFrames.heartbeatAnswer, flow, fromClient: false)
        }
    }

    private mutating func sendUp(_ content: [UInt8], _ flow: Int, _ number: Int) throws(WritingError) {
        users[flow].clientId &+= 1
        let id = users[flow].clientId
        let message = RongCloudFrames.upStream(content: content)
        let frame = RongCloudFrames.clientPublish(id: id, target: "user\(number % 999)", message: message)
        try send(frame, flow, fromClient: true)
        guard shape.extras.contains(.acks) else { return }
        let uid = RongCloudFrames.uid(number)
        let answer = RongCloudFrames.serverPuback(id: id, milliseconds: network.milliseconds, uid: uid)
        try send(answer, flow, fromClient: false)
    }

    private mutating func sendDown(_ content: [UInt8], _ flow: Int, _ number: Int) throws(WritingError) {
        let now = network.milliseconds
        let uid = RongCloudFrames.uid(number)
        let message = RongCloudFrames.downStream(from: number % 1000, content: content, milliseconds: now, uid: uid)
        users[flow].delivered += 1
        if shape.extras.contains(.queries), users[flow].delivered % 8 == 0 {
            try push("s_ntf", RongCloudFrames.notice(milliseconds: now), flow)
            users[flow].clientId &+= 1
            let id = users[flow].clientId
            try send(RongCloudFrames.pullQuery(id: id, user: flow, since: now), flow, fromClient: true)
            let answer = RongCloudFrames.pullAnswer(id: id, milliseconds: now, message: message)
            try send(answer, flow, fromClient: false)
            try send(RongCloudFrames.queryConfirmation(id: id), flow, fromClient: true)
        } else {
            try push("s_msg", message, flow)
        }
    }

    private mutating func push(_ topic: String, _ message: [UInt8], _ flow: Int) throws(WritingError) {
        users[flow].serverId &+= 1
        let id = users[flow].serverId
        let seconds = UInt32(network.milliseconds / 1000)
        let frame = RongCloudFrames.serverPublish(topic: topic, id: id, user: flow, seconds: seconds, message: message)
        try send(frame, flow, fromClient: false)
        guard shape.extras.contains(.acks) else { return }
        try send(RongCloudFrames.clientPuback(id: id), flow, fromClient: true)
    }

    private mutating func send(_ frame: [UInt8], _ flow: Int, fromClient: Bool) throws(WritingError) {
        frames += 1
        try network.send(webSocket.message(frame, fromClient: fromClient, &random), flow, fromClient: fromClient)
    }
}
