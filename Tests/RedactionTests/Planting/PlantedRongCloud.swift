import Inspection
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

/// Sessions of RongCloud with a secret in each text of each frame, message and content.
struct PlantedRongCloud {
    let planter: Planter

    /// A frame with what it carries, for all forms.
    enum Unit {
        case publish(TestConnection.Sender, topic: String, target: String, Planter.Message?)
        case query(topic: String, target: String, Planter.Message?, answer: Planter.Message?)
    }

    private let schema = RongCloudSchema.shared

    private func message(_ name: String, _ set: [String: String] = [:]) -> Planter.Message? {
        schema.message(named: name).map { planter.message($0, schema, RongCloudLeaves.payloads, set: set) }
    }

    /// Each topic with the messages that a generation sends and is answered with.
    func topics(_ generation: SDKGeneration?) -> [Unit] {
        var units: [Unit] = []
        for topic in TopicTable.shared {
            let request = topic.candidates(for: .request, generation: generation).first.flatMap { message($0) }
            let answer = topic.candidates(for: .response, generation: generation).first.flatMap { message($0) }
            switch topic.kind {
            case .query: units.append(.query(topic: topic.name, target: planter.text(), request, answer: answer))
            case .push: units.append(.publish(.server, topic: topic.name, target: planter.text(), request))
            case .publish:
                if topic.sender != .server {
                    units.append(.publish(.client, topic: topic.name, target: planter.text(), request))
                }
                if topic.sender != .client {
                    units.append(.publish(.server, topic: topic.name, target: planter.text(), request))
                }
            }
        }
        return units
    }

    /// Each content of the catalogue, its keys as texts and as they are in its example.
    func contents() -> [Unit] {
        MessageCatalogue.shared.indices.flatMap { index -> [Unit] in
            let name = MessageCatalogue.shared[index].objectName
            guard let details = MessageCatalogue.shared.details(name) else { return [] }
            let flat = JSONValue.object(
                details.fields.map { JSONMember(JSONString($0.key), .string(JSONString(planter.text()))) }
                    + [JSONMember("made-up", ["inside": .string(JSONString(planter.text()))])]
            )
            let example = (try? JSONValue(parsing: details.fullExample)).map(planter.planted) ?? flat
            let up = message("UpStreamMessage", ["classname": name, "content": text(flat)])
            let down = message("DownStreamMessage", ["classname": name, "content": text(example)])
            return [
                .publish(.client, topic: "pgMsgP", target: planter.text(), up),
                .publish(.server, topic: "s_msg", target: planter.text(), down),
            ]
        }
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.minified, as: UTF8.self) }

    /// What nobody declared: a topic, a type of message, an answer.
    func unknown() -> [Unit] {
        [
            .publish(.client, topic: "madeUpTopic", target: planter.text(), message("UpStreamMessage")),
            .publish(.client, topic: planter.text(), target: planter.text(), message("UpStreamMessage")),
            .query(topic: "madeUpQuery", target: planter.text(), message("UpStreamMessage"), answer: nil),
            .publish(
                .client,
                topic: "ppMsgP",
                target: planter.text(),
                message(
                    "UpStreamMessage",
                    ["classname": "App:Custom", "content": text(["a": ["b": .string(JSONString(planter.text()))]])]
                )
            ),
            .publish(
                .client,
                topic: "ppMsgP",
                target: planter.text(),
                message("UpStreamMessage", ["classname": planter.text(), "content": planter.text()])
            ),
        ]
    }

    // MARK: Frames

    /// The frames of units, with their answers.
    func frames(_ units: [Unit], _ form: FrameForm) throws -> [(TestConnection.Sender, [UInt8])] {
        var frames: [(TestConnection.Sender, [UInt8])] = []
        func add(_ sender: TestConnection.Sender, _ body: Frame.Body, qos: UInt8 = 1, trailing: [UInt8] = []) throws {
            let frame = Frame(body, qos: qos, trailing: trailing)
            frames.append((sender, try frame.encoded(form: form, sender: sender == .client ? .client : .server)))
        }
        let signature: UInt64? = form == .tcp ? 0xCAFE_0123_4567_89AB : nil
        let date: Int32 = 1_795_400_000
        for (index, unit) in units.enumerated() {
            let id = UInt16(index % 65_000 + 1)
            switch unit {
            case .publish(let sender, let topic, let target, let message):
                try add(
                    sender,
                    .publish(
                        Publish(
                            topic: WireString(topic),
                            targetId: WireString(target),
                            messageId: id,
                            data: message?.encoded ?? planter.bytes(),
                            date: sender == .server ? date : nil,
                            signature: signature
                        )
                    )
                )
                let receipt = PubAck.Receipt(
                    date: date,
                    status: 0,
                    millisecond: 7,
                    messageUId: WireString(index % 2 == 0 ? "BKR5-28P4-JT85-SK8H" : planter.text())
                )
                try add(
                    sender == .client ? .server : .client,
                    .puback(PubAck(messageId: id, receipt: sender == .client ? receipt : nil)),
                    qos: 0
                )
            case .query(let topic, let target, let message, let answer):
                try add(
                    .client,
                    .query(
                        Query(
                            topic: WireString(topic),
                            targetId: WireString(target),
                            messageId: id,
                            data: message?.encoded ?? [],
                            signature: signature
                        )
                    )
                )
                let status: UInt16 = index % 5 == 4 ? 22406 : 0
                try add(
                    .server,
                    .queryack(
                        QueryAck(messageId: id, date: date, status: status, data: answer?.encoded ?? planter.bytes())
                    )
                )
                try add(.client, .querycon(messageId: id), qos: 0)
            }
        }
        try add(.client, .pingreq, qos: 0)
        try add(.server, .pingresp, qos: 0)
        return frames
    }

    func connack(_ form: FrameForm, isNewer: Bool = false) throws -> [UInt8] {
        let connack =
            isNewer
            ? ConnAck(
                status: 0,
                userId: WireString(planter.text()),
                sessionId: WireString(planter.text()),
                timestamp: 1_795_400_000_000,
                messageId: 3,
                flags: 0x0F
            )
            : form == .tcp
                ? ConnAck(status: 0, userId: WireString(planter.text()))
                : ConnAck(
                    status: 0,
                    userId: WireString(planter.text()),
                    sessionId: WireString(planter.text()),
                    timestamp: 1_795_400_000_000
                )
        return try Frame(.connack(connack)).encoded(form: form, sender: .server)
    }

    // MARK: Sessions

    /// A session over WebSocket.
    func webSocket(
        _ connection: inout TestConnection,
        _ network: inout TestNetwork,
        _ units: [Unit],
        version: String,
        _ deflate: TestConnection.Deflate = .none,
        frames count: Int = 1,
        asText: Bool = false
    ) throws {
        let more = [
            ("Origin", "https://\(planter.word()).example"), ("User-Agent", "Mozilla/5.0 (\(planter.word()))"),
            ("Cookie", "sid=\(planter.word()); \(planter.word())=1"), ("X-\(planter.word())", planter.word()),
            ("Host", "\(planter.word()).example:8080"), ("Authorization", "Bearer \(planter.word())"),
        ]
        let target =
            "/websocket?appId=\(planter.word())&token=\(planter.word())%2F\(planter.word())&sdkVer=\(version)&apiVer=normal"
        connection.upgrade(target, deflate, more, &network)
        func send(_ sender: TestConnection.Sender, _ frame: [UInt8], frames: Int = 1) {
            let bytes = asText ? Array(frame.map(String.init).joined(separator: ",").utf8) : frame
            connection.message(sender, bytes, isText: asText, frames: frames, &network)
        }
        send(.server, try connack(.websocket))
        for (index, (sender, frame)) in try frames(units, .websocket).enumerated() {
            send(sender, frame, frames: index % 4 == 3 ? count : 1)
            if index % 50 == 7 { connection.frame(.server, 0x89, Array(planter.word().utf8), &network) }
        }
        send(.server, try Frame(.disconnect(Disconnect(status: 1))).encoded(sender: .server))
        connection.close(reason: planter.word(), &network)
    }

    /// A session in the TCP form.
    func tcp(
        _ connection: inout TestConnection,
        _ network: inout TestNetwork,
        _ units: [Unit],
        key: ObfuscationKey
    ) throws {
        func send(_ sender: TestConnection.Sender, _ frame: [UInt8]) throws {
            var writer = ByteWriter()
            try TCPEnvelope(FrameHeader(rawValue: frame[0]), bodyLength: frame.count - 1).encode(into: &writer)
            key.append(frame.span.extracting(droppingFirst: 1), to: &writer)
            connection.send(sender, writer.array, &network)
        }
        let connect = Connect(
            flags: 0xC6,
            keepAlive: 240,
            clientId: WireString(planter.text()),
            clientIp: WireString("203.0.113.77"),
            willTopic: "clientInfo",
            will: WireString(planter.text()),
            appId: WireString(planter.text()),
            token: WireString(planter.text())
        )
        try send(.client, Frame(.connect(connect)).encoded(form: .tcp, sender: .client))
        try send(.server, connack(.tcp))
        for (sender, frame) in try frames(units, .tcp) { try send(sender, frame) }
        try send(.client, Frame(.disconnect(Disconnect(status: 4))).encoded(form: .tcp, sender: .client))
        connection.end(&network)
    }

    /// A session by long polling, and what an application asks of HTTP before it.
    func polling(_ network: inout TestNetwork, _ units: [Unit], version: String) throws {
        var waiting = TestConnection(&network, port: 51001)
        var sending = TestConnection(&network, port: 51002, isSix: true)
        let fields = [
            ("Cookie", "\(planter.word())=\(planter.word())"), ("Origin", "http://\(planter.word()).example"),
        ]
        let session = planter.word()
        waiting.request(
            "GET",
            "/websocket?appId=\(planter.word())&token=\(planter.word())&sdkVer=\(version)&apiVer=1&pid=\(planter.word())",
            fields,
            &network
        )
        let framings = TestConnection.Framing.allCases
        let connack: JSONValue = [
            "status": 0, "userId": .string(JSONString(planter.text())), "headerCode": 32, "messageId": 0,
            "sessionid": .string(JSONString(session)), "timestamp": 1_795_400_000_000,
        ]
        waiting.answer(connack.minified, [("Set-Cookie", "\(planter.word())=\(planter.word()); Path=/")], &network)
        var answers: [JSONValue] = []
        func poll(_ index: Int) {
            waiting.request(
                "GET",
                "/pullmsg.js?sessionid=\(session)&timestrap=\(network.milliseconds)&pid=\(planter.word())",
                fields,
                &network
            )
            let body = answers.count == 1 ? answers[0] : JSONValue.array(answers)
            waiting.answer(body.minified, [("X-Trace", planter.word())], framings[index % framings.count], &network)
            answers = []
        }
        func data(_ message: Planter.Message?, _ index: Int) -> JSONValue {
            guard let message else { return "" }
            return index % 2 == 0 ? message.json : .string(JSONString(text(message.json)))
        }
        for (index, unit) in units.enumerated() {
            let id = JSONValue(index + 1)
            switch unit {
            case .publish(.server, let topic, let target, let message):
                answers.append([
                    "headerCode": 50, "topic": .string(JSONString(topic)), "targetId": .string(JSONString(target)),
                    "messageId": id, "date": 1_795_400_000, "data": data(message, index),
                ])
            case .publish(.client, let topic, let target, let message), .query(let topic, let target, let message, _):
                var isQuery = false
                if case .query = unit { isQuery = true }
                sending.request(
                    "POST",
                    "/websocket?messageid=\(index + 1)&header=\(isQuery ? 82 : 50)&sessionid=\(session)"
                        + "&topic=\(encoded(topic))&targetid=\(encoded(target))&pid=\(planter.word())",
                    [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")] + fields,
                    body: message?.json.minified ?? [],
                    &network
                )
                var answer: JSONValue = [
                    "headerCode": JSONValue(isQuery ? 98 : 64), "messageId": id, "status": 0, "date": 1_795_400_000,
                ]
                if case .query(_, _, _, let message) = unit {
                    answer["data"] = data(message, index)
                } else {
                    answer["millisecond"] = 7
                    answer["messageUId"] = .string(JSONString(index % 2 == 0 ? "BKR5-28P4-JT85-SK8H" : planter.text()))
                }
                sending.answer(answer.minified, [], framings[(index + 2) % framings.count], &network)
            }
            if answers.count == 1 + index % 3 { poll(index) }
        }
        answers.append(["headerCode": -32, "status": 1])
        poll(0)
        waiting.end(&network)
        sending.end(&network)
    }

    /// Navigation and other exchanges.
    func http(_ network: inout TestNetwork) {
        var connection = TestConnection(&network, port: 51003)
        let fields = [
            ("Host", "\(planter.word()).example"), ("Origin", "https://\(planter.word()).example"),
            ("User-Agent", "App/\(planter.word())"),
            ("Referer", "https://x.example/\(planter.word())?a=\(planter.word())"),
            ("Cookie", "token=\(planter.word()); b=\"\(planter.word())\"; path=\(planter.word())"),
            ("X-Forwarded-For", "203.0.113.9"),
            ("Accept-Language", planter.word()), ("\(planter.word())", "yes"),
            ("If-None-Match", "\"\(planter.word())\""),
            ("Accept", "text/html, application/\(planter.word())"),
        ]
        let navigation: JSONValue = [
            "code": 200, "userId": .string(JSONString(planter.text())),
            "server": .string(JSONString("\(planter.word()).example:80")),
            "backupServer": .string(JSONString(planter.text())), "voipCallInfo": .string(JSONString(planter.text())),
            "unheard": ["of": [.string(JSONString(planter.text())), 1, nil, true]],
            .init(planter.word()): .string(JSONString(planter.text())),
        ]
        for framing in TestConnection.Framing.allCases {
            connection.request(
                "GET",
                "/navi.js?appId=\(planter.word())&token=\(planter.word())%40\(planter.word())&callBack=getServerEndpoint&v=4.2.0&r=17954&\(planter.word())=\(planter.word())",
                fields,
                &network
            )
            connection.answer(
                Array("getServerEndpoint(\(text(navigation)));".utf8),
                status: framing == .gzip ? "200 \(planter.word())" : "200 OK",
                [
                    ("Content-Type", "text/javascript"), ("ETag", "\"\(planter.word())\""),
                    ("Server", "\(planter.word())/1.0"),
                    ("Set-Cookie", "a=b; Path=/\(planter.word()); Domain=.\(planter.word()).example"),
                ],
                framing,
                &network
            )
        }
        connection.request("GET", "/ping?r=17954&u=\(planter.word())", fields, &network)
        connection.answer(Array(planter.text().utf8), [("Location", "http://x.example/\(planter.word())")], &network)
        connection.request(
            "POST",
            "/\(planter.word())/users/\(planter.word())?q=\(planter.word())",
            fields,
            body: Array("a=\(planter.word())&b=1".utf8),
            &network
        )
        connection.answer(
            planter.bytes(),
            status: "404 Not Found",
            [("Content-Type", "image/\(planter.word())")],
            .chunks,
            &network
        )
        connection.end(&network)
    }

    private func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            byte &- 48 < 10 || byte &- 65 < 26 || byte &- 97 < 26
                ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte]).uppercased()
        }.joined()
    }
}
