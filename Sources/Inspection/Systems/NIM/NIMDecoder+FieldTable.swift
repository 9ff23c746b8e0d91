import NIM

extension NIMDecoder {
    /// The fields of NIM's events.
    static let fields: [EventField] =
        [
            EventField("frame.type", .name(typeNames), "the packet of Socket.IO", example: "message"),
            EventField("frame.sid", .integer, "the service", example: "7"),
            EventField("frame.cid", .integer, "the command's number in its service", example: "1"),
            EventField("frame.ser", .integer, "pairs a response with its request", example: "5"),
            EventField(
                "frame.code",
                .integer,
                "the result, 200 for success; `imwire code` explains it",
                example: "200"
            ),
            EventField(
                "frame.command",
                .manyNames(commandNames),
                "the command's name; of a wrapped push the inner one's",
                example: "login"
            ),
            EventField("frame.body", .json, "the values by their names, keys resolved", depth: .payload),
            EventField(
                "frame.text",
                .text,
                "the packet itself, where no other field tells all of it",
                example: "\"7:::1+0\"",
                depth: .payload
            ),
        ]
        + EventField.messages(
            objectName: "\"100/1\"",
            conversation: .name(NIMMessage.Conversation.allCases.map(\.rawValue)),
            example: "team",
            target: "\"1001\""
        ) + [.messageText]

    // Reading the table of commands takes as long as reading a small capture.
    private static let commandNames = LateNames {
        NIMCommand.all.reduce(into: []) { names, command in
            if !command.name.isEmpty, !names.contains(command.name) { names.append(command.name) }
        }
    }
}
