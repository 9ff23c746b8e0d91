public import WireJSON

/// That the called phone rings: `RC:VCRinging`.
public struct CallRingingMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCRinging"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The call.
    public var callId = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
    }

    /// What happens.
    public var digest: String { "[ringing]" }
}

/// That a call is accepted: `RC:VCAccept`.
public struct CallAcceptMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCAccept"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The call.
    public var callId = ""
    /// The stream's id.
    public var mediaId: String?
    /// 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// When, in milliseconds since 1970; iOS.
    public var acceptTime: Int64?
    /// On which device.
    public var deviceId: String?
    /// The web's own mark.
    public var mode: String?
    /// The web's own list.
    public var subInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.text("mediaId", &mediaId)
        pass.integer("mediaType", &mediaType)
        pass.integer("acceptTime", &acceptTime, of: .ios)
        pass.text("deviceId", &deviceId)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Judges the media.
    public func check(_ check: inout ContentCheck) {
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// What happens.
    public var digest: String { "[call accepted]" }
}

/// That a call is declined or ends: `RC:VCHangup`.
public struct CallHangupMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCHangup"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The call.
    public var callId = ""
    /// 1 cancelled, 2 rejected, 3 hung up, 4 busy, 5 no answer, 6 engine, 7 network; from 11 on the same of the other side.
    public var reason: Int64 = 0
    /// The web's own mark.
    public var mode: String?
    /// The web's own list.
    public var subInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.integer("reason", &reason)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Judges the reason.
    public func check(_ check: inout ContentCheck) {
        check.expect(reason, at: "reason", in: 1...18)
    }

    /// The reason.
    public var digest: String { "[call ended, \(CallReason.words(reason))]" }
}

/// That a call changes between audio and video: `RC:VCModifyMedia`.
public struct CallModifyMediaMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCModifyMedia"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The call.
    public var callId = ""
    /// 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// The web's own mark.
    public var mode: String?
    /// The web's own list.
    public var subInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.integer("mediaType", &mediaType)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Judges the media.
    public func check(_ check: inout ContentCheck) {
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// The media.
    public var digest: String { "[call changes to \(CallMedia.words(mediaType))]" }
}

/// Somebody in a call: a part of `RC:VCModifyMem`.
public struct CallMember: MessagePart {
    /// Who.
    public var userId = ""
    /// The stream's id.
    public var mediaId: String?
    /// 1 audio, 2 video.
    public var mediaType: Int64?
    /// How far the call is.
    public var callStatus: Int64?

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.text("mediaId", &mediaId)
        pass.integer("mediaType", &mediaType)
        pass.integer("callStatus", &callStatus)
    }
}

/// What Android's stock UI shows after a call: `RC:VSTMsg`.
public struct CallSTerminateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VSTMsg"
    /// `extra` and the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user]

    /// Words for the conversation.
    public var content: String?
    /// As in `RC:VCHangup`.
    public var reason: Int64 = 0
    /// 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// `MO` outgoing, `MT` incoming.
    public var direction = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.integer("reason", &reason)
        pass.integer("mediaType", &mediaType)
        pass.text("direction", &direction)
    }

    /// Judges the values.
    public func check(_ check: inout ContentCheck) {
        check.expect(reason, at: "reason", in: 1...18)
        check.expect(mediaType, at: "mediaType", in: 1...2)
        if check.has("direction"), direction != "MO", direction != "MT" {
            check.report(.undocumentedValue, at: "direction", "direction is \(direction); documented are MO and MT")
        }
    }

    /// The words, else the reason.
    public var digest: String {
        content?.nonEmpty ?? "[call ended, \(CallReason.words(reason))]"
    }
}

/// That a machine has summed up a call: `RC:CallAISummary`; iOS only so far.
public struct CallAISummaryMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CallAISummary"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The task.
    public var taskId = ""
    /// The call.
    public var callId = ""
    /// When the call began, in milliseconds since 1970; a number with or without a fraction.
    public var startTime = 0.0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("taskId", &taskId)
        pass.text("callId", &callId)
        pass.number("startTime", &startTime)
    }

    /// What it is.
    public var digest: String { "[call summary]" }
}
