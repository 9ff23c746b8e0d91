public import WireJSON

/// A call: `RC:VCInvite`.
public struct CallInviteMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCInvite"
    /// `extra` and the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user]

    /// The call.
    public var callId = ""
    /// The room.
    public var channel: CallChannel?
    /// The stream's id.
    public var mediaId: String?
    /// 0 none, 1 Agora, 2 Rong, 3 Blink, 4 RongRTC.
    public var engineType: Int64 = 0
    /// 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// Who is called.
    public var inviteUserIds: [String] = []
    /// Who only listens.
    public var observerUserIds: [String]?
    /// From which device.
    public var deviceId: String?
    /// How the push notifications look.
    public var pushConfigs: JSONValue?
    /// The web's own mark.
    public var mode: String?
    /// The web's own list.
    public var subInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a call to nobody.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// Judges engine and media.
    public func check(_ check: inout ContentCheck) {
        check.expect(engineType, at: "engineType", in: 0...4)
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// The media and who is called.
    public var digest: String {
        "[\(CallMedia.words(mediaType)) call to \(inviteUserIds.joined(separator: ", "))]"
    }
}

/// That others are called into a call: `RC:VCModifyMem`.
public struct CallModifyMemberMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCModifyMem"
    /// `extra` and the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user]

    /// 1 for members added, the only value that is known.
    public var modifyMemType: Int64 = 1
    /// The call.
    public var callId = ""
    /// The room.
    public var channel: CallChannel?
    /// Who began the call.
    public var caller = ""
    /// Who calls the others.
    public var inviter: String?
    /// 0 none, 1 Agora, 2 Rong, 3 Blink, 4 RongRTC.
    public var engineType: Int64 = 0
    /// 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// Who is called.
    public var inviteUserIds: [String] = []
    /// Who is in the call.
    ///
    /// The key is spelt `existedUserPofiles` on every platform; the right spelling is not read.
    public var existedUserPofiles: [CallMember] = []
    /// The web's list of the same.
    public var existedMemberStatusList: JSONValue?
    /// Who only listens.
    public var observerUserIds: [String]?
    /// The web's own mark.
    public var mode: String?
    /// The web's own list.
    public var subInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a change that adds nobody.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// Judges kind, engine and media.
    public func check(_ check: inout ContentCheck) {
        check.expect(modifyMemType, at: "modifyMemType", in: 1...1)
        check.expect(engineType, at: "engineType", in: 0...4)
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// Who is called.
    public var digest: String { "[call adds \(inviteUserIds.joined(separator: ", "))]" }
}
