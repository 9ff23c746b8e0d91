/// A connection of RongCloud over WebSocket or long polling, built frame by frame, so that the number of each frame's
/// event is known; and the expected findings of `check`.
///
/// The server's clock is the capture's clock.
package struct RuledSession: Sendable {
    /// The SDK versions, one for each generation.
    static let versions = ["4.2.0", "5.9.0", "2.5.6", "1.0.0"]
    /// The own user.
    static let user = "me"

    /// The connection.
    package internal(set) var wire: SampleSession
    /// The expected findings, with the number of the event.
    package private(set) var findings: [(event: Int, line: String)] = []
    /// The number of the next frame's event; the upgrade to WebSocket or CONNECT has number 1.
    private(set) var next = 2
    private let version: String
    private let isPolling: Bool
    /// Whether a request of the client waits, with long polling.
    private var isAsked = true

    /// Opens the connection; sends a CONNACK if `hasAnswer`.
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

    /// The time of the next frame: in microseconds, and in milliseconds as RongCloud sends it.
    package var now: UInt64 { wire.now }
    var milliseconds: Int { Int(wire.now / 1000) }

    /// Moves the time forward, in milliseconds; the next packet takes one itself.
    package mutating func wait(_ milliseconds: Int) { wire.wait(UInt64(milliseconds) * 1000) }

    /// Adds an expected finding; the decisive event comes first.
    mutating func say(_ severity: String, _ rule: String, _ events: [Int], _ text: String) {
        let numbers = events.map(String.init).joined(separator: ", ")
        let place = "flow 1, event\(events.count > 1 ? "s" : "") \(numbers)"
        findings.append((events[0], "\(place): \(severity): \(text) [\(rule)]"))
    }

    /// Ends the connection.
    package mutating func close() { wire.close() }

    // MARK: Frames

    /// Sends any frame, and returns the number of its event.
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

    /// Gives an end its turn with long polling: before the server sends, the client must poll, which is an event;
    /// before the client sends, its waiting request is answered.
    ///
    /// - Returns: whether the client has polled.
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

    /// Connects the client again, with long polling.
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

    /// Answers the waiting request with a unit, or with none, which is no event.
    private mutating func respond(_ unit: String = "") {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(unit.utf8.count + 2)\r\n\r\n"
        wire.send(fromClient: false, Array("\(head)[\(unit)]".utf8))
        isAsked = false
    }

    /// Removes the last packet.
    mutating func lose() { wire.lose(wire.packets.count - 1) }

    /// Sends a frame with or without a mask, in either direction.
    @discardableResult
    mutating func send(_ fromClient: Bool, _ bytes: [UInt8], isMasked: Bool) -> Int {
        wire.send(fromClient: fromClient, SessionPlan.webSocket(bytes, isMasked: isMasked))
        next += 1
        return next - 1
    }

    /// Sends a PUBLISH of the client; the lower bits of its header ask for an answer.
    @discardableResult
    mutating func publish(_ topic: String, to target: String, _ id: Int, _ data: [UInt8], header: UInt8 = 0x32) -> Int {
        send(true, [header] + SessionPlan.text(topic) + SessionPlan.text(target) + SessionPlan.number(id, 2) + data)
    }

    @discardableResult
    mutating func query(_ topic: String, to target: String, _ id: Int, _ data: [UInt8] = []) -> Int {
        publish(topic, to: target, id, data, header: 0x52)
    }

    /// Sends the server's answer to a PUBLISH, with the message's UID if given; `ahead` shifts its time, in
    /// milliseconds.
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

    /// Sends the server's answer to a QUERY.
    @discardableResult
    mutating func answer(_ id: Int, status: Int = 0, _ data: [UInt8] = []) -> Int {
        send(false, [0x60] + SessionPlan.number(id, 2) + date + SessionPlan.number(status, 2) + data)
    }

    /// Sends a PUBLISH of the server, which asks for no answer by default.
    @discardableResult
    mutating func push(_ topic: String, _ data: [UInt8], _ id: Int = 0, header: UInt8 = 0x30) -> Int {
        let target = SessionPlan.text(Self.user)
        return send(false, [header] + date + SessionPlan.text(topic) + target + SessionPlan.number(id, 2) + data)
    }

    private var date: [UInt8] { SessionPlan.number(milliseconds / 1000, 4) }

    // MARK: Payloads

    /// Returns a protobuf number field.
    static func varint(_ field: Int, _ value: Int) -> [UInt8] {
        Framing.varint(UInt64(field << 3)) + Framing.varint(UInt64(value))
    }

    /// Returns a protobuf bytes field.
    static func bytes(_ field: Int, _ value: [UInt8]) -> [UInt8] {
        Framing.varint(UInt64(field << 3 | 2)) + Framing.varint(UInt64(value.count)) + value
    }

    static func text(_ field: Int, _ value: String) -> [UInt8] { bytes(field, Array(value.utf8)) }

    /// Returns the payload of a client's message.
    static func message(_ name: String = "RC:TxtMsg", _ content: String = #"{"content":"hi"}"#, flags: Int = 3)
        -> [UInt8]
    {
        varint(1, flags) + text(2, name) + text(3, content)
    }

    /// Returns the payload of a delivered message.
    static func delivery(
        _ name: String = "RC:TxtMsg",
        _ content: String = #"{"content":"hi"}"#,
        type: Int = 1,
        room: String? = nil,
        time: Int,
        uid: String? = nil,
        flags: Int = 0x30
    ) -> [UInt8] {
        text(1, "lin") + varint(2, type) + (room.map { text(3, $0) } ?? []) + text(4, name) + text(5, content)
            + varint(6, time) + varint(7, flags) + (uid.map { text(9, $0) } ?? [])
    }
}

/// A plan of a capture, and the expected findings of some rules of `check`.
package protocol RuledPlan: Sendable {
    /// The rules of the plan: only their findings are compared.
    static var rules: [String] { get }
    /// The file.
    var capture: [UInt8] { get }
    /// The expected findings, with the number of the event.
    var findings: [(event: Int, line: String)] { get }
    /// The kinds of the steps, which tell plans apart for the fuzzer.
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

/// All plans of rules, chosen by the first byte.
package enum RuledPlans {
    package static let all: [any RuledPlan.Type] = [
        IdsPlan.self, PullsPlan.self, CursorsPlan.self, RoomsPlan.self, DeliveriesPlan.self,
        RatesPlan.self, NamesPlan.self, TopicsPlan.self, ReferencesPlan.self, OpeningsPlan.self, TokensPlan.self,
        RejoinsPlan.self,
    ]

    /// Returns the kind of plan that a first byte chooses; `nil` for another kind of plan.
    ///
    /// The byte's two highest bits belong to the plan.
    package static func meant(by options: UInt8) -> (any RuledPlan.Type)? {
        options & 0x20 != 0 ? all[Int(options & 15) % all.count] : nil
    }
}
