import Reporting
public import WireFormat

// This folder is the only list of systems, with each system's state and calls. Add a system here and nowhere else.

/// A supported messaging system.
public enum MessagingSystem: UInt8, CaseIterable, Sendable, CustomStringConvertible {
    /// RongCloud.
    case rongCloud
    /// LeanCloud.
    case leanCloud
    /// NIM.
    case nim
    /// YC.
    case yc

    /// The system in an event before its first unit.
    static let first = allCases[0]

    /// The system of requests, vectors and declarations that name none: the first one that was supported.
    package static let unnamed = first

    /// The type of the decoder, for calls once per capture, connection or request.
    private var decoder: any InspectedSystem.Type {
        switch self {
        case .rongCloud: RongCloudDecoder.self
        case .leanCloud: LeanCloudDecoder.self
        case .nim: NIMDecoder.self
        case .yc: YCDecoder.self
        }
    }

    /// The name in events and on the command line.
    public var name: StaticString {
        switch self {
        case .rongCloud: RongCloudDecoder.name
        case .leanCloud: LeanCloudDecoder.name
        case .nim: NIMDecoder.name
        case .yc: YCDecoder.name
        }
    }

    /// The name in events and on the command line.
    public var description: String { name.description }

    /// Creates the system with a name; `nil` if there is none.
    public init?(name: String) {
        guard let system = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = system
    }

    /// The names of the units' types, in the order of a table of counts.
    var typeNames: [String] { decoder.typeNames }

    /// The fields of the system's events besides those that all systems have.
    var fields: [EventField] { decoder.fields }

    /// The catalogue of the contents of messages.
    public var catalogue: any SystemCatalogue { decoder.catalogue }

    /// Reads the tables that decoding needs.
    static func prepare() {
        for system in allCases { system.decoder.prepare() }
    }

    // MARK: Single units

    /// Returns the frame object of one unit, as JSON text.
    ///
    /// - Throws: the errors of the system's decoder, and `value` if `options.sender` is needed.
    public func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        try decoder.frameObject(of: bytes, options)
    }

    /// Returns the bytes of a frame object in JSON text.
    ///
    /// - Throws: the errors of the system's encoder.
    public func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try decoder.frameBytes(of: object, options)
    }

    /// Whether the system has other forms than WebSocket's, with a topic and a key.
    public var hasFrameForms: Bool { decoder.hasFrameForms }

    /// The transports that carry the system's units.
    public var unitTransports: [EventTransport] { decoder.unitTransports }

    // MARK: Rules

    /// All rules that `check` has for the system.
    var rules: [FindingRule] { decoder.sessionCheck.rules + decoder.captureRules.flatMap { $0.rules } }

    /// Whether the rules need the switch to WebSocket with which a session begins.
    var watchesUpgrades: Bool { decoder.watchesUpgrades }

    /// Creates the rules over a session that begins with an event.
    func sessionCheck(_ event: borrowing Event, _ limits: CheckLimits) -> any SessionCheck {
        decoder.sessionCheck.init(event, limits: limits)
    }

    /// Creates the rules over all connections of a capture.
    func captureRules(_ limits: CheckLimits) -> [any CaptureRules] {
        decoder.captureRules.map { $0.init(limits: limits) }
    }

    // MARK: Claims

    /// Returns the claims of the systems on a request.
    ///
    /// - Parameter forced: the system that the user demands; then no other system is asked.
    static func claims(_ head: RequestHead, as forced: MessagingSystem? = nil) -> Claims {
        var claims = Claims()
        if let forced {
            let purpose =
                forced.decoder.claim(head)?.purpose
                ?? (head.isUpgrade ? .upgrade : forced.decoder.usesAnyExchange ? .polling : nil)
            if let purpose {
                claims.add(Claim(system: forced, certainty: .sure, purpose: purpose) { "as asked for" })
            }
            return claims
        }
        // After a sure claim, no other system needs to be asked.
        for system in allCases where claims.sure == nil {
            if let claim = system.decoder.claim(head) { claims.add(claim) }
        }
        return claims
    }

    /// Whether bytes are the start of a request for a system's switch to WebSocket.
    package static func beginsSwitch(_ bytes: [UInt8]) -> Bool { allCases.contains { $0.decoder.beginsSwitch(bytes) } }

    /// Returns the system whose units the body of an answer holds, if no system claimed the request.
    ///
    /// - Parameter sawRequest: whether the request was seen.
    static func system(ofAnswer body: Span<UInt8>, sawRequest: Bool) -> MessagingSystem? {
        for system in allCases where system.decoder.isAnswer(body, sawRequest: sawRequest) { return system }
        return nil
    }

    /// Whether the system's units may be in the TCP stream itself, without WebSocket and HTTP.
    var hasStream: Bool { decoder.hasStream }

    /// Whether a WebSocket message may be this system's, by its first byte and its length.
    func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool {
        switch self {
        case .rongCloud: RongCloudDecoder.mayBe(first, length: length, isText: isText, from: sender)
        case .leanCloud: LeanCloudDecoder.mayBe(first, length: length, isText: isText, from: sender)
        case .nim: NIMDecoder.mayBe(first, length: length, isText: isText, from: sender)
        case .yc: YCDecoder.mayBe(first, length: length, isText: isText, from: sender)
        }
    }

    /// Returns the degree to which a whole WebSocket message looks like this system's.
    func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility {
        switch self {
        case .rongCloud: RongCloudDecoder.plausibility(of: message, isText: isText, from: sender)
        case .leanCloud: LeanCloudDecoder.plausibility(of: message, isText: isText, from: sender)
        case .nim: NIMDecoder.plausibility(of: message, isText: isText, from: sender)
        case .yc: YCDecoder.plausibility(of: message, isText: isText, from: sender)
        }
    }

    // MARK: Sessions

    /// Creates a session that begins with a request; without a request, a session that was joined later.
    func session(begunBy head: RequestHead?) -> SystemSession {
        switch self {
        case .rongCloud: .rongCloud(SessionBox(RongCloudDecoder.session(begunBy: head)))
        case .leanCloud: .leanCloud(SessionBox(LeanCloudDecoder.session(begunBy: head)))
        case .nim: .nim(SessionBox(NIMDecoder.session(begunBy: head)))
        case .yc: .yc(SessionBox(YCDecoder.session(begunBy: head)))
        }
    }

    /// Returns the facts about the connection that a request tells.
    func facts(of head: RequestHead) -> FlowFacts { decoder.facts(of: head) }

    /// Returns the user that the JSON of an answer to the system's request names.
    func user(inReply json: Span<UInt8>) -> String? { decoder.user(inReply: json) }

    /// Returns the meaning of a result.
    func meaning(of status: UnitStatus) -> String? { decoder.meaning(of: status) }
}
