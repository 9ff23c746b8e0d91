import Reporting
import Transport
public import WireFormat

// This folder is the one list of systems: what is kept of each, and the way to it. A system is added here and nowhere else.

/// A messaging system that is followed.
public enum MessagingSystem: UInt8, CaseIterable, Sendable {
    /// RongCloud.
    case rongCloud
    /// LeanCloud.
    case leanCloud
    /// NIM.
    case nim
    /// YC.
    case yc

    /// Stands in an event before its first unit.
    static let first = allCases[0]

    /// The system of requests, vectors and declarations that name none: the one that was followed first.
    package static let unnamed = first

    /// What is asked of it once a capture, a connection or a request.
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

    /// The system with a name.
    public init?(name: String) {
        guard let system = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = system
    }

    /// The names of its units' types in the order of a table of counts.
    var typeNames: [String] { decoder.typeNames }

    /// The fields of its events besides those that all systems have.
    var fields: [EventField] { decoder.fields }

    /// What it knows of the contents of messages.
    public var catalogue: any SystemCatalogue { decoder.catalogue }

    /// Reads the tables that decoding needs.
    static func prepare() {
        for system in allCases { system.decoder.prepare() }
    }

    // MARK: Single units

    /// The frame object of one unit, as JSON text.
    ///
    /// - Throws: what the system's decoder throws, and `value` where `options.sender` is asked for.
    public func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        try decoder.frameObject(of: bytes, options)
    }

    /// The bytes of a frame object in JSON text.
    ///
    /// - Throws: what the system's encoder throws.
    public func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try decoder.frameBytes(of: object, options)
    }

    /// Whether units of other forms than WebSocket's, a topic and a key mean anything.
    public var hasFrameForms: Bool { decoder.hasFrameForms }

    // MARK: Rules

    /// Everything that `check` can find in its sessions.
    var rules: [FindingRule] { decoder.sessionCheck.rules + decoder.captureRules.flatMap { $0.rules } }

    /// Whether its rules look at the switch to WebSocket, with which a session begins.
    var watchesUpgrades: Bool { decoder.watchesUpgrades }

    /// The rules over a session that begins with an event.
    func sessionCheck(_ event: borrowing Event, _ limits: CheckLimits) -> any SessionCheck {
        decoder.sessionCheck.init(event, limits: limits)
    }

    /// The rules over all connections of a capture.
    func captureRules(_ limits: CheckLimits) -> [any CaptureRules] {
        decoder.captureRules.map { $0.init(limits: limits) }
    }

    // MARK: Claims

    /// What the systems say of a request.
    ///
    /// - Parameter forced: the system that the user wants it to be taken for, which then is the only one that is asked.
    static func claims(_ head: RequestHead, as forced: MessagingSystem? = nil) -> Claims {
        var claims = Claims()
        if let forced {
            let purpose =
                forced.decoder.claim(head)?.purpose
                ?? (head.isUpgrade ? .upgrade : forced.decoder.usesAnyExchange ? .polling : nil)
            if let purpose {
                claims.add(Claim(system: forced, certainty: .sure, purpose: purpose) { "as -d says" })
            }
            return claims
        }
        // What one is sure of, no other needs to be asked about.
        for system in allCases where claims.sure == nil {
            if let claim = system.decoder.claim(head) { claims.add(claim) }
        }
        return claims
    }

    /// Whether bytes are the beginning of a request for a system's switch to WebSocket.
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool { allCases.contains { $0.decoder.beginsSwitch(bytes) } }

    /// The system whose units the body of an answer holds that nobody claimed by its request.
    ///
    /// - Parameter sawRequest: whether there was one.
    static func system(ofAnswer body: Span<UInt8>, sawRequest: Bool) -> MessagingSystem? {
        for system in allCases where system.decoder.isAnswer(body, sawRequest: sawRequest) { return system }
        return nil
    }

    /// Whether its units may lie in the TCP stream itself where it does not use WebSocket or HTTP.
    var hasStream: Bool { decoder.hasStream }

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

    // MARK: Sessions

    /// A session that begins with a request; without it, one that was joined later.
    func session(begunBy head: RequestHead?) -> SystemSession {
        switch self {
        case .rongCloud: .rongCloud(SessionBox(RongCloudDecoder.session(begunBy: head)))
        case .leanCloud: .leanCloud(SessionBox(LeanCloudDecoder.session(begunBy: head)))
        case .nim: .nim(SessionBox(NIMDecoder.session(begunBy: head)))
        case .yc: .yc(SessionBox(YCDecoder.session(begunBy: head)))
        }
    }

    /// What a request tells about who is on the connection.
    func facts(of head: RequestHead) -> FlowFacts { decoder.facts(of: head) }

    /// The user that the JSON of an answer to its request names.
    func user(inReply json: Span<UInt8>) -> String? { decoder.user(inReply: json) }

    /// What a result means.
    func meaning(of status: UnitStatus) -> String? { decoder.meaning(of: status) }
}
