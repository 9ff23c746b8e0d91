public import WireJSON

/// A notice that the called phone rings: `RC:VCRinging`.
public struct CallRingingMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCRinging"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The id of the call.
    public var callId = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
    }

    /// A fixed phrase.
    public var digest: String { "[ringing]" }
}

/// A notice that a call is accepted: `RC:VCAccept`.
public struct CallAcceptMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCAccept"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The id of the call.
    public var callId = ""
    /// The id of the stream.
    public var mediaId: String?
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// The time of the answer, in milliseconds since 1970; iOS.
    public var acceptTime: Int64?
    /// The device that answers.
    public var deviceId: String?
    /// A mark of the web SDK.
    public var mode: String?
    /// A list of the web SDK.
    public var subInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.text("mediaId", &mediaId)
        pass.integer("mediaType", &mediaType)
        pass.integer("acceptTime", &acceptTime, of: .ios)
        pass.text("deviceId", &deviceId)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Checks the media.
    public func check(_ check: inout ContentCheck) {
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// A fixed phrase.
    public var digest: String { "[call accepted]" }
}

/// A notice that a call is declined or ends: `RC:VCHangup`.
public struct CallHangupMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCHangup"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The id of the call.
    public var callId = ""
    /// The reason: 1 cancelled, 2 rejected, 3 hung up, 4 busy, 5 no answer, 6 engine, 7 network; from 11 on the same by
    /// the peer.
    public var reason: Int64 = 0
    /// A mark of the web SDK.
    public var mode: String?
    /// A list of the web SDK.
    public var subInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.integer("reason", &reason)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Checks the reason.
    public func check(_ check: inout ContentCheck) {
        check.expect(reason, at: "reason", in: 1...18)
    }

    /// The reason.
    public var digest: String { "[call ended, \(CallReason.words(reason))]" }
}

/// A notice that a call changes between audio and video: `RC:VCModifyMedia`.
public struct CallModifyMediaMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VCModifyMedia"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The id of the call.
    public var callId = ""
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// A mark of the web SDK.
    public var mode: String?
    /// A list of the web SDK.
    public var subInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("callId", &callId)
        pass.integer("mediaType", &mediaType)
        pass.text("mode", &mode, of: .web)
        pass.json("subInfo", &subInfo, of: .web)
    }

    /// Checks the media.
    public func check(_ check: inout ContentCheck) {
        check.expect(mediaType, at: "mediaType", in: 1...2)
    }

    /// The media.
    public var digest: String { "[call changes to \(CallMedia.words(mediaType))]" }
}

/// A member of a call: a part of `RC:VCModifyMem`.
public struct CallMember: MessagePart {
    /// The id of the user.
    public var userId = ""
    /// The id of the stream.
    public var mediaId: String?
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64?
    /// The state of the call for this member.
    public var callStatus: Int64?

    /// Makes an empty part.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.text("mediaId", &mediaId)
        pass.integer("mediaType", &mediaType)
        pass.integer("callStatus", &callStatus)
    }
}

/// The summary that Android's stock UI shows after a call: `RC:VSTMsg`.
public struct CallSTerminateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VSTMsg"
    /// The documented directions of a call.
    package static let directions = ["MO", "MT"]
    /// `extra` and the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user]

    /// The text to show in the conversation.
    public var content: String?
    /// The reason, as in `RC:VCHangup`.
    public var reason: Int64 = 0
    /// The media: 1 audio, 2 video.
    public var mediaType: Int64 = 0
    /// The direction: `MO` outgoing, `MT` incoming.
    public var direction = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.integer("reason", &reason)
        pass.integer("mediaType", &mediaType)
        pass.text("direction", &direction)
    }

    /// Checks the values.
    public func check(_ check: inout ContentCheck) {
        check.expect(reason, at: "reason", in: 1...18)
        check.expect(mediaType, at: "mediaType", in: 1...2)
        if check.has("direction"), !Self.directions.contains(direction) {
            check.report(.undocumentedValue, at: "direction", "direction is \(direction); documented are MO and MT")
        }
    }

    /// The text, otherwise the reason.
    public var digest: String {
        content?.nonEmpty ?? "[call ended, \(CallReason.words(reason))]"
    }
}

/// A notice that a machine has summarised a call: `RC:CallAISummary`; iOS only so far.
public struct CallAISummaryMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CallAISummary"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the task.
    public var taskId = ""
    /// The id of the call.
    public var callId = ""
    /// The start of the call, in milliseconds since 1970; a number with or without a fraction.
    public var startTime = 0.0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("taskId", &taskId)
        pass.text("callId", &callId)
        pass.number("startTime", &startTime)
    }

    /// A fixed phrase.
    public var digest: String { "[call summary]" }
}
