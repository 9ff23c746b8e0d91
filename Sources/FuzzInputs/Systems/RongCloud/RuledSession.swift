/// A connection of RongCloud over WebSocket, or by long polling, that is made frame by frame, so that the number of each frame's event
/// is known; and what `check` has to say of it.
///
/// The server's clock is that of the capture.
package struct RuledSession: Sendable {
    /// Generations of SDKs by their version.
    static let versions = ["4.2.0", "5.9.0", "2.5.6", "1.0.0"]
    /// The own user.
    static let user = "me"

    /// The connection.
    package internal(set) var wire: SampleSession
    /// What is to be said, by the number of the event that it is about.
    package private(set) var findings: [(event: Int, line: String)] = []
    /// The number of the next frame's event; the switch to WebSocket has the first, or CONNECT.
    private(set) var next = 2
    private let version: String
    private let isPolling: Bool
    /// By long polling: whether a request of the client waits for what the server sends next.
    private var isAsked = true

    /// Opens the connection; the server answers with CONNACK unless the plan does that.
    package init(version: String, hasAnswer: Bool = true, isPolling: Bool = false) {
        self.version = version
        self.isPolling = isPolling
        wire = SampleSession()
        if isPolling {
            connect()
        } else {
            wire.upgrade(extensions: nil, version: version)
        }
        if hasAnswer { send(false, [0x20, 0x80, 0] + SessionPlan.text(Self.user)) }
    }

    /// The time of the next frame: in microseconds, and in milliseconds as RongCloud tells it.
    package var now: UInt64 { wire.now }
    var milliseconds: Int { Int(wire.now / 1000) }

    /// Lets time pass, in milliseconds, of which the next packet takes one by itself.
    package mutating func wait(_ milliseconds: Int) { wire.wait(UInt64(milliseconds) * 1000) }

    /// Says what `check` is to say: the decisive event first.
    mutating func say(_ severity: String, _ rule: String, _ events: [Int], _ text: String) {
        let numbers = events.map(String.init).joined(separator: ", ")
        let place = "flow 1, event\(events.count > 1 ? "s" : "") \(numbers)"
        findings.append((events[0], "\(place): \(severity): \(text) [\(rule)]"))
    }

    /// Ends the connection.
    package mutating func close() { wire.close() }

    // MARK: Frames

    /// Sends any frame; the number of its event.
    @discardableResult
    package mutating func send(_ fromClient: Bool, _ bytes: [UInt8]) -> Int {
        prepare(fromClient: fromClient)
        next += 1
        guard isPolling else {
            wire.message(fromClient: fromClient, bytes)
            return next - 1
        }
        let frame = PolledFrame(bytes, fromClient: fromClient)
        if fromClient {
            wire.send(fromClient: true, frame.request)
            respond()
        } else {
            respond(frame.unit)
        }
        return next - 1
    }

    /// Lets an end have its turn: by long polling a server sends what a request asks for, which is an event of its own, and a client
    /// whose request waits asks for nothing else.
    ///
    /// - Returns: whether the client was heard by that.
    @discardableResult
    mutating func prepare(fromClient: Bool) -> Bool {
        guard isPolling, fromClient == isAsked else { return false }
        if fromClient {
            respond()
            return false
        }
        ask("/pullmsg.js?sessionid=s1&timestrap=1601306624418")
        next += 1
        return true
    }

    /// By long polling the client comes once more, and is let in.
    mutating func reconnect() {
        prepare(fromClient: true)
        connect()
        next += 1
        send(false, [0x20, 0x80, 0] + SessionPlan.text(Self.user))
    }

    private mutating func connect() { ask("/websocket?appId=app1&token=tok-1&sdkVer=\(version)&apiVer=1") }

    private mutating func ask(_ target: String) {
        wire.send(fromClient: true, Array("GET \(target)&pid=1 HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8))
        isAsked = true
    }

    /// Answers the request that waits: with a unit, or with none, which is no event.
    private mutating func respond(_ unit: String = "") {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(unit.utf8.count + 2)\r\n\r\n"
        wire.send(fromClient: false, Array("\(head)[\(unit)]".utf8))
        isAsked = false
    }

    /// Loses the last packet.
    mutating func lose() { wire.lose(wire.packets.count - 1) }

    /// Sends a frame of which either end may have the mask.
    @discardableResult
    mutating func send(_ fromClient: Bool, _ bytes: [UInt8], isMasked: Bool) -> Int {
        wire.send(fromClient: fromClient, SessionPlan.webSocket(bytes, isMasked: isMasked))
        next += 1
        return next - 1
    }

    /// A message or another PUBLISH of the client, which asks for an answer by the lower bits of its header.
    @discardableResult
    mutating func publish(_ topic: String, to target: String, _ id: Int, _ data: [UInt8], header: UInt8 = 0x32) -> Int {
        send(true, [header] + SessionPlan.text(topic) + SessionPlan.text(target) + SessionPlan.number(id, 2) + data)
    }

    @discardableResult
    mutating func query(_ topic: String, to target: String, _ id: Int, _ data: [UInt8] = []) -> Int {
        publish(topic, to: target, id, data, header: 0x52)
    }

    /// The server's answer to a PUBLISH, with the message's UID where it is given; its clock may be ahead by some milliseconds.
    @discardableResult
    mutating func acknowledge(_ id: Int, status: Int = 0, uid: String? = nil, ahead: Int = 0) -> Int {
        let tail = uid.map { SessionPlan.text($0) } ?? []
        let milliseconds = SessionPlan.number((milliseconds + ahead) % 1000, 2)
        let date = SessionPlan.number((self.milliseconds + ahead) / 1000, 4)
        return send(
            false,
            [0x40] + SessionPlan.number(id, 2) + date + SessionPlan.number(status, 2) + milliseconds + tail
        )
    }

    /// The server's answer to a QUERY.
    @discardableResult
    mutating func answer(_ id: Int, status: Int = 0, _ data: [UInt8] = []) -> Int {
        send(false, [0x60] + SessionPlan.number(id, 2) + date + SessionPlan.number(status, 2) + data)
    }

    /// What the server sends by itself; it asks for no answer.
    @discardableResult
    mutating func push(_ topic: String, _ data: [UInt8], _ id: Int = 0, header: UInt8 = 0x30) -> Int {
        let target = SessionPlan.text(Self.user)
        return send(false, [header] + date + SessionPlan.text(topic) + target + SessionPlan.number(id, 2) + data)
    }

    private var date: [UInt8] { SessionPlan.number(milliseconds / 1000, 4) }

    // MARK: Payloads

    /// A number under a field of protobuf.
    static func varint(_ field: Int, _ value: Int) -> [UInt8] {
        Framing.varint(UInt64(field << 3)) + Framing.varint(UInt64(value))
    }

    /// Bytes under a field of protobuf.
    static func bytes(_ field: Int, _ value: [UInt8]) -> [UInt8] {
        Framing.varint(UInt64(field << 3 | 2)) + Framing.varint(UInt64(value.count)) + value
    }

    static func text(_ field: Int, _ value: String) -> [UInt8] { bytes(field, Array(value.utf8)) }

    /// A message as a client sends it: by its flags, name and content.
    static func message(_ name: String = "RC:TxtMsg", _ content: String = #"{"content":"hi"}"#, flags: Int = 3)
        -> [UInt8]
    {
        varint(1, flags) + text(2, name) + text(3, content)
    }

    /// A message as a server delivers it.
    static func delivery(
        _ name: String = "RC:TxtMsg",
        _ content: String = #"{"content":"hi"}"#,
        type: Int = 1,
        time: Int,
        uid: String? = nil,
        flags: Int = 0x30
    ) -> [UInt8] {
        text(1, "lin") + varint(2, type) + text(4, name) + text(5, content) + varint(6, time) + varint(7, flags)
            + (uid.map { text(9, $0) } ?? [])
    }
}

/// A plan of a capture, and of what `check` has to say of it by some rules.
package protocol RuledPlan: Sendable {
    /// The rules that the plan is about: what `check` says by them is to be what the plan says.
    static var rules: [String] { get }
    /// The file.
    var capture: [UInt8] { get }
    /// What is to be said, by the number of the event that it is about.
    var findings: [(event: Int, line: String)] { get }
    /// What the plan does, for the fuzzer to tell plans apart.
    var kinds: [Int] { get }
    init(_ plan: [UInt8])
}

/// A plan whose frames and findings are those of one session.
package protocol SessionRuledPlan: RuledPlan {
    var session: RuledSession { get }
}

extension SessionRuledPlan {
    package var capture: [UInt8] { session.wire.capture() }
    package var findings: [(event: Int, line: String)] { session.findings }
}

/// All plans of rules, by the first byte.
package enum RuledPlans {
    package static let all: [any RuledPlan.Type] = [
        IdsPlan.self, PullsPlan.self, CursorsPlan.self, RoomsPlan.self, DeliveriesPlan.self,
        RatesPlan.self, NamesPlan.self, TopicsPlan.self, ReferencesPlan.self, OpeningsPlan.self, TokensPlan.self,
        RejoinsPlan.self,
    ]

    /// The kind of plan that the first byte means, if it means one of these.
    ///
    /// Its two highest bits are the plan's own.
    package static func meant(by options: UInt8) -> (any RuledPlan.Type)? {
        options & 0x20 != 0 ? all[Int(options & 15) % all.count] : nil
    }
}
