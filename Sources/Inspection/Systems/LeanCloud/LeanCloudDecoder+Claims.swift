import LeanCloud
import Transport
import WireFormat
import WireProtobuf

// The recognition of LeanCloud, and the state of its connections.
extension LeanCloudDecoder {
    /// Source: js-realtime-sdk `src/connection.js` and `src/realtime.js`; the sub-protocol may be in the query.
    static func claim(_ head: RequestHead) -> Claim? {
        func claim(_ certainty: Claim.Certainty, _ purpose: Claim.Purpose, _ reason: @escaping @Sendable () -> String)
            -> Claim
        {
            Claim(system: .leanCloud, certainty: certainty, purpose: purpose, reason: reason)
        }
        let target = head.target
        guard head.isUpgrade else {
            if target.path == "/v1/route" || target.path == "/2/route", target["appId"] != nil {
                return claim(.sure, .exchange(showsReply: true), { "router" })
            }
            if target.path == "/1.1/rtm/notifications", target["client_id"] != nil {
                return claim(.sure, .exchange(showsReply: true), { "kept notifications" })
            }
            return nil
        }
        if let name = head.subprotocol ?? target["subprotocol"] {
            guard LeanCloudSubprotocol.named(name) != nil else { return nil }
            return claim(.sure, .upgrade, { "upgrade with the sub-protocol \(name)" })
        }
        // The JavaScript SDK 2.x names no sub-protocol; its first command tells.
        return claim(.possible, .upgrade, { "upgrade without a sub-protocol, and LeanCloud's commands on it" })
    }

    static var sessionCheck: any SessionCheck.Type { LeanCloudCheck.self }
    static var captureRules: [any CaptureRules.Type] { [LeanCloudOpenRules.self] }

    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool {
        isText ? first == UInt8(ascii: "{") || first == UInt8(ascii: "C") : first == 0x08 && length >= 2
    }

    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility {
        guard let form = LeanCloudForm(recognising: message, isText: isText) else { return .none }
        var layout = LeanCloudLayout()
        guard (try? layout.read(message, form: form)) != nil else { return .none }
        guard let cmd = layout.header.cmd else { return layout.isKeepAlive && form == .json ? .likely : .none }
        guard cmd.name != nil, LeanCloudOperation.isKnown(cmd, layout.header.op, from: sender) else { return .none }
        if form == .json {
            // Other protocols have these words, too, so a member of LeanCloud's own must be beside them.
            return layout.header.appId != nil || layout.header.peerId != nil || layout.header.i != nil
                ? .proof : .likely
        }
        guard !layout.tape.hasUnknown, !layout.tape.hasInvalidUTF8 else { return .none }
        return layout.header.body != nil && message.count >= 8 ? .proof : .likely
    }

    static func session(begunBy head: RequestHead?) -> LeanCloudSession {
        var session = LeanCloudSession()
        let name = head?.subprotocol ?? head?.target["subprotocol"]
        if let agreed = name.flatMap({ LeanCloudSubprotocol.named($0) }) {
            session.form = agreed.form
            session.generation = agreed.generation ?? .current
        }
        return session
    }

    static func facts(of head: RequestHead) -> FlowFacts {
        var facts = FlowFacts()
        facts.appKey = head.target["appId"]
        return facts
    }

    static func facts(of session: LeanCloudSession) -> FlowFacts {
        var facts = FlowFacts()
        facts.appKey = session.appId
        facts.sdkVersion = session.userAgent
        facts.ending = session.ending
        facts.user = session.peer.isEmpty ? nil : String(decoding: session.peer, as: UTF8.self)
        return facts
    }

    static func forEachSlot(of session: LeanCloudSession, _ body: (Int32) -> Void) {
        session.requests.forEachSlot(body)
    }
}
