import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Decodes LeanCloud's commands into events: envelope, chat messages, pairing of requests and answers.
struct LeanCloudDecoder: InspectedSystem {
    let limits: Limits
    let depth: DecodingDepth
    let showsSecrets: Bool

    init(_ options: DecodingOptions) {
        limits = options.limits
        // The type of a message is in its content, so messages without their contents are not enough.
        depth = options.depth.contains(.payload) ? .all : options.depth
        showsSecrets = options.showsSecrets
    }

    static var name: StaticString { "leancloud" }
    static var typeNames: [String] { commandNames.map(\.description) }

    /// The names of the commands by their numbers.
    static let commandNames: [StaticString] = [
        "session", "conv", "direct", "ack", "rcp", "unread", "logs", "error", "login", "data", "room", "read",
        "presence",
        "report", "echo", "loggedin", "logout", "loggedout", "patch", "pubsub", "blacklist", "goaway",
    ]

    /// The names of the ops by their numbers, as UTF-8; empty if the enum has no name.
    static let opNames: [[UInt8]] = (0...255).map { Array((LeanCloudOp(rawValue: $0).name ?? "").utf8) }

    func decode(
        binary message: Span<UInt8>,
        _ session: inout LeanCloudSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        read(message, session.form(of: message, isText: false), &session, &slots, &event)
    }

    func decode(
        text message: [UInt8],
        _ session: inout LeanCloudSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        read(message.span, session.form(of: message.span, isText: true), &session, &slots, &event)
        return message
    }

    func decode(cut message: Span<UInt8>, into event: inout Event) {
        event.units.leanCloud.isBroken = true
        try? event.units.leanCloud.layout.read(message, form: .protobuf, limits: limits.leanCloud)
    }

    private func read(
        _ bytes: Span<UInt8>,
        _ form: LeanCloudForm,
        _ session: inout LeanCloudSession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        do throws(WireError) {
            try event.units.leanCloud.layout.read(
                bytes,
                form: form,
                generation: session.generation,
                limits: limits.leanCloud
            )
        } catch {
            event.units.leanCloud.isBroken = true
            event.diagnose(error, stage: "frame")
            event.undecoded = 0..<bytes.count
            return
        }
        if form == .messagePack {
            event.diagnose(.note, "frame-msgpack", "MessagePack, whose layout no public source shows")
            event.undecoded = 0..<bytes.count
            return
        }
        remember(bytes, &session, &event)
        pair(&session, &slots, &event)
        check(bytes, &event)
        if depth.contains(.payload) { findMessages(bytes, &event) }
        if depth.contains(.contents) { readContents(bytes, &event) }
    }

    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {
        let missing = wanted.subtracting(depth)
        guard !missing.isEmpty, case .frame = event.kind, !event.isComplete, !event.units.leanCloud.isBroken else {
            return
        }
        if missing.contains(.payload) { findMessages(bytes, &event) }
        if missing.contains(.contents) { readContents(bytes, &event) }
    }

    // MARK: Session

    /// Stores the facts of a command about the connection in the session.
    private func remember(_ bytes: Span<UInt8>, _ session: inout LeanCloudSession, _ event: inout Event) {
        let header = event.units.leanCloud.layout.header
        if header.cmd == .session || header.cmd == .login {
            if session.appId == nil {
                session.appId = header.appId.map { event.units.leanCloud.layout.string($0, of: bytes) }
            }
            if session.peer.isEmpty, let peer = header.peerId {
                session.peer = event.units.leanCloud.layout.copy(peer, of: bytes) ?? []
            }
            if session.userAgent == nil { session.userAgent = event.units.leanCloud.text("ua", bytes) }
        }
        if header.cmd == .session || header.cmd == .goaway { noteEnd(bytes, &session, event) }
        if event.units.leanCloud.ownPeer != session.peer { event.units.leanCloud.ownPeer = session.peer }
    }

    /// Stores the end of the session, and its reason, if a command ends the session.
    private func noteEnd(_ bytes: Span<UInt8>, _ session: inout LeanCloudSession, _ event: borrowing Event) {
        let header = event.units.leanCloud.layout.header
        if header.cmd == .goaway {
            session.ending = session.ending ?? "kicked: the server goes away"
            return
        }
        switch (header.op?.name ?? header.opText.map { event.units.leanCloud.layout.string($0, of: bytes) }) {
        case "close" where event.sender == .client: session.ending = "clean"
        case "closed" where session.ending == nil:
            let status = status(event, bytes)
            let words = status.map { "\($0.code) \(Self.meaning(of: $0) ?? "not in the table")" }
            session.ending = "kicked: " + (words ?? "closed by the server")
        case "open": session.ending = nil
        default: break
        }
    }

    // MARK: Pairing

    /// Returns the command as a number, for the topic of a request; -1 if there is no command, or its number does not
    /// fit.
    static func topic(_ header: LeanCloudHeader) -> Int16 {
        guard let cmd = header.cmd?.rawValue, (0..<127).contains(cmd) else { return -1 }
        let op = header.op?.rawValue ?? 255
        return Int16(cmd) << 8 | Int16((0...255).contains(op) ? op : 255)
    }

    func replyTopic(_ topic: Int) -> String {
        let cmd = topic >> 8
        let name = Self.commandNames.indices.contains(cmd) ? Self.commandNames[cmd].description : "\(cmd)"
        let op = String(decoding: Self.opNames[topic & 255], as: UTF8.self)
        return op.isEmpty ? name : "\(name)/\(op)"
    }

    private func pair(_ session: inout LeanCloudSession, _ slots: inout SlotPool, _ event: inout Event) {
        guard let i = event.units.leanCloud.layout.header.i else { return }
        if event.sender == .server {
            event.isAnswer = true
            guard let request = session.requests.take(i, answeredBy: event) else { return }
            event.reply = Event.Reply(
                slot: request.slot,
                topic: Int(request.topic),
                latency: request.latency(to: event)
            )
            slots.giveBack(request.slot)
            return
        }
        let slot = slots.take()
        event.requestSlot = slot
        let request = PendingRequests<Int32>.Request(
            event,
            slot: slot,
            topic: Self.topic(event.units.leanCloud.layout.header),
            id: i
        )
        slots.giveBack(session.requests.insert(request, limit: slots.limit(of: session.requests.count, limits)))
    }

    private func findMessages(_ bytes: Span<UInt8>, _ event: inout Event) {
        let most = limits.messages(inUnitOf: bytes.count)
        event.units.leanCloud.layout.findMessages(in: bytes, atMost: most)
        let messages = event.units.leanCloud.layout.messages
        for (index, message) in messages.enumerated() {
            guard let time = message.timestamp else { continue }
            event.diagnoseTime(time, path: messages.count > 1 ? "messages[\(index)].timestamp" : "timestamp")
        }
        guard event.units.leanCloud.layout.hasMoreMessages else { return }
        event.diagnoseMessagesLimit(most, path: "")
    }

    // MARK: Oddities

    /// Reports deviations from the documented form.
    private func check(_ bytes: Span<UInt8>, _ event: inout Event) {
        let header = event.units.leanCloud.layout.header
        if header.cmd == nil, !event.units.leanCloud.layout.isKeepAlive {
            event.diagnose(.warning, "frame-command", path: "cmd", "the command has no cmd that is known")
        } else if let cmd = header.cmd {
            if cmd.name == nil {
                event.diagnose(.note, "frame-command", path: "cmd", "cmd \(cmd.rawValue) is none that is known")
            } else if !LeanCloudOperation.isKnown(cmd, header.op, from: event.sender),
                header.op != .error, !(cmd == .login && event.units.leanCloud.layout.generation == .older)
            {
                let sender = event.sender.rawValue
                event.diagnose(
                    .note,
                    "frame-operation",
                    path: "op",
                    "\(header.title) is not known from the \(sender)"
                )
            }
        }
        switch event.units.leanCloud.layout.form {
        case .protobuf, .protobufBase64:
            let layout = event.units.leanCloud.layout
            // The schema is named each time: a copy would be counted in memory that all workers share.
            event.diagnostics.describe(layout.tape, layout.payload(bytes), LeanCloudSchema.shared)
            event.diagnostics.describeDoubled(layout.tape, layout.payload(bytes), LeanCloudSchema.shared)
        case .json:
            let tape = event.units.leanCloud.layout.json
            event.diagnostics.describeDoubled(tape.root(in: bytes))
            event.diagnostics.describeContents(tape.root(in: bytes), header.cmd)
        case .messagePack: break
        }
    }
}
