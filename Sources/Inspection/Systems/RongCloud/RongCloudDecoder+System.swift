import RongCloud
import Transport
import WireFormat
import WireJSON

// The recognition of RongCloud, and the state of its connections.
extension RongCloudDecoder: InspectedSystem {
    static var name: StaticString { "rongcloud" }

    static let typeNames =
        (0..<16).map { FrameType(rawValue: $0).name(in: .websocket).description }
        + (0..<16).map { FrameType(rawValue: $0).name(in: .tcp).description } + ["POLL"]

    // MARK: Claims

    /// Source: web SDK v2 `navi.ts`, `transportation/websocket.ts`, `transportation/xhrpolling.ts`.
    static func claim(_ head: RequestHead) -> Claim? {
        func claim(_ purpose: Claim.Purpose, _ reason: @autoclosure @escaping @Sendable () -> String) -> Claim {
            Claim(system: .rongCloud, certainty: .sure, purpose: purpose, reason: reason)
        }
        let target = head.target
        if head.isUpgrade {
            guard target.path == "/websocket", target["appId"] != nil else { return nil }
            return claim(.upgrade, words(of: target))
        }
        switch target.path.split(separator: "/").last {
        case "navi.js", "cometnavi.js":
            return target["appId"] != nil ? claim(.exchange(showsReply: true), "navigation") : nil
        case "ping": return target["r"] != nil ? claim(.exchange(showsReply: false), "ping") : nil
        case "pullmsg.js" where !head.isPreflight:
            return target["sessionid"] != nil ? claim(.polling, "long polling") : nil
        case "websocket" where !head.isPreflight:
            return target["appId"] != nil || target["header"] != nil ? claim(.polling, "long polling") : nil
        default: return nil
        }
    }

    private static func words(of target: HTTPTarget) -> String {
        let names = target.query.map(\.name).joined(separator: ", ")
        let generation = target["sdkVer"].flatMap { SDKGeneration(sdkVersion: $0) }
        let words = generation.map { ", generation v\($0.rawValue)" } ?? ""
        return "upgrade of \(target.path) with \(names)\(words)"
    }

    static func beginsSwitch(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != 13 && $0 != 10 }
        return line.starts(with: Array("GET /websocket?".utf8)) && line.firstRange(of: Array("appId=".utf8)) != nil
    }

    static var hasStream: Bool { true }

    static func isAnswer(_ body: Span<UInt8>, sawRequest: Bool) -> Bool {
        guard !sawRequest, let json = PollingAnswer.jsonRange(of: body) else { return false }
        var isFound = false
        try? PollingAnswer.forEachElement(in: body, json) { element in
            isFound = PollingAnswer.isFrame(element)
            return !isFound
        }
        return isFound
    }

    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool {
        guard !isText, length > 0 else { return false }
        return FrameHeader(rawValue: first).type.isPlausible(bodyLengthOverWebSocket: length - 1, from: sender)
    }

    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility {
        guard !isText else { return .none }
        var layout = FrameLayout()
        var reader = ByteReader(message)
        guard (try? layout.read(&reader, form: .websocket, sender: sender)) != nil, layout.trailing == nil else {
            return .none
        }
        if let topic = layout.topic {
            return TopicTable.shared.index(of: message.extracting(topic), kind: .publish) != nil ? .proof : .none
        }
        // Servers write the current time: between 2012 and 2038.
        if let date = layout.date { return date > 1_325_000_000 ? .likely : .none }
        return .likely
    }

    // MARK: Tables and rules

    static func prepare() { _ = PayloadMap.shared }
    static var sessionCheck: any SessionCheck.Type { RongCloudCheck.self }
    static var captureRules: [any CaptureRules.Type] { [TokenRules.self] }
    static var watchesUpgrades: Bool { true }

    // MARK: Sessions

    static func session(begunBy head: RequestHead?) -> RongCloudSession {
        var session = RongCloudSession()
        session.generation = head?.target["sdkVer"].flatMap { SDKGeneration(sdkVersion: $0) }
        return session
    }

    static func facts(of head: RequestHead) -> FlowFacts {
        var facts = FlowFacts()
        facts.appKey = head.target["appId"]
        facts.sdkVersion = head.target["sdkVer"]
        // The navigation URL has the SDK's version as `v`.
        if facts.sdkVersion == nil, head.target.path.hasSuffix("navi.js") { facts.sdkVersion = head.target["v"] }
        return facts
    }

    static func user(inReply json: Span<UInt8>) -> String? {
        (try? JSONValue(parsing: Array(copying: json)))?["userId"]?.string
    }

    static func facts(of session: RongCloudSession) -> FlowFacts {
        var facts = session.connect
        if let generation = session.generation {
            facts.generations = [Int(generation.rawValue)]
        } else if session.possibleGenerations != .all {
            facts.generations = session.possibleGenerations.generations.map { Int($0.rawValue) }
        }
        facts.user = session.ownUser.isEmpty ? nil : String(decoding: session.ownUser, as: UTF8.self)
        facts.sessionId = session.sessionId
        return facts
    }

    static func forEachSlot(of session: RongCloudSession, _ body: (Int32) -> Void) { session.forEachSlot(body) }

    // MARK: Units

    @inline(__always)
    func decode(
        binary message: Span<UInt8>,
        _ session: inout RongCloudSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        decode(
            message,
            form: event.transport.form,
            hasEnvelope: event.transport == .tcp,
            session: &session,
            slots: &slots,
            into: &event
        )
    }

    /// Decodes a text message of old SDKs: the frame's bytes as decimal numbers with commas.
    func decode(
        text message: [UInt8],
        _ session: inout RongCloudSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        guard let bytes = Self.byteValues(message.span) else {
            event.kind = .undecoded
            event.diagnose(.error, "frame-text", "a text message that is not a list of byte values")
            event.undecoded = 0..<message.count
            return message
        }
        event.diagnose(.note, "websocket-text", "the frame came as text: decimal byte values, as for old browsers")
        decode(binary: bytes.span, &session, &slots, into: &event)
        return bytes
    }

    /// Returns the bytes of a list of decimal numbers with commas; `nil` if the text is no such list.
    static func byteValues(_ text: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var value = 0
        var digits = 0
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
                digits += 1
                guard value <= 255 else { return nil }
            case UInt8(ascii: ","):
                guard digits > 0 else { return nil }
                bytes.append(UInt8(value))
                (value, digits) = (0, 0)
            default: return nil
            }
        }
        guard digits > 0 else { return nil }
        bytes.append(UInt8(value))
        return bytes
    }

    func decode(cut message: Span<UInt8>, into event: inout Event) {
        var reader = ByteReader(message)
        try? event.units.rongCloud.layout.read(&reader, form: .websocket, sender: event.sender)
    }

    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        Secrets.shownUndecoded(ofRongCloud: range, bytes, event)
    }
}
