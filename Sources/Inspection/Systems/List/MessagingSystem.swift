import LeanCloud
import NIM
import RongCloud
import Transport
public import WireFormat
import YC

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
    static let first = rongCloud

    /// The name in events and on the command line.
    public var name: StaticString {
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

    /// The fields of its events besides those that all systems have.
    var fields: [EventField] {
        switch self {
        case .rongCloud: RongCloudDecoder.fields
        case .leanCloud: LeanCloudDecoder.fields
        case .nim: NIMDecoder.fields
        case .yc: YCDecoder.fields
        }
    }

    // MARK: Single units

    /// The frame object of one unit, as JSON text.
    ///
    /// - Throws: what the system's decoder throws, and `value` where `options.sender` is asked for.
    public func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        switch self {
        case .rongCloud: try RongCloudDecoder.frameObject(of: bytes, options)
        case .leanCloud: try LeanCloudDecoder.frameObject(of: bytes, options)
        case .nim: try NIMDecoder.frameObject(of: bytes, options)
        case .yc: try YCDecoder.frameObject(of: bytes, options)
        }
    }

    /// The bytes of a frame object in JSON text.
    ///
    /// - Throws: what the system's encoder throws.
    public func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        switch self {
        case .rongCloud: try RongCloudDecoder.frameBytes(of: object, options)
        case .leanCloud: try LeanCloudDecoder.frameBytes(of: object, options)
        case .nim: try NIMDecoder.frameBytes(of: object, options)
        case .yc: try YCDecoder.frameBytes(of: object, options)
        }
    }

    /// Whether units of other forms than WebSocket's, a topic and a key mean anything.
    public var hasFrameForms: Bool { self == .rongCloud }

    // MARK: Catalogue

    /// What it knows of the contents of messages.
    public var catalogue: any SystemCatalogue {
        switch self {
        case .rongCloud: RongCloudDecoder.catalogue
        case .leanCloud: LeanCloudDecoder.catalogue
        case .nim: NIMDecoder.catalogue
        case .yc: YCDecoder.catalogue
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
        case .nim: NIMCheck.rules + NIMLoginRules.rules
        case .yc: YCCheck.rules
        }
    }

    /// Whether its rules look at the switch to WebSocket, with which a session begins.
    var watchesUpgrades: Bool { self == .rongCloud }

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
        case .nim: [NIMLoginRules(limits: limits)]
        case .yc: []
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
    public init?(name: String) {
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
    static func beginsSwitch(_ bytes: [UInt8]) -> Bool { allCases.contains { $0.beginsSwitch(bytes) } }

    private func beginsSwitch(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .rongCloud: RongCloudDecoder.beginsSwitch(bytes)
        case .leanCloud: LeanCloudDecoder.beginsSwitch(bytes)
        case .nim: NIMDecoder.beginsSwitch(bytes)
        case .yc: YCDecoder.beginsSwitch(bytes)
        }
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

    /// The user that the JSON of an answer to its request names.
    func user(inReply json: Span<UInt8>) -> String? {
        switch self {
        case .rongCloud: RongCloudDecoder.user(inReply: json)
        case .leanCloud: LeanCloudDecoder.user(inReply: json)
        case .nim: NIMDecoder.user(inReply: json)
        case .yc: YCDecoder.user(inReply: json)
        }
    }

    /// What a result means.
    func meaning(of status: UnitStatus) -> String? {
        switch self {
        case .rongCloud: RongCloudDecoder.meaning(of: status)
        case .leanCloud: LeanCloudDecoder.meaning(of: status)
        case .nim: NIMDecoder.meaning(of: status)
        case .yc: YCDecoder.meaning(of: status)
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
