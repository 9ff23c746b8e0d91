extension YCDecoder {
    /// The fields of YC's events.
    static let fields: [EventField] =
        [
            EventField("frame.type", .name(typeNames), "a poll or its answer", example: "REPLY"),
            EventField("frame.retCode", .integer, "the result in an answer", example: "200"),
        ] + EventField.payload(["Reply"], "the message of the payload", example: "Reply")
        + EventField.messages(
            objectName: "new_chat",
            conversation: .name(["order"]),
            example: "order",
            target: "\"1001\""
        )
}
