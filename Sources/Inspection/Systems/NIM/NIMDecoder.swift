import NIM
import Transport
import WireFormat
import WireJSON

/// Decodes the packets of NIM's Web SDK into events.
struct NIMDecoder: InspectedSystem {
    let limits: Limits
    let depth: DecodingDepth
    let showsSecrets: Bool

    init(_ options: DecodingOptions) {
        limits = options.limits
        depth = options.depth
        showsSecrets = options.showsSecrets
    }

    static var name: StaticString { "nim" }
    static var typeNames: [String] { NIMPacketType.allCases.map(\.name) }

    // MARK: Claims

    /// Source: NIM_Web_SDK_v8.5.0.js; Socket.IO 0.9 itself is used by others as well.
    static func claim(_ head: RequestHead) -> Claim? {
        func claim(_ certainty: Claim.Certainty, _ purpose: Claim.Purpose, _ reason: String) -> Claim {
            Claim(system: .nim, certainty: certainty, purpose: purpose) { reason }
        }
        if head.target.path.hasSuffix("/lbs/webconf.jsp"), head.target["k"] != nil, !head.isUpgrade {
            return claim(.sure, .exchange(showsReply: true), "address lookup")
        }
        guard let session = NIMHandshake.session(inPath: head.target.path) else {
            // The start of a session over HTTP; its connections must be handled together.
            guard head.target.path == "/socket.io/1/", !head.isUpgrade else { return nil }
            return claim(.possible, .exchange(showsReply: false), "the handshake of Socket.IO 0.9")
        }
        switch session.transport {
        case "websocket" where head.isUpgrade:
            return claim(.possible, .upgrade, "Socket.IO 0.9 with packets of NIM's services")
        case "xhr-polling" where !head.isUpgrade:
            return claim(.possible, .polling, "Socket.IO 0.9 over HTTP with packets of NIM's services")
        default: return nil
        }
    }

    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool {
        isText && (48...56).contains(first) && length >= 3
    }

    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility {
        guard isText else { return .none }
        var layout = NIMLayout()
        guard (try? layout.read(message)) != nil, layout.id != nil else { return .none }
        switch layout.type {
        case .connect, .heartbeat, .noop: return .likely
        case .message:
            guard let direction = layout.direction, let sid = layout.sid, let cid = layout.cid,
                (direction == .request) == (sender == .client)
            else { return .none }
            // A newer SDK may have more commands than the table.
            return NIMCommand.find(sid: sid, cid: cid, direction) == nil ? .likely : .proof
        default: return .none
        }
    }

    static var sessionCheck: any SessionCheck.Type { NIMCheck.self }
    static var captureRules: [any CaptureRules.Type] { [NIMLoginRules.self] }

    // MARK: Sessions

    static func session(begunBy head: RequestHead?) -> NIMSession { NIMSession() }
    static func facts(of head: RequestHead) -> FlowFacts { FlowFacts() }

    static func facts(of session: NIMSession) -> FlowFacts {
        var facts = FlowFacts()
        facts.appKey = session.appKey
        facts.sdkVersion = session.sdkVersion
        facts.user = session.account
        facts.ending = session.ending
        return facts
    }

    static func forEachSlot(of session: NIMSession, _ body: (Int32) -> Void) {
        session.requests.forEachSlot(body)
        session.heartbeats.forEachSlot(body)
    }

    // MARK: Units

    func decode(
        binary message: Span<UInt8>,
        _ session: inout NIMSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        event.kind = .undecoded
        event.diagnose(.error, "frame-binary", "a binary message; NIM's packets are text")
        event.undecoded = 0..<message.count
    }

    func decode(
        text message: [UInt8],
        _ session: inout NIMSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        let packet: NIMPacket
        do throws(WireError) {
            packet = try NIMPacket(decoding: message.span, limits: limits.nim)
        } catch {
            event.diagnose(error, stage: "frame")
            event.undecoded = 0..<message.count
            return message
        }
        remember(packet, &session)
        event.units.nim.packet = packet
        event.units.nim.scope = session.scope
        event.units.nim.account = session.account
        pair(packet, &session, &slots, &event)
        check(packet, &event)
        if depth.contains(.payload) { readBody(&event) }
        return message
    }

    func decode(cut message: Span<UInt8>, into event: inout Event) {}

    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {
        if wanted.contains(.payload), !depth.contains(.payload), case .frame = event.kind { readBody(&event) }
    }

    private func readBody(_ event: inout Event) {
        guard let packet = event.units.nim.packet else { return }
        let scope = event.units.nim.scope
        for finding in packet.check(in: scope) {
            event.units.nim.isOdd = true
            let path = Secrets.masked(finding.path)
            event.diagnose(finding.severity, finding.code, path: path, offset: finding.offset, finding.text)
        }
        if packet.isLarge(limits.nim) { return readLarge(packet, scope, &event) }
        event.units.nim.body = packet.body(in: scope).map { shown($0, packet, scope) }
        let messages = packet.messages(in: scope)
        event.units.nim.messages = messages
        judge(messages, &event)
    }

    /// Reads the needed parts of a large packet; the shown parts are written from its bytes.
    private func readLarge(_ packet: NIMPacket, _ scope: NIMScope?, _ event: inout Event) {
        event.units.nim.isLarge = true
        event.units.nim.body = packet.shortBody(in: scope).map { showsSecrets ? $0 : masked($0) }
        let most = limits.nim.messages(inPacketOf: packet.data?.count ?? 0)
        let (messages, isCut) = packet.largeMessages(in: scope, most: most)
        event.units.nim.messages = messages
        if isCut { event.diagnoseMessagesLimit(most, path: "body") }
        judge(messages, &event)
    }

    private func judge(_ messages: [NIMMessage], _ event: inout Event) {
        let longest = NIMLimits.attachBytes
        for (index, message) in messages.enumerated() where (message.attach?.utf8.count ?? 0) > longest {
            let text = "the attachment has more than \(longest) bytes; it is shown as text"
            event.diagnose(.note, "content-limit", path: messages.count > 1 ? "messages[\(index)]" : "", text)
        }
        for message in messages {
            if let time = message.time { event.diagnoseTime(time, path: "\(message.path).time") }
        }
        for (index, message) in messages.enumerated() {
            guard case .attachment(let document, let shape?) = message.content else { continue }
            for finding in NIMContents.check(document.root, as: shape) {
                event.diagnostics.append(Diagnostic(.content(finding), message: messages.count > 1 ? index : nil))
            }
        }
    }

    /// Returns the body; for a large packet, only its short values.
    private func body(_ packet: NIMPacket, _ scope: NIMScope?) -> JSONValue? {
        packet.isLarge(limits.nim) ? packet.shortBody(in: scope) : packet.body(in: scope)
    }

    /// Stores the facts of a login in the session, and the end of the session by a kick.
    private func remember(_ packet: NIMPacket, _ session: inout NIMSession) {
        if packet.direction == .response, let command = packet.command(in: session.scope), command.name == "kicked" {
            let body = body(packet, session.scope)
            let reason = (body?["reason"]?.int64).map { ": reason \($0)" } ?? ""
            session.ending = "kicked\(reason)"
        }
        guard session.account == nil, let sid = packet.sid, let cid = packet.cid, sid == 2 || sid == 13 && cid == 2
        else { return }
        if session.scope == nil { session.scope = sid == 2 ? .im : .chatroom }
        // In a capture that starts late, the scope may be known before a login, for example from a kick.
        guard packet.direction == .request, let body = body(packet, session.scope) else { return }
        let login = body["login"]
        session.appKey = login?["appKey"]?.string ?? session.appKey
        session.account = login?["account"]?.string ?? session.account
        let version = (body["imLogin"] ?? login)?["sdkVersion"]
        session.sdkVersion = version?.string ?? version?.int64.map(String.init) ?? session.sdkVersion
    }

    /// Finds the request of a response: by its serial, as the SDK does, whatever the command is.
    ///
    /// A heartbeat is found by its command, because its serial is always 0.
    private func pair(
        _ packet: NIMPacket,
        _ session: inout NIMSession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        guard let serial = packet.ser.flatMap({ Int32(exactly: $0) }), let direction = packet.direction,
            let sid = packet.sid, let cid = packet.cid
        else { return }
        let isHeartbeat = serial == 0 && isPing(event)
        guard serial > 0 || isHeartbeat else { return }
        switch direction {
        case .request where event.sender == .client:
            let topic = (0..<127).contains(sid) && (0..<256).contains(cid) ? Int16(sid) << 8 | Int16(cid) : -1
            let slot = slots.take()
            event.requestSlot = slot
            let request = PendingRequests<Int32>.Request(event, slot: slot, topic: topic, id: serial)
            guard !isHeartbeat else { return session.heartbeats.insert(request, &slots) }
            slots.giveBack(session.requests.insert(request, limit: slots.limit(of: session.requests.count, limits)))
        case .response where event.sender == .server:
            let request =
                isHeartbeat
                ? session.heartbeats.take(answeredBy: event) : session.requests.take(serial, answeredBy: event)
            // A push may have a serial without a meaning.
            event.isAnswer = request != nil || packet.isResponse(in: event.units.nim.scope)
            guard let request else { return }
            event.reply = Event.Reply(
                slot: request.slot,
                topic: Int(request.topic),
                latency: request.latency(to: event)
            )
            slots.giveBack(request.slot)
        default: break
        }
    }

    func replyTopic(_ topic: Int) -> String {
        let command = NIMCommand.find(sid: Int64(topic >> 8), cid: Int64(topic & 255), .request)
        return command.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? "\(topic >> 8)_\(topic & 255)"
    }

    private func check(_ packet: NIMPacket, _ event: inout Event) {
        if packet.direction != nil, packet.command(in: event.units.nim.scope) == nil {
            let name = "\(packet.sid ?? 0)_\(packet.cid ?? 0)"
            event.diagnose(.note, "frame-command", path: "cid", "the table has no command \(name)")
        }
        if let direction = packet.direction, (direction == .request) != (event.sender == .client) {
            let sender = event.sender.rawValue
            event.diagnose(.note, "frame-direction", "the \(sender) wrote a \(direction.rawValue)")
        }
    }

    // MARK: Secrets

    /// Returns the body with its secrets shortened.
    private func shown(_ body: JSONValue, _ packet: NIMPacket, _ scope: NIMScope?) -> JSONValue {
        guard !showsSecrets else { return body }
        var shown = body
        // The secret names per object: by the value's name, then by the object's index in the value; `nil` if the value
        // is the object.
        var inner: [String: [Int?: Set<String>]] = [:]
        for path in packet.secretPaths(in: scope) {
            let names = path.split(separator: ".").map(String.init)
            guard let first = names.first, names.count == 2 else {
                Secrets.shorten(Set(names), in: &shown)
                continue
            }
            // `values[2].token`, or `login.token`.
            let list = first.split(separator: "[")
            if list.count == 2, let place = Int(list[1].dropLast()) {
                inner[String(list[0]), default: [:]][place, default: []].insert(names[1])
            } else {
                inner[first, default: [:]][nil, default: []].insert(names[1])
            }
        }
        for (name, places) in inner {
            guard var value = shown[name] else { continue }
            if case .array(var elements) = value {
                for case (let place?, let names) in places where elements.indices.contains(place) {
                    Secrets.shorten(names, in: &elements[place])
                }
                value = .array(elements)
            } else if let names = places[nil] {
                Secrets.shorten(names, in: &value)
            }
            shown[name] = value
        }
        return masked(shown)
    }

    /// Returns a body without the secrets that its texts and names reveal.
    private func masked(_ shown: JSONValue) -> JSONValue {
        var writer = ByteWriter()
        let plain = shown.minified
        writer.append(plain)
        Secrets.maskJSON(from: 0, in: &writer, limits: limits.json)
        // Most values have nothing to hide; avoid building a large value a second time.
        if writer.span.equals(plain.span) { return shown }
        return (try? JSONValue(parsing: writer.array)) ?? shown
    }

    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        Array(repeating: Secrets.hiddenByte, count: range.count)
    }
}
