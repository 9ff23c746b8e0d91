import RongCloud
import WireProtobuf

extension RongCloudDecoder {
    /// The fields of RongCloud's events.
    static let fields: [EventField] =
        [
            EventField(
                "frame.type",
                .name(frameTypes),
                "the type of the frame; POLL is a request that waits for messages",
                example: "PUBLISH"
            ),
            EventField("frame.qos", .integer, "quality of service, 0 to 3", range: 0...3, example: "1"),
            EventField("frame.dup", .boolean, "whether the frame is sent again", example: "false"),
            EventField("frame.retain", .boolean, "the third flag of the header", example: "false"),
        ] + FrameField.allCases.map(EventField.init) + [
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
            conversation: .nameOrNumber(
                ConversationType.known.compactMap(\.name),
                named: ConversationType.known.reduce(into: [:]) { named, type in
                    if let name = type.name { named[Int64(type.rawValue)] = name }
                }
            ),
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

extension EventField {
    fileprivate init(_ field: FrameField) {
        let row = field.row
        let kind: Kind =
            switch row.kind {
            case .text, .secret, .misplacedSecret: .text
            case .integer: .integer
            case .seconds: .seconds
            case .hex: .hex
            }
        self.init(
            "frame.\(FieldKey(row.spelled).name)",
            kind,
            row.meaning.description,
            range: field.range,
            example: row.example.description
        )
    }
}

extension FrameField {
    /// The range of the field's number, from its bits on the wire; `nil` if any number may be shown.
    ///
    /// `status` has no range because an HTTP exchange's status has the same name; `messageId` has none because long
    /// polling shows a message id of any size.
    fileprivate var range: ClosedRange<Int64>? {
        switch self {
        case .date: Int64(Int32.min)...Int64(Int32.max)
        case .millisecond, .keepAlive: 0...Int64(UInt16.max)
        case .protocolVersion, .flag, .flags: 0...Int64(UInt8.max)
        default: nil
        }
    }
}
