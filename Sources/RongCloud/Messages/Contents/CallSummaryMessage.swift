/// What the conversation shows after a call: `RC:VCSummary`.
public struct CallSummaryMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCSummary"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user
    /// Android stores it without counting it, the web does neither.
    public static let platformFlags: [ContentPlatform: MessageFlags] = [.android: .persisted, .web: []]

    /// Who began the call.
    public var caller = ""
    /// Who called the user.
    public var inviter = ""
    /// 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// Who was in it.
    public var memberIdList: [String]?
    /// When it began, in milliseconds since 1970.
    public var startTime: Int64 = 0
    /// When it was answered, in milliseconds since 1970; Android's key is `activeTime`.
    public var connectedTime: Int64?
    /// How long it lasted, in milliseconds; the web writes whole seconds.
    public var duration: Int64 = 0
    /// Why it ended, as in `RC:VCHangup`; the web's key is `status`.
    public var hangupReason: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes an empty summary.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("caller", &caller)
        pass.text("inviter", &inviter)
        pass.integer("mediaType", &mediaType)
        pass.texts("memberIdList", &memberIdList)
        pass.integer("startTime", &startTime)
        pass.integer("connectedTime", &connectedTime, or: [.written("activeTime", .android)])
        // Only the web writes `status`, and seconds with it.
        let isWeb = pass.uses("status", insteadOf: "hangupReason", on: .web)
        pass.integer("duration", &duration, scale: isWeb ? 1000 : 1)
        pass.integer("hangupReason", &hangupReason, or: [.written("status", .web)])
    }

    /// Judges media and reason.
    public func check(_ check: inout ContentCheck) {
        check.expect(mediaType, at: "mediaType", in: 1...2)
        check.expect(hangupReason, at: check.has("status") ? "status" : "hangupReason", in: 1...18)
        if check.has("status"), !check.has("hangupReason") {
            check.report(.platformValue, at: "duration", "duration is in seconds, as the web writes it", .web)
        }
    }

    /// The media, how long, and why it ended.
    public var digest: String {
        "[\(CallMedia.words(mediaType)) call, \(duration / 1000) s, \(CallReason.words(hangupReason))]"
    }
}
