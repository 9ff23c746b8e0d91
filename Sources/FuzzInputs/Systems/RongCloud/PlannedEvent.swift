/// An event with its expected JSON line, text line and tree.
package struct PlannedEvent: Sendable {
    package internal(set) var type: String
    var fromClient: Bool
    /// The members of its frame, after the header.
    var frame: [(String, PlannedJSON)] = []
    /// The bytes, and their lines in a tree.
    var fields = PlannedFields()
    /// The message name of its payload, and the payload's JSON.
    var payload: (String, PlannedJSON)?
    /// The messages in it.
    var messages: [PlannedJSON] = []
    /// The answered event's number, its topic, and the latency in microseconds.
    package internal(set) var reply: (number: Int, topic: String?, latency: UInt64)?
    /// The cells of a text line: topic, target, name of the message's type.
    var cells = ["", "", ""]
    var status = ""
    var digest = ""
    /// Whether it is a heartbeat that is counted instead of shown.
    package internal(set) var isPing = false
    /// Whether it is a PUBACK with status 0 that ends before the message's UID.
    var lacksUID = false
    /// The offset and the bytes after the last field.
    var trailing: (place: Int, bytes: [UInt8])?
    /// An unknown payload, and its diagnostic.
    var unread: (bytes: [UInt8], remark: Remark)?
    /// The diagnostics of the texts in its header.
    var oddTexts: [Remark] = []
    /// The diagnostics of its payload.
    var odd: [Remark] = []
    /// The diagnostics of its messages' contents.
    private var contentRemarks: [Remark] = []
    /// The time in microseconds since 1970.
    package internal(set) var time: UInt64 = 0
    /// The number of its packet.
    var packet = 0
    private let header: Int

    /// The numbers of the types.
    private static let numbers = [
        "CONNACK": 2, "PUBLISH": 3, "PUBACK": 4, "QUERY": 5, "QUERYACK": 6, "QUERYCON": 7, "PINGREQ": 12,
        "PINGRESP": 13,
        "DISCONNECT": 14,
    ]

    /// - Parameter header: the four lower bits of the first byte.
    init(type: String, fromClient: Bool, header: Int) {
        self.type = type
        self.fromClient = fromClient
        self.header = header
        let (qos, dup, retain) = (header >> 1 & 3, header & 8 != 0, header & 1 != 0)
        frame = [
            ("type", .text(type)), ("qos", .number("\(qos)")), ("dup", .word("\(dup)")), ("retain", .word("\(retain)")),
        ]
        fields.number(
            "header",
            (Self.numbers[type] ?? 0) << 4 | header,
            1,
            "\(type), qos \(qos), dup \(dup), retain \(retain)"
        )
    }

    /// A diagnostic: severity, code, path, offset, text.
    package typealias Remark = (severity: String, code: String, path: String, offset: Int, text: String)

    package var diagnostics: [Remark] {
        var found: [Remark] = []
        if let trailing {
            let count = trailing.bytes.count
            let text = "\(count) byte\(count == 1 ? "" : "s") after the last field"
            found.append(("warning", "frame-trailing", "", trailing.place, text))
        }
        if header & 1 != 0 {
            found.append(("note", "frame-retain", "retain", 0, "the retain flag is set; SDKs ignore it"))
        }
        if header & 8 != 0, fromClient {
            found.append(("note", "frame-dup", "dup", 0, "the dup flag is set; the web SDKs never set it"))
        }
        if header >> 1 & 3 > 1 {
            found.append(("note", "frame-qos", "qos", 0, "QoS \(header >> 1 & 3); SDKs use 0 and 1 only"))
        }
        found += oddTexts + odd
        if lacksUID {
            found.append(("note", "puback-short", "messageUId", 0, "the frame ends before the message's unique id"))
        }
        found += contentRemarks
        if let unread { found.append(unread.remark) }
        return found
    }

    /// Adds the diagnostics of the contents of its messages; all fields must have been added.
    mutating func tell(of contents: [PlannedContent]) {
        var start = 0
        for (place, content) in contents.enumerated() {
            let path = contents.count > 1 ? "messages[\(place)].content" : "content"
            let bytes = Array((content.raw ?? content.json.spelling).utf8)
            start = fields.bytes.indices.first { $0 >= start && fields.bytes[$0...].starts(with: bytes) } ?? 0
            if content.raw != nil {
                let text = "the content is not JSON: json, expected a value, at offset \(start)"
                contentRemarks.append(("note", "content-json", path, start, text))
            }
            for remark in content.remarks {
                let (key, severity, code) = (remark.key, remark.severity, remark.code)
                let name = Array("\"\(key)\":".utf8)
                // The place of a missing member is the whole content.
                let value = bytes.indices.first { bytes[$0...].starts(with: name) }.map { $0 + name.count } ?? 0
                let offset = remark.hasPlace ? start + value : 0
                contentRemarks.append((severity, code, path + (key.isEmpty ? "" : ".\(key)"), offset, remark.text))
            }
            start += bytes.count
        }
    }

    /// The number of undecoded bytes that outputs show.
    private static let mostShown = 4096

    /// The bytes that are not decoded.
    private var undecoded: [UInt8]? { unread?.bytes ?? trailing?.bytes }
    /// The number of bytes that are not decoded.
    package var undecodedCount: Int { undecoded?.count ?? 0 }
    /// The bytes in hex.
    package var hex: String { fields.bytes.map(PlannedFields.hex).joined() }

    /// Returns a message as in the list of messages.
    static func message(
        _ content: PlannedContent,
        conversation: String?,
        target: String,
        sender: String,
        flags: [String],
        more: [(String, PlannedJSON)] = []
    ) -> PlannedJSON {
        var shown: (String, PlannedJSON) = ("content", content.json)
        if let raw = content.raw {
            shown = ("contentBytes", .text(String(decoding: PlanText.base64(Array(raw.utf8)), as: UTF8.self)))
        }
        return .object(
            [
                ("objectName", .text(content.name)), shown,
            ]
                + (conversation.map { [("conversation", .text($0)), ("target", .text(target))] } ?? [])
                + [("sender", .text(sender)), ("flags", .list(flags.map { .text($0) }))] + more
        )
    }

    /// Returns the JSON line.
    package func line(_ number: Int) -> String {
        var members: [(String, PlannedJSON)] = [
            ("n", .number("\(number)")), ("time", .text(PlanMoment.text(Int64(time), digits: 6))),
            ("flow", .number("1")),
            ("client", .text("10.0.0.1:50001")), ("server", .text("10.0.0.2:80")),
            ("sender", .text(fromClient ? "client" : "server")), ("transport", .text("websocket")),
            ("system", .text("rongcloud")), ("frame", .object(frame)),
        ]
        if let reply {
            var parts: [(String, PlannedJSON)] = [("n", .number("\(reply.number)"))]
            if let topic = reply.topic { parts.append(("topic", .text(topic))) }
            let fraction = String("\(1_000_000 + reply.latency % 1_000_000)".dropFirst())
            parts.append(("latency", .number("\(reply.latency / 1_000_000).\(fraction)")))
            members.append(("inReplyTo", .object(parts)))
        }
        if let payload {
            members.append(("payload", .object([("message", .text(payload.0)), ("value", payload.1)])))
        }
        if !messages.isEmpty { members.append(("messages", .list(messages))) }
        let said = diagnostics
        if !said.isEmpty {
            let list = said.map { one in
                PlannedJSON.object([
                    ("severity", .text(one.severity)), ("code", .text(one.code)), ("path", .text(one.path)),
                    ("offset", .number("\(one.offset)")), ("text", .text(one.text)),
                ])
            }
            members.append(("diagnostics", .list(list)))
        }
        members += [("packets", .list([.number("\(packet)")])), ("bytes", .number("\(fields.bytes.count)"))]
        if let undecoded {
            members += [
                ("undecoded", .text(undecoded.prefix(Self.mostShown).map(PlannedFields.hex).joined())),
                ("undecodedBytes", .number("\(undecoded.count)")),
            ]
        }
        return PlannedJSON.object(members).shown
    }

    /// The lines of the tree after the event's own line.
    package var tree: [String] {
        fields.lines
            + diagnostics.map { one in
                "  \(one.severity) \(one.code):\(one.path.isEmpty ? "" : " \(one.path) at \(one.offset):") \(one.text)"
            }
    }

    /// The texts in the columns of a line; an answer shows the topic of its request.
    var columns: [String] { [type, cells[0].isEmpty ? reply?.topic ?? "" : cells[0], cells[1], cells[2]] }

    /// The texts that a line shows at any width: the columns, the answer, the mark of the diagnostics.
    package var shownAlways: [String] { (columns + [answer, mark]).filter { !$0.isEmpty } }

    /// The texts after the columns of a line: the answer, the mark, the digest and the diagnostic.
    var rest: [String] { [answer, mark, words].filter { !$0.isEmpty } }

    private var answer: String {
        guard let reply else { return status }
        return (status.isEmpty ? "" : status + ", ") + "to \(reply.number) in \(PlannedText.duration(reply.latency))"
    }

    /// The most severe diagnostic.
    private var worst: Remark? {
        let said = diagnostics
        return said.first { $0.severity == "error" } ?? said.first { $0.severity == "warning" } ?? said.first
    }

    private var mark: String {
        guard let worst else { return "" }
        let others = diagnostics.count - 1
        return (["note": "· ", "warning": "! "][worst.severity] ?? "✗ ") + worst.code
            + (others > 0 ? " +\(others)" : "")
    }

    private var words: String {
        guard let worst else { return digest }
        let both = worst.severity == "note" ? [digest, worst.text] : [worst.text, digest]
        return both.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
