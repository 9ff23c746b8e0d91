/// A session of RongCloud over WebSocket or in the TCP form, and its pairs of requests and answers.
///
/// In a plan's byte before the steps, the first bit means many ids, and the next two choose the form. The others give
/// the key of the TCP form's bodies, whether the own user is known from the beginning, and the client's information
/// about itself. A step is five bytes: the frame, its message id, the time since the last frame (two bytes), the
/// content.
package struct SessionPlan: Sendable {
    /// A frame as in its expected event.
    package struct Frame: Hashable, Sendable {
        package var type: String
        package var fromClient: Bool
        /// The index of the answered frame.
        package var answers: Int?
        /// The topic of the answered frame.
        package var topic: String?
        /// The latency in microseconds.
        package var latency: Int?
        /// The message of a frame: the conversation's type, its target, the sender, the flags.
        package var message: [String] = []

        package init(type: String, fromClient: Bool, message: [String] = []) {
            self.type = type
            self.fromClient = fromClient
            self.message = message
        }
    }

    /// The frames in order.
    package private(set) var frames: [Frame] = []
    /// The length, the own topic and the time of each frame.
    package private(set) var sizes: [(bytes: Int, topic: String?, time: UInt64)] = []
    /// The connection.
    package private(set) var session: SampleSession
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []

    /// A waiting request: the index of its frame, its topic, its time.
    private typealias Request = (place: Int, topic: String?, time: UInt64)
    private var publishes: [Int: Request] = [:]
    private var pushes: [Int: Request] = [:]
    private var copies: [Int: Request] = [:]
    private var queries: [Int: Request] = [:]
    private var results: [Int: Request] = [:]
    private var pings = PlannedPings<Request>()
    private var lastTime: UInt64 = 0
    private let hasManyIds: Bool
    /// The key of the bodies in the TCP form; `nil` over WebSocket.
    private let key: [UInt8]?
    /// Whether frames are in the TCP stream itself.
    package var isTCPForm: Bool { key != nil }

    /// The conversation types by number, with the reference's names.
    private static let kinds = [
        "none", "private", "discussion", "group", "chatroom", "customerService", "system", "appPublicService",
        "publicService", "pushService", "ultraGroup", "encrypted", "rtcRoom",
    ]
    /// The topics of the client's messages, and their conversation types.
    private static let topics = [
        ("ppMsgP", 1), ("pdMsgP", 2), ("pgMsgP", 3), ("chatMsg", 4), ("pcMsgP", 5), ("prMsgS", 12), ("ugMsg", 10),
    ]
    /// The flags of messages in either direction, with the reference's names.
    private static let upstreamFlags = [
        (3, "persisted counted"), (1, "persisted"), (0x23, "persisted counted noNotification"),
        (0x47, "persisted counted mentioned expansion"),
    ]
    private static let downstreamFlags = [
        (0x30, "persisted counted"), (0x652, "persisted mentioned noNotification expansion fetched"),
    ]
    private static let queried = ["pullMsg", "qryPMsg", "qnTkn", "joinChrm", "qryRelationR"]
    private static let user = "me"
    /// The own user, if CONNACK has named it; otherwise `-`.
    private var known = "-"
    /// The client's information in CONNECT: platform, device and version, if there are at least three parts.
    private static let wills = [
        nil, "Android$$a-device", "Web$$a$$4.2.0", "Web$$a$$b$$4.2.1", "iOS$$$$c$$d$$5.1.0", "", "x",
        "Android$$$$4.0.1",
    ]
    /// The expected facts of the connection's row in `flows`.
    package private(set) var who = ""

    /// - Parameters:
    ///   - inAllForms: whether the session may be in the TCP form.
    ///   - connection: a connection that was just opened.
    package init(_ plan: [UInt8], inAllForms: Bool = true, on connection: SampleSession = SampleSession()) {
        session = connection
        var reader = PlanReader(plan)
        let options = reader.byte()
        hasManyIds = options & 1 != 0
        // A key of zeros leaves bodies unchanged.
        key = inAllForms && options >> 1 & 3 == 3 ? planBytes(options, 8).map { options >> 3 == 0 ? 0 : $0 } : nil
        let will = Self.wills[options >> 3 % Self.wills.count]
        if isTCPForm {
            let says = will.map { Self.text("clientInfo") + Self.text($0) } ?? []
            let head = Self.text("RCloud") + [3, will == nil ? 0xC2 : 0xC6, 0, 60] + Self.text("device")
            send(true, "CONNECT", [0x10] + head + says + Self.text("app1") + Self.text("token-1"))
        } else {
            session.upgrade(extensions: nil)
        }
        connack(isKnown: options >> 3 & 3 != 3)
        for step in reader.steps(of: 5, atMost: 100) {
            var step = step
            let choice = step.byte()
            let id = self.id(step.byte())
            let (coarse, fine) = (step.byte(), step.byte())
            // Packets from several processors may be out of the order of their times.
            if inAllForms, coarse >= 248 {
                session.goBack(UInt64((coarse - 248) * 977 + fine * 13))
            } else {
                session.wait(UInt64(coarse * 977 + fine * 13))
            }
            let content = step.byte()
            kinds.append(choice % 10)
            switch choice % 10 {
            case 0: publish(id, content)
            case 1: answerPublish(id)
            case 2: query(id, content)
            case 3: answerQuery(id)
            case 4: confirm(id)
            case 5: push(id, content, hasKind: choice < 200, group: choice / 10 % 4 == 3 ? "" : "crowd")
            case 6: answerPush(id)
            case 7:
                send(true, "PINGREQ", [0xC0])
                pings.add(request(topic: nil))
            case 8:
                // A PINGRESP in two packets has the time of the second one.
                let isHalved = isTCPForm && frames.count & 3 != 0
                let now = session.now + (isHalved ? SampleSession.pause : 0)
                send(false, "PINGRESP", [0xD0], answering: pings.answer(at: now, \.time))
            default: connack(isKnown: true)
            }
        }
        // WebSocket may end with a close frame, whose code may have no reason (RFC 6455 section 5.5.1).
        let code = isTCPForm ? nil : [nil, 1000, 1011, 4000, 1001, nil, 1002, 3000][options >> 5]
        if let code { session.message(fromClient: options & 16 != 0, Self.number(code, 2), first: 0x88) }
        session.close()
        let ending = code.map { $0 == 1000 || $0 == 1001 ? "clean" : "closed with code \($0)" } ?? "clean"
        let parts = isTCPForm ? will?.components(behind: "$$") ?? [] : []
        let version = isTCPForm ? parts.count < 3 ? "-" : parts[parts.count - 1] : "4.2.0"
        who = "\(isTCPForm ? "tcp" : "websocket"), rongcloud, \(known), -, app1, \(version), \(ending)"
    }

    /// Sends a CONNACK of protocol version 3: flag, status, and perhaps the own user id.
    private mutating func connack(isKnown: Bool) {
        if isKnown { known = Self.user }
        send(false, "CONNACK", [0x20, 0x80, 0] + (isKnown ? Self.text(Self.user) : []))
    }

    /// Returns an id: one of a few, so that answers meet requests; among them adjacent and distant ones, and the ends
    /// of the range.
    private func id(_ byte: Int) -> Int {
        let ids = [1, 2, 3, 4, 5, 6, 255, 256, 257, 258, 512, 513, 65534, 65535, 0, 32768]
        return hasManyIds ? byte : ids[byte & 15]
    }

    // MARK: Requests of clients

    private mutating func publish(_ id: Int, _ content: Int) {
        let (topic, kind) = Self.topics[content % Self.topics.count]
        let target = content >> 5 == 6 ? "a target" : "target\(content >> 5)"
        let (flags, words) = Self.upstreamFlags[content >> 3 & 3]
        let data = Self.varint(1, flags) + Self.bytes(2, "RC:TxtMsg") + Self.bytes(3, "{\"content\":\"hi\"}")
        let body = Self.text(topic) + Self.text(target) + Self.number(id, 2) + data
        send(true, "PUBLISH", [0x32] + body, message: [Self.kinds[kind], target, known, words], topic: topic)
        publishes[id] = request(topic: topic)
    }

    private mutating func answerPublish(_ id: Int) {
        let body = Self.number(id, 2) + Self.number(1_795_000_000, 4) + Self.number(0, 2) + Self.number(5, 2)
        let answered = publishes.removeValue(forKey: id) ?? copies.removeValue(forKey: id)
        send(false, "PUBACK", [0x40] + body, answering: answered)
    }

    private mutating func query(_ id: Int, _ content: Int) {
        let topic = Self.queried[content % Self.queried.count]
        send(true, "QUERY", [0x52] + Self.text(topic) + Self.text(Self.user) + Self.number(id, 2), topic: topic)
        queries[id] = request(topic: topic)
    }

    private mutating func answerQuery(_ id: Int) {
        let body = Self.number(id, 2) + Self.number(1_795_000_000, 4) + Self.number(0, 2)
        let answered = queries.removeValue(forKey: id)
        send(false, "QUERYACK", [0x62] + body, answering: answered)
        results[id] = request(topic: answered?.topic)
    }

    private mutating func confirm(_ id: Int) {
        send(true, "QUERYCON", [0x70] + Self.number(id, 2), answering: results.removeValue(forKey: id))
    }

    // MARK: Pushes of servers

    /// - Parameters:
    ///   - hasKind: whether the message has a conversation type; without one the type is unknown, and a group is not
    ///     the target.
    ///   - group: the name of the group, if there is one; an empty name is not a target.
    private mutating func push(_ id: Int, _ content: Int, hasKind: Bool, group: String) {
        let kind = content % 13
        let isOwn = content & 0x20 != 0
        let hasGroup = content & 0x40 == 0
        // The types with a group: discussions, groups, rooms, ultra groups, RTC rooms.
        let isGroup = hasKind && [2, 3, 4, 10, 12].contains(kind) && hasGroup && !group.isEmpty
        let (flags, words) = Self.downstreamFlags[content >> 7]
        var data = Self.bytes(1, "friend")
        if hasKind { data += Self.varint(2, kind) }
        if hasGroup { data += Self.bytes(3, group) }
        data += Self.bytes(4, "RC:TxtMsg") + Self.bytes(5, "{\"content\":\"hi\"}")
        data += Self.varint(6, 1_795_000_000_123) + Self.varint(7, flags)
        // An unknown direction counts as none.
        let direction = isOwn ? 1 : content & 0x10 != 0 ? 2 : 0
        if direction > 0 { data += Self.varint(10, direction) }
        let body = Self.number(1_795_000_000, 4) + Self.text("s_msg") + Self.text(Self.user) + Self.number(id, 2)
        let sender = isOwn ? known : "friend"
        let message = [hasKind ? Self.kinds[kind] : "-", isGroup ? group : "friend", sender, words]
        // A copy of an own message with DUP is acknowledged by the server.
        let isCopy = isOwn && content & 0x80 != 0
        send(false, "PUBLISH", [isCopy ? 0x3A : 0x32] + body + data, message: message, topic: "s_msg")
        if isCopy { copies[id] = request(topic: "s_msg") } else { pushes[id] = request(topic: "s_msg") }
    }

    private mutating func answerPush(_ id: Int) {
        send(true, "PUBACK", [0x40] + Self.number(id, 2), answering: pushes.removeValue(forKey: id))
    }

    // MARK: Frames

    /// Returns the last frame as a request.
    private func request(topic: String?) -> Request { (frames.count - 1, topic, lastTime) }

    private mutating func send(
        _ fromClient: Bool,
        _ type: String,
        _ bytes: [UInt8],
        answering request: Request? = nil,
        message: [String] = [],
        topic: String? = nil
    ) {
        var frame = Frame(type: type, fromClient: fromClient, message: message)
        // Some frames are text messages, as for old browsers: their bytes as numbers.
        let isText = !isTCPForm && frames.count & 7 == 5
        let payload = isText ? Array(bytes.map { "\($0)" }.joined(separator: ",").utf8) : bytes
        var wire =
            key.map { Self.enveloped(bytes, $0) } ?? Self.webSocket(payload, isText: isText, isMasked: fromClient)
        if isTCPForm, frames.count & 3 != 0 {
            // A frame has the time of its last packet.
            let first = min(wire.count - 1, [0, 1, 2, wire.count / 2][frames.count & 3])
            if first > 0 {
                session.send(fromClient: fromClient, Array(wire[..<first]))
                wire.removeFirst(first)
            }
        }
        if let request {
            frame.answers = request.place
            frame.topic = request.topic
            // An answer with an earlier time than its request has a latency of 0.
            frame.latency = max(0, Int(session.now) - Int(request.time))
        }
        lastTime = session.now
        frames.append(frame)
        sizes.append((bytes.count, topic, lastTime))
        session.send(fromClient: fromClient, wire)
    }
}
