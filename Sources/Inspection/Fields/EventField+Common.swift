import WireFormat

extension EventField {
    /// The fields that events of every system have.
    static let common: [EventField] = [
        EventField(
            "n",
            .integer,
            "number of the event, from 1, before any filter",
            range: 1...Int64.max,
            example: "12"
        ),
        EventField("file", .text, "with several captures: the name of this one", example: "\"chat.pcap\""),
        EventField("time", .time, "when the packet came that completed the unit", example: "2026-11-21T03:18:33Z"),
        EventField(
            "flow",
            .integer,
            "number of the TCP connection, in order of first packet",
            range: 1...Int64.max,
            example: "3"
        ),
        EventField(
            "client",
            .text,
            "address and port of the end that opened the connection",
            example: "\"10.0.0.1:40000\""
        ),
        EventField("server", .text, "address and port of the other end", example: "\"10.0.0.2:443\""),
        EventField("sender", .name(["client", "server"]), "which end wrote the unit", example: "client"),
        EventField(
            "transport",
            .name(["websocket", "polling", "tcp", "http"]),
            "how the unit came",
            example: "websocket"
        ),
        EventField("tls", .presence, "true when the unit was decrypted, else absent", example: "true"),
        EventField(
            "system",
            .name(MessagingSystem.allCases.map { $0.name.description }),
            "whose protocol it is",
            example: "rongcloud"
        ),
        EventField("frame", .object, "the header and the fields of the unit"),
        EventField(
            "frame.type",
            .name(["GAP", "HTTP", "UNDECODED"]),
            "a hole, an HTTP exchange, or bytes that no frame was read of",
            example: "GAP"
        ),
        EventField("frame.offset", .size, "of a hole: bytes from the start of the stream", example: "4096"),
        EventField("frame.length", .size, "of a hole: how many bytes are missing", example: "1448"),
        EventField("frame.method", .text, "of an HTTP exchange: the method", example: "GET"),
        EventField("frame.path", .text, "of an HTTP exchange: the path of the request", example: "\"/ping\""),
        EventField("frame.query", .json, "of an HTTP exchange: the parameters of the request by name"),
        EventField("frame.status", .integer, "of an HTTP exchange: the status of the answer", example: "200"),
        EventField("frame.reply", .json, "of an HTTP exchange: the JSON of the answer, where it tells something"),
        EventField("inReplyTo", .object, "the request, on an answer whose request was seen"),
        EventField("inReplyTo.n", .integer, "number of the request's event", range: 1...Int64.max, example: "12"),
        EventField("inReplyTo.topic", .text, "the request's topic, where it has one", example: "pullMsg"),
        EventField("inReplyTo.latency", .seconds, "time from the request to the answer", example: "500ms"),
        EventField("diagnostics", .object, isList: true, "what is to be said of the unit", depth: .all),
        EventField(
            "diagnostics.severity",
            .name(Severity.allCases.map(\.rawValue)),
            isList: true,
            "how bad it is",
            example: "warning",
            depth: .all
        ),
        EventField(
            "diagnostics.code",
            .text,
            isList: true,
            "a name that does not change",
            example: "\"answer-unpaired\"",
            depth: .all
        ),
        EventField(
            "diagnostics.path",
            .text,
            isList: true,
            "the field, with dots; empty for the unit as a whole",
            example: "messageId",
            depth: .all
        ),
        EventField("diagnostics.offset", .size, isList: true, "where in the unit", example: "17", depth: .all),
        EventField("diagnostics.text", .text, isList: true, "one sentence", example: "\"truncated\"", depth: .all),
        EventField(
            "packets",
            .integer,
            isList: true,
            "numbers of the packets that carried the unit",
            range: 1...Int64.max,
            example: "44"
        ),
        EventField("bytes", .size, "length of the unit", example: "4KiB"),
        EventField("hex", .hex, "the unit, if its bytes are asked for", example: "\"d000\""),
        EventField("undecoded", .hex, "what could not be decoded, its beginning", example: "\"ff\"", depth: .all),
        EventField("undecodedBytes", .size, "how many bytes could not be decoded", example: "1KiB", depth: .all),
    ]

    /// Returns the fields of a system's payloads.
    static func payload(_ names: [String], _ meaning: String, example: String) -> [EventField] {
        [
            EventField("payload", .object, "the payload of the frame", depth: .all),
            EventField("payload.message", .name(names), meaning, example: example, depth: .all),
            EventField(
                "payload.value",
                .json,
                "the payload's fields, without contents that stand in messages",
                depth: .all
            ),
        ]
    }

    /// Returns the fields of a system's chat messages.
    static func messages(objectName: String, conversation: Kind, example: String, target: String) -> [EventField] {
        [
            EventField(
                "messages",
                .object,
                isList: true,
                "the chat messages in the unit, in wire order",
                depth: .payload
            ),
            EventField(
                "messages.objectName",
                .text,
                isList: true,
                "the type of the message",
                example: objectName,
                depth: .payload
            ),
            EventField("messages.content", .json, isList: true, "the content", depth: .all),
            EventField(
                "messages.contentBytes",
                .base64,
                isList: true,
                "a content that is no JSON",
                example: "\"AAEC\"",
                depth: .all
            ),
            EventField(
                "messages.conversation",
                conversation,
                isList: true,
                "the kind of conversation",
                example: example,
                depth: .payload
            ),
            EventField(
                "messages.target",
                .text,
                isList: true,
                "the conversation's id",
                example: target,
                depth: .payload
            ),
            EventField(
                "messages.sender",
                .text,
                isList: true,
                "who wrote it, where known",
                example: "\"lin_mei\"",
                depth: .payload
            ),
            EventField(
                "messages.uid",
                .text,
                isList: true,
                "the id of the message",
                example: "\"1234\"",
                depth: .payload
            ),
            EventField(
                "messages.sentTime",
                .time,
                isList: true,
                "when the server took it",
                example: "2026-11-21T03:18:33Z",
                depth: .payload
            ),
        ]
    }

    /// The field of a content that is text other than JSON.
    static let messageText = EventField(
        "messages.text",
        .text,
        isList: true,
        "a content that is plain text",
        example: "\"hello\"",
        depth: .all
    )
}
