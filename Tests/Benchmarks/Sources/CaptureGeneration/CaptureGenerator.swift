/// Makes a capture of a ``CaptureShape`` in memory that grows with the number of connections only.
public struct CaptureGenerator {
    /// What was written.
    public struct Summary: Hashable, Sendable {
        /// TCP connections.
        public var connections = 0
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
    private let tcpForm: TCPFormLayer
    private let polling = PollingLayer()
    private var tls: TLSLayer?
    private var network: Network
    private var random: RandomNumbers
    private var users: [User]
    private var frames = 0

    /// What both ends of a conversation remember.
    private struct User {
        var clientId: UInt16 = 0
        var serverId: UInt16 = 0
        var delivered = 0
        var messages = 0
    }

    private init(_ shape: CaptureShape, descriptor: Int32, keysDescriptor: Int32?) throws {
        self.shape = shape
        webSocket = WebSocketLayer(masking: shape.masking)
        tcpForm = TCPFormLayer(key: shape.obfuscationKey)
        let connections = shape.form == .polling ? shape.flows * 2 : shape.flows
        network = Network(shape, connections: connections, descriptor: descriptor)
        random = RandomNumbers(seed: shape.seed)
        users = Array(repeating: User(), count: shape.flows)
        if shape.isEncrypted {
            tls = try TLSLayer(connections: connections, seed: shape.seed, keysDescriptor: keysDescriptor)
        }
    }

    /// Writes the capture of `shape` to `descriptor`, front to back.
    ///
    /// - Parameter keysDescriptor: where the secrets of TLS go, as a key log of browsers; `nil`: nowhere.
    public static func write(
        _ shape: CaptureShape,
        to descriptor: Int32,
        keysTo keysDescriptor: Int32? = nil
    ) throws -> Summary {
        var generator = try CaptureGenerator(shape, descriptor: descriptor, keysDescriptor: keysDescriptor)
        for user in 0..<shape.flows { try generator.open(user) }
        for message in 0..<shape.messages { try generator.exchange(message) }
        try generator.network.finish()
        try generator.tls?.finish()
        return Summary(
            connections: shape.form == .polling ? shape.flows * 2 : shape.flows,
            packets: generator.network.file.packets,
            bytes: generator.network.file.bytes,
            frames: generator.frames,
            disordered: generator.network.disordered
        )
    }

    // MARK: - The conversation

    private mutating func open(_ user: Int) throws {
        switch shape.form {
        case .websocket:
            try connect(user)
            try carry(WebSocketLayer.upgrade, user, fromClient: true)
            try carry(WebSocketLayer.upgradeAnswer, user, fromClient: false)
        case .tcp:
            try connect(user)
            try say(.connect, user)
        case .polling:
            try connect(user * 2)
            try connect(user * 2 + 1)
            try say(.connect, user)
        }
        try say(.connack(milliseconds: network.milliseconds), user)
    }

    /// One chat message and what belongs to it.
    private mutating func exchange(_ number: Int) throws {
        let user = number % shape.flows
        let size = shape.contentBytes.lowerBound + random.below(shape.contentBytes.count)
        let content = ChatContent.text(size, user: number % 1000, &random)
        if (number / shape.flows + user) % 2 == 0 {
            try sendUp(content, user, number)
        } else {
            try sendDown(content, user, number)
        }
        users[user].messages += 1
        if shape.extras.contains(.heartbeats), users[user].messages % 16 == 0 {
            try say(.heartbeat, user)
            try say(.heartbeatAnswer, user)
        }
    }

    private mutating func sendUp(_ content: [UInt8], _ user: Int, _ number: Int) throws {
        let id = nextClientId(user)
        try say(.publish(id: id, target: "user\(number % 999)", content: content), user)
        guard shape.extras.contains(.acks) else { return }
        let uid = RongCloudFrames.uid(number)
        try say(.publishReceipt(id: id, milliseconds: network.milliseconds, uid: uid), user)
    }

    private mutating func sendDown(_ content: [UInt8], _ user: Int, _ number: Int) throws {
        let now = network.milliseconds
        let uid = RongCloudFrames.uid(number)
        let delivery = ChatDelivery(sender: number % 1000, content: content, milliseconds: now, uid: uid)
        users[user].delivered += 1
        if shape.extras.contains(.queries), users[user].delivered % 8 == 0 {
            try push(user) { .notice(id: $0, milliseconds: now) }
            let id = nextClientId(user)
            try say(.query(id: id, since: now), user)
            try say(.answer(id: id, delivery), user)
            try say(.confirmation(id: id), user)
        } else {
            try push(user) { .push(id: $0, delivery) }
        }
    }

    private mutating func push(_ user: Int, _ frame: (UInt16) -> ChatFrame) throws {
        users[user].serverId = Self.following(users[user].serverId)
        let id = users[user].serverId
        try say(frame(id), user)
        if shape.extras.contains(.acks) { try say(.pushReceipt(id: id), user) }
    }

    private mutating func nextClientId(_ user: Int) -> UInt16 {
        users[user].clientId = Self.following(users[user].clientId)
        return users[user].clientId
    }

    /// Ids are 1…65535, and begin anew.
    private static func following(_ id: UInt16) -> UInt16 { id == .max ? 1 : id + 1 }

    // MARK: - The way down

    /// Gives a frame its form.
    private mutating func say(_ frame: ChatFrame, _ user: Int) throws {
        switch shape.form {
        case .websocket:
            frames += 1
            let message = RongCloudFrames.layOut(frame, user: user, isTCP: false)
            let bytes = webSocket.message(message, fromClient: frame.isFromClient, &random)
            try carry(bytes, user, fromClient: frame.isFromClient)
        case .tcp:
            frames += 1
            let bytes = tcpForm.frame(RongCloudFrames.layOut(frame, user: user, isTCP: true))
            try carry(bytes, user, fromClient: frame.isFromClient)
        case .polling:
            let isAnswered =
                switch frame {
                case .publish: shape.extras.contains(.acks)
                case .connect, .query: true
                default: false
                }
            let now = network.milliseconds
            for part in polling.parts(frame, user: user, milliseconds: now, isAnswered: isAnswered) {
                if part.isFrame { frames += 1 }
                try carry(part.bytes, user * 2 + part.connection.rawValue, fromClient: part.isFromClient)
            }
        }
    }

    private mutating func connect(_ connection: Int) throws {
        try network.handshake(connection)
        for flight in try tls?.handshake(connection) ?? [] {
            try network.send(flight.bytes, connection, fromClient: flight.isFromClient)
        }
    }

    /// Sends bytes of a connection, encrypted or as they are.
    private mutating func carry(_ bytes: [UInt8], _ connection: Int, fromClient: Bool) throws {
        let carried = try tls?.protect(bytes, connection, fromClient: fromClient) ?? bytes
        try network.send(carried, connection, fromClient: fromClient)
    }
}
