extension LeanCloudDecoder {
    /// The fields of LeanCloud's events.
    static let fields: [EventField] =
        [
            EventField("frame.cmd", .textOrNumber, "the command; a keep-alive has none", example: "direct"),
            EventField("frame.op", .textOrNumber, "what the command does", example: "open"),
            EventField("frame.i", .integer, "pairs an answer with its request", example: "2"),
            EventField("frame.appId", .text, "the application", example: "\"app1\""),
            EventField("frame.peerId", .text, "the client that speaks", example: "tom"),
            EventField("frame.installationId", .text, "the device", example: "\"d1\""),
            EventField("frame.priority", .integer, "how urgent a message is", example: "1"),
            EventField("frame.service", .integer, "which service of the server it is for", example: "2"),
            EventField("frame.serverTs", .integer, "the server's clock, Unix milliseconds", example: "1795231113512"),
            EventField("frame.clientTs", .integer, "the client's clock, Unix milliseconds", example: "1795231113512"),
            EventField("frame.notificationType", .integer, "what kind of notice it is", example: "1"),
            EventField(
                "frame.code",
                .integer,
                "why something failed, was refused or ended; `imwire code` explains it",
                example: "4102"
            ),
        ] + EventField.payload(["GenericCommand"], "the message of the payload", example: "GenericCommand")
        + EventField.messages(
            objectName: "\"-1\"",
            conversation: .name(["normal", "transient", "system", "temporary"]),
            example: "normal",
            target: "\"551260efe4b01608686c3e0f\""
        ) + [.messageText]
}
