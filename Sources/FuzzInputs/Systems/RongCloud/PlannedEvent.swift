/// An event as a plan knows it: what a line of JSON, a line of text and a tree should say of it.
package struct PlannedEvent: Sendable {
    package internal(set) var type: String
    var fromClient: Bool
    /// The members of its frame behind the header.
    var frame: [(String, PlannedJSON)] = []
    /// The bytes, and their lines in a tree.
    var fields = PlannedFields()
    /// The name of what its payload is, and what it says.
    var payload: (String, PlannedJSON)?
    /// The messages in it.
    var messages: [PlannedJSON] = []
    /// The request's number, its topic, and the microseconds since then.
    package internal(set) var reply: (number: Int, topic: String?, latency: UInt64)?
    /// In a line of text: topic, target, name of the message's type.
    var cells = ["", "", ""]
    var status = ""
    var digest = ""
    /// Whether it is one of the heartbeats that are counted instead of shown.
    package internal(set) var isPing = false
    /// Whether it is a receipt that ends before the message's unique id though all is well.
    var lacksUID = false
    /// What follows the last field: where, and its bytes.
    var trailing: (place: Int, bytes: [UInt8])?
    /// A payload of which nobody knows what it is, and what is to be said of it.
    var unread: (bytes: [UInt8], remark: Remark)?
    /// What is odd about the texts of its header.
    var oddTexts: [Remark] = []
    /// What is odd about its payload.
    var odd: [Remark] = []
    /// What is to be said of the contents of its messages.
    private var contentRemarks: [Remark] = []
    /// In microseconds since 1970.
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

    /// What is to be said of an event: how bad it is, the word for it, where it is, and a sentence.
    package typealias Remark = (severity: String, code: String, path: String, offset: Int, text: String)

    package var diagnostics: [Remark] {
        var found: [Remark] = []
        if let trailing {
            let count = trailing.bytes.count
            found.append(("warning", "frame-trailing", "", trailing.place, "\(count) bytes after the last field"))
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

    /// Notes what is to be said of the contents of its messages; its fields are complete.
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
                // Of a member that is missing the whole content is the place.
                let value = bytes.indices.first { bytes[$0...].starts(with: name) }.map { $0 + name.count } ?? 0
                let offset = remark.hasPlace ? start + value : 0
                contentRemarks.append((severity, code, path + (key.isEmpty ? "" : ".\(key)"), offset, remark.text))
            }
            start += bytes.count
        }
    }

    /// Bytes that are shown of what is not read.
    private static let mostShown = 4096

    /// What could not be decoded.
    private var undecoded: [UInt8]? { unread?.bytes ?? trailing?.bytes }
    /// How many bytes that are.
    package var undecodedCount: Int { undecoded?.count ?? 0 }
    /// Its bytes in hex.
    package var hex: String { fields.bytes.map(PlannedFields.hex).joined() }

    /// A message as the list of messages shows it.
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

    /// The line of JSON.
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

    /// The lines of the tree behind the event's own line.
    package var tree: [String] {
        fields.lines
            + diagnostics.map { one in
                "  \(one.severity) \(one.code):\(one.path.isEmpty ? "" : " \(one.path) at \(one.offset):") \(one.text)"
            }
    }

    /// What stands in the columns of a line; an answer shows the topic of what it answers.
    var columns: [String] { [type, cells[0].isEmpty ? reply?.topic ?? "" : cells[0], cells[1], cells[2]] }

    /// What a line always shows, however narrow it is: its columns, the answer, the mark of what is odd.
    package var shownAlways: [String] { (columns + [answer, mark]).filter { !$0.isEmpty } }

    /// What stands behind the columns of a line: the answer, the mark, what the event says.
    var rest: [String] { [answer, mark, words].filter { !$0.isEmpty } }

    private var answer: String {
        guard let reply else { return status }
        return (status.isEmpty ? "" : status + ", ") + "to \(reply.number) in \(PlannedText.duration(reply.latency))"
    }

    /// The worst of what is to be said, and how much else there is.
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
