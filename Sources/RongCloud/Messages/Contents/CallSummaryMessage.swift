/// The summary that the conversation shows after a call: `RC:VCSummary`.
public struct CallSummaryMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCSummary"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user
    /// Android stores the message without counting it; the web does neither.
    public static let platformFlags: [ContentPlatform: MessageFlags] = [.android: .persisted, .web: []]

    /// The id of the user who began the call.
    public var caller = ""
    /// The id of the user who called this user.
    public var inviter = ""
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// The ids of the members.
    public var memberIdList: [String]?
    /// The start of the call, in milliseconds since 1970.
    public var startTime: Int64 = 0
    /// The time of the answer, in milliseconds since 1970; Android's key is `activeTime`.
    public var connectedTime: Int64?
    /// The duration in milliseconds; the web writes whole seconds.
    public var duration: Int64 = 0
    /// The reason for the end, as in `RC:VCHangup`; the web's key is `status`.
    public var hangupReason: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty summary.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("caller", &caller)
        pass.text("inviter", &inviter)
        pass.integer("mediaType", &mediaType)
        pass.texts("memberIdList", &memberIdList)
        pass.integer("startTime", &startTime)
        pass.integer("connectedTime", &connectedTime, or: [.written("activeTime", .android)])
        // Only the web writes `status`, and the duration in seconds with it.
        let isWeb = pass.uses("status", insteadOf: "hangupReason", on: .web)
        pass.integer("duration", &duration, scale: isWeb ? 1000 : 1)
        pass.integer("hangupReason", &hangupReason, or: [.written("status", .web)])
    }

    /// Checks media and reason.
    public func check(_ check: inout ContentCheck) {
        check.expect(mediaType, at: "mediaType", in: 1...2)
        check.expect(hangupReason, at: check.has("status") ? "status" : "hangupReason", in: 1...18)
        if check.has("status"), !check.has("hangupReason") {
            check.report(.platformValue, at: "duration", "duration is in seconds, as the web writes it", .web)
        }
    }

    /// The media, the duration, and the reason for the end.
    public var digest: String {
        "[\(CallMedia.words(mediaType)) call, \(duration / 1000) s, \(CallReason.words(hangupReason))]"
    }
}
