public import WireJSON

/// An invitation to a call: `RC:VCInvite`.
public struct CallInviteMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCInvite"
    /// `extra` and the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user]

    /// The id of the call.
    public var callId = ""
    /// The room of the call.
    public var channel: CallChannel?
    /// The id of the stream.
    public var mediaId: String?
    /// The engine: 0 none, 1 Agora, 2 Rong, 3 Blink, 4 RongRTC.
    public var engineType: Int64 = 0
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// The ids of the called users.
    public var inviteUserIds: [String] = []
    /// The ids of the users who only listen.
    public var observerUserIds: [String]?
    /// The device that calls.
    public var deviceId: String?
    /// The appearance of the push notifications.
    public var pushConfigs: JSONValue?
    /// A mark of the web SDK.
    public var mode: String?
    /// A list of the web SDK.
    public var subInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a call to nobody.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.channel(&channel)
        pass.text("mediaId", &mediaId)
        pass.integer("engineType", &engineType)
        pass.integer("mediaType", &mediaType)
        pass.texts("inviteUserIds", &inviteUserIds)
        pass.texts("observerUserIds", &observerUserIds)
        pass.text("deviceId", &deviceId)
        pass.json("pushConfigs", &pushConfigs)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Checks engine and media.
    public func check(_ check: inout ContentCheck) {
        check.expect(engineType, at: "engineType", in: 0...4)
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// The media and the ids of the called users.
    public var digest: String {
        "[\(CallMedia.words(mediaType)) call to \(inviteUserIds.joined(separator: ", "))]"
    }
}

/// A notice that more users are called into a call: `RC:VCModifyMem`.
public struct CallModifyMemberMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCModifyMem"
    /// `extra` and the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user]

    /// The kind of change: 1 for members added, the only known value.
    public var modifyMemType: Int64 = 1
    /// The id of the call.
    public var callId = ""
    /// The room of the call.
    public var channel: CallChannel?
    /// The id of the user who began the call.
    public var caller = ""
    /// The id of the user who calls the others.
    public var inviter: String?
    /// The engine: 0 none, 1 Agora, 2 Rong, 3 Blink, 4 RongRTC.
    public var engineType: Int64 = 0
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// The ids of the called users.
    public var inviteUserIds: [String] = []
    /// The members of the call.
    ///
    /// The key is spelt `existedUserPofiles` on every platform; the right spelling is not read.
    public var existedUserPofiles: [CallMember] = []
    /// The web's list of the members.
    public var existedMemberStatusList: JSONValue?
    /// The ids of the users who only listen.
    public var observerUserIds: [String]?
    /// A mark of the web SDK.
    public var mode: String?
    /// A list of the web SDK.
    public var subInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a change that adds no members.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("modifyMemType", &modifyMemType)
        pass.text("callId", &callId)
        pass.channel(&channel)
        pass.text("caller", &caller)
        pass.text("inviter", &inviter)
        pass.integer("engineType", &engineType)
        pass.integer("mediaType", &mediaType)
        pass.texts("inviteUserIds", &inviteUserIds)
        pass.parts("existedUserPofiles", &existedUserPofiles)
        pass.json("existedMemberStatusList", &existedMemberStatusList, of: .web)
        pass.texts("observerUserIds", &observerUserIds)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Checks the kind of change, the engine and the media.
    public func check(_ check: inout ContentCheck) {
        check.expect(modifyMemType, at: "modifyMemType", in: 1...1)
        check.expect(engineType, at: "engineType", in: 0...4)
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// The ids of the called users.
    public var digest: String { "[call adds \(inviteUserIds.joined(separator: ", "))]" }
}
