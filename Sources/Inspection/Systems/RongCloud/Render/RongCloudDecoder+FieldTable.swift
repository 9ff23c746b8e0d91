import RongCloud
import WireProtobuf

extension RongCloudDecoder {
    /// The fields of its events.
    static let fields: [EventField] =
        [
            EventField(
                "frame.type",
                .name(frameTypes),
                "the type of the frame; POLL is a request that waits for messages",
                example: "PUBLISH"
            ),
            EventField("frame.qos", .integer, "quality of service, 0 to 3", example: "1"),
            EventField("frame.dup", .boolean, "whether the frame is sent again", example: "false"),
            EventField("frame.retain", .boolean, "the third flag of the header", example: "false"),
            EventField(
                "frame.signature",
                .hex,
                "TCP form: the bits before PUBLISH and QUERY",
                example: "\"0011223344556677\""
            ),
            EventField("frame.topic", .text, "what the frame is about", example: "ppMsgP"),
            EventField("frame.targetId", .text, "user, group or room that the frame is for", example: "lin_mei"),
            EventField("frame.messageId", .integer, "pairs a request with its answer", example: "6"),
            EventField("frame.date", .integer, "the server's clock, Unix seconds", example: "1795231113"),
            EventField(
                "frame.status",
                .integer,
                "the result in an answer, 0 for success; `imwire code` explains it",
                example: "0"
            ),
            EventField("frame.millisecond", .integer, "milliseconds to be added to date", example: "512"),
            EventField(
                "frame.messageUId",
                .text,
                "the id that the server gave the message",
                example: "\"QDHC-5SNE-18IB-HGJL\""
            ),
            EventField(
                "frame.sessionId",
                .text,
                "the session that CONNACK begins; of polling, that a request belongs to",
                example: "\"s1\""
            ),
            EventField("frame.timestamp", .integer, "the server's clock, Unix milliseconds", example: "1795231113512"),
            EventField("frame.protocolId", .text, "CONNECT: the name of the protocol", example: "RCloud"),
            EventField("frame.protocolVersion", .integer, "CONNECT: the version of the protocol", example: "3"),
            EventField("frame.flag", .integer, "the ignored first byte of CONNACK and DISCONNECT", example: "0"),
            EventField(
                "frame.flags",
                .integer,
                "which fields follow, in CONNECT and in CONNACK of version 4",
                example: "0xc0"
            ),
            EventField("frame.keepAlive", .seconds, "CONNECT: time between heartbeats", example: "30s"),
            EventField("frame.clientId", .text, "CONNECT: the device", example: "\"d1\""),
            EventField("frame.clientIp", .text, "CONNECT: the client's address as it sees it", example: "\"10.0.0.1\""),
            EventField("frame.willTopic", .text, "CONNECT: platform and SDK", example: "\"clientInfo\""),
            EventField("frame.will", .text, "CONNECT: what goes with willTopic", example: "\"Android-5.1.0\""),
            EventField("frame.appId", .text, "CONNECT: the key of the application", example: "\"key1\""),
            EventField("frame.token", .text, "CONNECT: the token, shortened", example: "\"abcd…\""),
            EventField("frame.userId", .text, "the user that CONNACK names", example: "zhang_wei"),
            EventField("frame.trailing", .hex, "bytes after the last field", example: "\"00\""),
            EventField("frame.pid", .text, "polling: the client's id in the URL", example: "\"1\""),
            EventField("frame.sdkVer", .text, "polling: the version of the SDK in the URL", example: "\"2.3.5\""),
            EventField("frame.apiVer", .text, "polling: the kind of API in the URL", example: "\"normal\""),
            EventField(
                "frame.timestrap",
                .text,
                "polling: the client's clock in the URL (so spelt on the wire)",
                example: "\"1795231113512\""
            ),
        ] + EventField.payload(payloadNames, "the protobuf message of the payload", example: "UpStreamMessage")
        + EventField.messages(
            objectName: "\"RC:TxtMsg\"",
            conversation: .nameOrNumber(ConversationType.known.compactMap(\.name)),
            example: "group",
            target: "team_west"
        ) + [
            EventField(
                "messages.flags",
                .name(["persisted", "counted", "mentioned", "noNotification", "expansion", "fetched"]),
                isList: true,
                "how it is stored and counted",
                example: "counted",
                depth: .payload
            )
        ]

    private static var frameTypes: [String] {
        typeNames.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }

    private static var payloadNames: [String] {
        let schema = RongCloudSchema.shared
        return schema.messageIndices.map { schema.name(of: $0) }
    }
}
