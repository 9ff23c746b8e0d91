import LeanCloud
import NIM
import RongCloud
import Transport
package import WireFormat
package import WireJSON
import YC

// The one list of systems: what is kept of each, and the way to it. A system is added here and nowhere else.

/// A messaging system that is followed.
package enum MessagingSystem: UInt8, CaseIterable, Sendable {
    /// RongCloud.
    case rongCloud
    /// LeanCloud.
    case leanCloud
    /// NIM.
    case nim
    /// YC.
    case yc

    /// Stands in an event before its first unit.
    static let first = rongCloud

    /// The name in events and on the command line.
    package var name: StaticString {
        switch self {
        case .rongCloud: RongCloudDecoder.name
        case .leanCloud: LeanCloudDecoder.name
        case .nim: NIMDecoder.name
        case .yc: YCDecoder.name
        }
    }

    /// The names of its units' types in the order of a table of counts.
    var typeNames: [String] {
        switch self {
        case .rongCloud: RongCloudDecoder.typeNames
        case .leanCloud: LeanCloudDecoder.typeNames
        case .nim: NIMDecoder.typeNames
        case .yc: YCDecoder.typeNames
        }
    }

    // MARK: Single units

    /// The frame object of one unit of a WebSocket connection or, of YC, one body.
    ///
    /// - Parameter sender: the end that wrote it; without it told from the bytes, where they tell.
    /// - Throws: what the system's decoder throws, and `value` where `sender` is asked for.
    package func frameObject(of bytes: [UInt8], from sender: FrameSender? = nil) throws(WireError) -> JSONValue {
        switch self {
        case .rongCloud: try RongCloudDecoder.frameObject(of: bytes, from: sender)
        case .leanCloud: try LeanCloudDecoder.frameObject(of: bytes, from: sender)
        case .nim: try NIMDecoder.frameObject(of: bytes, from: sender)
        case .yc: try YCDecoder.frameObject(of: bytes, from: sender)
        }
    }

    /// The bytes of a frame object.
    ///
    /// - Throws: what the system's encoder throws.
    package func frameBytes(of object: JSONValue) throws(WireError) -> [UInt8] {
        switch self {
        case .rongCloud: try RongCloudDecoder.frameBytes(of: object)
        case .leanCloud: try LeanCloudDecoder.frameBytes(of: object)
        case .nim: try NIMDecoder.frameBytes(of: object)
        case .yc: try YCDecoder.frameBytes(of: object)
        }
    }

    /// Reads the tables that decoding needs.
    static func prepare() { _ = PayloadMap.shared }

    // MARK: Rules

    /// Everything that `check` can find in its sessions.
    var rules: [FindingRule] {
        switch self {
        case .rongCloud: RongCloudCheck.kinds.flatMap { $0.rules } + TokenRules.rules
        case .leanCloud: LeanCloudCheck.rules + LeanCloudOpenRules.rules
        case .nim: NIMCheck.rules
        case .yc: YCCheck.rules
        }
    }

    /// The rules over a session that begins with an event.
    func sessionCheck(_ event: borrowing Event, _ limits: CheckLimits) -> any SessionCheck {
        switch self {
        case .rongCloud: RongCloudCheck(event, limits: limits)
        case .leanCloud: LeanCloudCheck(event, limits: limits)
        case .nim: NIMCheck(event, limits: limits)
        case .yc: YCCheck(event, limits: limits)
        }
    }

    /// The rules over all connections of a capture.
    func captureRules(_ limits: CheckLimits) -> [any CaptureRules] {
        switch self {
        case .rongCloud: [TokenRules(limits: limits)]
        case .leanCloud: [LeanCloudOpenRules(limits: limits)]
        case .nim, .yc: []
        }
    }

    // MARK: Claims

    /// What the systems say of a request.
    ///
    /// - Parameter forced: the system that the user wants it to be taken for, which then is the only one that is asked.
    static func claims(_ head: RequestHead, as forced: MessagingSystem? = nil) -> Claims {
        var claims = Claims()
        if let forced {
            let purpose =
                forced.claim(head)?.purpose ?? (head.isUpgrade ? .upgrade : forced.usesAnyExchange ? .polling : nil)
            if let purpose {
                claims.add(Claim(system: forced, certainty: .sure, purpose: purpose) { "as -d says" })
            }
            return claims
        }
        // What one is sure of, no other needs to be asked about.
        for system in allCases where claims.sure == nil {
            if let claim = system.claim(head) { claims.add(claim) }
        }
        return claims
    }

    /// The system with a name.
    package init?(name: String) {
        guard let system = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = system
    }

    /// Whether any exchange over HTTP may be its own, so that only the user can say so.
    private var usesAnyExchange: Bool { self == .yc }

    private func claim(_ head: RequestHead) -> Claim? {
        switch self {
        case .rongCloud: RongCloudDecoder.claim(head)
        case .leanCloud: LeanCloudDecoder.claim(head)
        case .nim: NIMDecoder.claim(head)
        case .yc: YCDecoder.claim(head)
        }
    }

    /// Whether bytes are the beginning of a request for a system's switch to WebSocket.
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool {
        RongCloudDecoder.beginsSwitch(bytes)
    }

    /// The system whose units the body of an answer holds that nobody claimed by its request.
    ///
    /// - Parameter sawRequest: whether there was one.
    static func system(ofAnswer body: Span<UInt8>, sawRequest: Bool) -> MessagingSystem? {
        if !sawRequest, RongCloudDecoder.isAnswer(body) { return .rongCloud }
        return YCDecoder.isAnswer(body) ? .yc : nil
    }

    /// Whether a WebSocket message may be this system's, by how it begins and how long it is.
    func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool {
        switch self {
        case .rongCloud: RongCloudDecoder.mayBe(first, length: length, isText: isText, from: sender)
        case .leanCloud: LeanCloudDecoder.mayBe(first, length: length, isText: isText, from: sender)
        case .nim: NIMDecoder.mayBe(first, length: length, isText: isText, from: sender)
        case .yc: YCDecoder.mayBe(first, length: length, isText: isText, from: sender)
        }
    }

    /// How much a whole WebSocket message says for being this system's.
    func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility {
        switch self {
        case .rongCloud: RongCloudDecoder.plausibility(of: message, isText: isText, from: sender)
        case .leanCloud: LeanCloudDecoder.plausibility(of: message, isText: isText, from: sender)
        case .nim: NIMDecoder.plausibility(of: message, isText: isText, from: sender)
        case .yc: YCDecoder.plausibility(of: message, isText: isText, from: sender)
        }
    }

    /// What a request tells about who is on the connection.
    func facts(of head: RequestHead) -> FlowFacts {
        switch self {
        case .rongCloud: RongCloudDecoder.facts(of: head)
        case .leanCloud: LeanCloudDecoder.facts(of: head)
        case .nim: NIMDecoder.facts(of: head)
        case .yc: YCDecoder.facts(of: head)
        }
    }

    /// A session that begins with a request; without it, one that was joined later.
    func session(begunBy head: RequestHead?) -> SystemSession {
        switch self {
        case .rongCloud: .rongCloud(SessionBox(RongCloudDecoder.session(begunBy: head)))
        case .leanCloud: .leanCloud(SessionBox(LeanCloudDecoder.session(begunBy: head)))
        case .nim: .nim(SessionBox(NIMDecoder.session(begunBy: head)))
        case .yc: .yc(SessionBox(YCDecoder.session(begunBy: head)))
        }
    }

    /// Whether its units lie in the TCP stream itself where it does not use WebSocket or HTTP.
    var hasStream: Bool { self == .rongCloud }
}

/// What the systems have read of the unit that is being looked at; the memory of each serves again.
struct SystemUnits: ~Copyable {
    var rongCloud = RongCloudUnit()
    var leanCloud = LeanCloudUnit()
    var nim = NIMUnit()
    var yc = YCUnit()

    /// Forgets the last unit of a system.
    @inline(__always)
    mutating func reset(_ system: MessagingSystem) {
        switch system {
        case .rongCloud: rongCloud.reset()
        case .leanCloud: leanCloud.reset()
        case .nim: nim.reset()
        case .yc: yc.reset()
        }
    }
}

/// What is remembered of a connection, or of a session over several.
enum SystemSession {
    /// Nobody has claimed the connection.
    case none
    case rongCloud(SessionBox<RongCloudSession>)
    case leanCloud(SessionBox<LeanCloudSession>)
    case nim(SessionBox<NIMSession>)
    case yc(SessionBox<YCSession>)

    /// A session of its own that remembers the same.
    func copy() -> SystemSession {
        switch self {
        case .none: .none
        case .rongCloud(let box): .rongCloud(SessionBox(box.state))
        case .leanCloud(let box): .leanCloud(SessionBox(box.state))
        case .nim(let box): .nim(SessionBox(box.state))
        case .yc(let box): .yc(SessionBox(box.state))
        }
    }

    /// What it tells about who is on the connection.
    var facts: FlowFacts {
        switch self {
        case .none: FlowFacts()
        case .rongCloud(let box): RongCloudDecoder.facts(of: box.state)
        case .leanCloud(let box): LeanCloudDecoder.facts(of: box.state)
        case .nim(let box): NIMDecoder.facts(of: box.state)
        case .yc(let box): YCDecoder.facts(of: box.state)
        }
    }

    /// Calls `body` with the slot of everything that waits for an answer.
    func forEachSlot(_ body: (Int32) -> Void) {
        switch self {
        case .none: break
        case .rongCloud(let box): RongCloudDecoder.forEachSlot(of: box.state, body)
        case .leanCloud(let box): LeanCloudDecoder.forEachSlot(of: box.state, body)
        case .nim(let box): NIMDecoder.forEachSlot(of: box.state, body)
        case .yc(let box): YCDecoder.forEachSlot(of: box.state, body)
        }
    }

    /// RongCloud's; it begins with the first use.
    var rongCloud: RongCloudSession {
        mutating _read {
            yield rongCloudBox().state
        }
        _modify {
            yield &rongCloudBox().state
        }
    }

    /// NIM's; it begins with the first use.
    var nim: NIMSession {
        mutating _read {
            yield nimBox().state
        }
        _modify {
            yield &nimBox().state
        }
    }

    private mutating func nimBox() -> SessionBox<NIMSession> {
        if case .nim(let box) = self { return box }
        let box = SessionBox(NIMDecoder.session(begunBy: nil))
        self = .nim(box)
        return box
    }

    private mutating func rongCloudBox() -> SessionBox<RongCloudSession> {
        if case .rongCloud(let box) = self { return box }
        let box = SessionBox(RongCloudDecoder.session(begunBy: nil))
        self = .rongCloud(box)
        return box
    }
}

/// Holds a session, so that an event changes it in place.
final class SessionBox<State: Sendable> {
    @exclusivity(unchecked) var state: State

    init(_ state: State) { self.state = state }
}

/// What a system's codec says of a message's content; it is put into words only when somebody reads it.
enum SystemFinding: Sendable {
    case rongCloud(ContentDiagnostic)
    case content(ContentFinding)

    /// How bad it is.
    var severity: Diagnostic.Severity {
        switch self {
        case .rongCloud(let found):
            switch found.severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
        case .content(let found):
            switch found.severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
        }
    }

    /// A name that never changes.
    var code: String {
        switch self {
        case .rongCloud(let found): found.code
        case .content(let found): found.code
        }
    }

    /// Where, in bytes from the start of the unit.
    var offset: Int {
        switch self {
        case .rongCloud(let found): found.offset
        case .content(let found): found.offset
        }
    }

    /// The field, with dots; empty for the content as a whole.
    var path: String {
        switch self {
        case .rongCloud(let found): found.path
        case .content(let found): found.path
        }
    }

    /// What is the matter, in one sentence.
    var text: String {
        switch self {
        case .rongCloud(let found): found.text
        case .content(let found): found.text
        }
    }

    /// Appends ``path``.
    func appendPath(to writer: inout ByteWriter) {
        switch self {
        case .rongCloud(let found): found.appendPath(to: &writer)
        case .content(let found): writer.append(text: found.path)
        }
    }

    /// Appends ``text``.
    func appendText(to writer: inout ByteWriter) {
        switch self {
        case .rongCloud(let found): found.appendText(to: &writer)
        case .content(let found): writer.append(text: found.text)
        }
    }
}

/// One worker's decoders; a reference, for it is handed along with every event.
final class SystemDecoders: Sendable {
    let rongCloud: RongCloudDecoder
    let leanCloud: LeanCloudDecoder
    let nim: NIMDecoder
    let yc: YCDecoder

    init(_ options: DecodingOptions) {
        rongCloud = RongCloudDecoder(options)
        leanCloud = LeanCloudDecoder(options)
        nim = NIMDecoder(options)
        yc = YCDecoder(options)
    }

    /// How deep they read.
    var depth: DecodingDepth { rongCloud.depth }

    /// Decodes a binary WebSocket message, or a frame of a stream.
    @inline(__always)
    func decode(
        binary message: Span<UInt8>,
        _ session: inout SystemSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        switch session {
        case .none: break
        case .rongCloud(let box): rongCloud.decode(binary: message, &box.state, &slots, into: &event)
        case .leanCloud(let box): leanCloud.decode(binary: message, &box.state, &slots, into: &event)
        case .nim(let box): nim.decode(binary: message, &box.state, &slots, into: &event)
        case .yc(let box): yc.decode(binary: message, &box.state, &slots, into: &event)
        }
    }

    /// Decodes a text message in UTF-8; answers the bytes that the event's ranges refer to.
    func decode(
        text message: [UInt8],
        _ session: inout SystemSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        switch session {
        case .none: message
        case .rongCloud(let box): rongCloud.decode(text: message, &box.state, &slots, into: &event)
        case .leanCloud(let box): leanCloud.decode(text: message, &box.state, &slots, into: &event)
        case .nim(let box): nim.decode(text: message, &box.state, &slots, into: &event)
        case .yc(let box): yc.decode(text: message, &box.state, &slots, into: &event)
        }
    }

    /// Reads what there is of a binary message that is cut off.
    func decode(cut message: Span<UInt8>, into event: inout Event) {
        switch event.system {
        case .rongCloud: rongCloud.decode(cut: message, into: &event)
        case .leanCloud: leanCloud.decode(cut: message, into: &event)
        case .nim: nim.decode(cut: message, into: &event)
        case .yc: yc.decode(cut: message, into: &event)
        }
    }

    /// Reads what was left out when the event was decoded.
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {
        switch event.system {
        case .rongCloud: rongCloud.deepen(to: wanted, bytes, &event)
        case .leanCloud: leanCloud.deepen(to: wanted, bytes, &event)
        case .nim: nim.deepen(to: wanted, bytes, &event)
        case .yc: yc.deepen(to: wanted, bytes, &event)
        }
    }

    /// Hands the members of the frame object to a sink.
    @inline(__always)
    func describeFrame<Sink: FieldSink & ~Copyable>(_ event: inout Event, _ bytes: Span<UInt8>, to sink: inout Sink) {
        switch event.system {
        case .rongCloud: rongCloud.describeFrame(&event, bytes, to: &sink)
        case .leanCloud: leanCloud.describeFrame(&event, bytes, to: &sink)
        case .nim: nim.describeFrame(&event, bytes, to: &sink)
        case .yc: yc.describeFrame(&event, bytes, to: &sink)
        }
    }

    /// The topic of the request that an event answers.
    func replyTopic(_ topic: Int, of system: MessagingSystem) -> String {
        switch system {
        case .rongCloud: rongCloud.replyTopic(topic)
        case .leanCloud: leanCloud.replyTopic(topic)
        case .nim: nim.replyTopic(topic)
        case .yc: yc.replyTopic(topic)
        }
    }

    /// Hands the fields of the chat messages to a sink.
    @inline(__always)
    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        switch event.system {
        case .rongCloud: rongCloud.describeMessages(&event, bytes, to: &sink)
        case .leanCloud: leanCloud.describeMessages(&event, bytes, to: &sink)
        case .nim: nim.describeMessages(&event, bytes, to: &sink)
        case .yc: yc.describeMessages(&event, bytes, to: &sink)
        }
    }

    /// Appends the members `payload` and `messages` of an event, where there are any.
    @inline(__always)
    func appendPayload(of event: inout Event, _ bytes: Span<UInt8>, to line: inout JSONFieldSink) {
        switch event.system {
        case .rongCloud: line.appendPayload(of: &event, bytes, rongCloud)
        case .leanCloud: line.appendPayload(of: &event, bytes, leanCloud)
        case .nim: line.appendPayload(of: &event, bytes, nim)
        case .yc: line.appendPayload(of: &event, bytes, yc)
        }
    }

    /// A frame in words.
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        switch event.system {
        case .rongCloud: rongCloud.summarize(event, bytes, into: &summary)
        case .leanCloud: leanCloud.summarize(event, bytes, into: &summary)
        case .nim: nim.summarize(event, bytes, into: &summary)
        case .yc: yc.summarize(event, bytes, into: &summary)
        }
    }

    /// The tree of a frame's fields.
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        switch event.system {
        case .rongCloud: rongCloud.tree(of: event, bytes)
        case .leanCloud: leanCloud.tree(of: event, bytes)
        case .nim: nim.tree(of: event, bytes)
        case .yc: yc.tree(of: event, bytes)
        }
    }

    /// A part of the unit that could not be decoded, as it may be shown.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        switch event.system {
        case .rongCloud: rongCloud.shownUndecoded(range, bytes, event)
        case .leanCloud: leanCloud.shownUndecoded(range, bytes, event)
        case .nim: nim.shownUndecoded(range, bytes, event)
        case .yc: yc.shownUndecoded(range, bytes, event)
        }
    }
}

// What lies in a TCP stream itself, and what lies in HTTP requests and answers.
extension Conversation {
    /// What the first bytes of a stream are.
    enum StreamClaim {
        /// A system's frames, and why.
        case yes(MessagingSystem, String)
        /// So far they may be some system's.
        case unclear
        /// Nobody's.
        case no
    }

    /// Whether a stream begins with a system's frames; settles who is the client.
    mutating func detectStream(_ bytes: Span<UInt8>, fromFirst: Bool) -> StreamClaim {
        if let forced = context.forced, !forced.hasStream { return .no }
        return switch detectTCPForm(bytes, fromFirst: fromFirst) {
        case .yes: .yes(.rongCloud, "the TCP form, from checksum and length of its first frames")
        case .unclear: .unclear
        case .no: .no
        }
    }

    /// Reads frames of a stream.
    mutating func advanceStream<Consumer>(
        _ arrival: Arrival,
        isFinal: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        switch context.system {
        case .rongCloud: advanceTCPForm(arrival, isFinal: isFinal, &core, &scratch)
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// A hole in a stream of frames.
    mutating func streamGap<Consumer>(_ length: Int, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        switch context.system {
        case .rongCloud:
            if fromFirst {
                first.tcpFormGap(length, fromFirst: true, &context, &core)
            } else {
                second.tcpFormGap(length, fromFirst: false, &context, &core)
            }
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// What the end of a stream leaves of a frame.
    mutating func endStreamFrames<Consumer>(_ reason: String, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        switch context.system {
        case .rongCloud:
            if fromFirst {
                first.endTCPForm(reason, fromFirst: true, &context, &core)
            } else {
                second.endTCPForm(reason, fromFirst: false, &context, &core)
            }
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// The events of a polling request.
    mutating func emitPolling<Consumer>(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        switch request.polling?.system {
        case .rongCloud: emitRongCloudPolling(request: request, arrival, &core)
        case .nim:
            emitNIMPolling(
                request.message.body,
                of: request.head,
                from: .client,
                packets: request.packets,
                arrival,
                &core
            )
        case .leanCloud, .yc, nil: break
        }
    }

    /// The events of an answer to a polling request; without its head, of one that was not seen.
    mutating func emitPolling<Consumer>(
        _ answer: ReceivedHTTP,
        of system: MessagingSystem,
        _ head: RequestHead?,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        switch system {
        case .rongCloud:
            let sessionId = head.map { $0.target["sessionid"] } ?? context.tally.facts.sessionId
            emitRongCloudPolling(answer, sessionId: sessionId, arrival, &core)
        case .nim:
            guard let head else { return }
            let body = answer.message.decodedBody(limits: core.limits).bytes
            emitNIMPolling(body, of: head, from: .server, packets: answer.packets, arrival, &core)
        case .yc: emitYC(answer, arrival, &core)
        case .leanCloud: break
        }
    }
}
