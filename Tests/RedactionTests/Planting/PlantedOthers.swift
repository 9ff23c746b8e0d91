import Foundation
import LeanCloud
import NIM
import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

/// Sessions of LeanCloud, NIM and YC with a secret in each text.
struct PlantedOthers {
    let planter: Planter

    /// The contents of a system's catalogue, their texts secrets.
    private func contents(of system: String) throws -> [JSONValue] {
        let file = RedactionTests.root.appending(path: "Docs/catalogue/other-systems.json")
        let all = try JSONValue(parsing: Array(try Data(contentsOf: file))).elements ?? []
        return all.filter { $0["system"]?.string == system }.compactMap { entry in
            let example = entry["exampleJSON"]
            if let text = example?.string { return (try? JSONValue(parsing: text)).map(planter.planted) }
            if let example { return planter.planted(example) }
            return .object(
                (entry["fields"]?.elements ?? []).compactMap { $0["key"]?.string }.filter { !$0.contains(".") }
                    .map { JSONMember(JSONString($0), .string(JSONString(planter.text()))) }
            )
        }
    }

    private func secret() -> JSONValue { .string(JSONString(planter.text())) }

    private func text(_ value: JSONValue) -> String { String(decoding: value.minified, as: UTF8.self) }

    // MARK: LeanCloud

    /// A command of each kind; texts of the JSON form, or bytes of protobuf.
    func leanCloud(_ generation: LeanCloudGeneration) throws -> [(TestConnection.Sender, Planter.Message)] {
        let schema = LeanCloudSchema.shared
        let generic = LeanCloudSchema.genericCommand(generation)
        var made: [(TestConnection.Sender, Planter.Message)] = []
        func command(_ sender: TestConnection.Sender, _ body: FieldIndex, _ set: [String: String] = [:]) {
            let name = schema.name(of: body)
            guard name.hasSuffix("Message"), schema[body].kind == .message else { return }
            let cmd = schema.field(named: "cmd", in: generic).map { schema[$0] }
            let word = String(name.dropLast("Message".count))
            guard let cmd, let number = schema.value(named: word, in: cmd.enumeration) else { return }
            let inner = planter.message(schema[body].message, schema, UnitTables.leanCloud, set: set)
            var fields = [ProtobufMessage.Field(cmd.number, .varint(UInt64(number)))]
            var members = [JSONMember("cmd", .string(JSONString(word)))]
            for name in ["appId", "peerId", "installationId"] {
                guard let index = schema.field(named: name, in: generic) else { continue }
                let text = planter.text()
                fields.append(ProtobufMessage.Field(schema[index].number, .bytes(Array(text.utf8))))
                members.append(JSONMember(JSONString(name), .string(JSONString(text))))
            }
            if let index = schema.field(named: "i", in: generic) {
                fields.append(ProtobufMessage.Field(schema[index].number, .varint(UInt64(made.count + 1))))
                members.append(JSONMember("i", JSONValue(made.count + 1)))
            }
            fields.append(ProtobufMessage.Field(schema[body].number, .message(inner.protobuf)))
            members += inner.json.members ?? []
            made.append(
                (sender, Planter.Message(type: generic, protobuf: ProtobufMessage(fields), json: .object(members)))
            )
        }
        for body in schema.fieldIndices(of: generic) {
            command(.client, body)
            command(.server, body)
        }
        if let direct = schema.field(named: "directMessage", in: generic) {
            for content in try contents(of: "LeanCloud") { command(.server, direct, ["msg": text(content)]) }
        }
        return made
    }

    /// A session over WebSocket in the form of a sub-protocol; without one, in JSON.
    func leanCloud(
        _ connection: inout TestConnection,
        _ network: inout TestNetwork,
        _ subprotocol: String?,
        inQuery: Bool = false,
        _ deflate: TestConnection.Deflate = .none
    ) throws {
        let named = subprotocol.flatMap { LeanCloudSubprotocol.named($0) }
        let form = named?.form ?? .json
        let target = inQuery ? "/?subprotocol=\(subprotocol ?? "")" : "/"
        connection.upgrade(
            target,
            subprotocol: inQuery ? nil : subprotocol,
            deflate,
            [
                ("Origin", "https://\(planter.word()).example"), ("X-LC-Id", planter.word()),
                ("Cookie", "a=\(planter.word())"),
            ],
            &network
        )
        if form == .json {
            let open: JSONValue = [
                "cmd": "session", "op": "open", "appId": secret(), "peerId": secret(), "ua": "js/2.4.0", "i": 2016,
                "s": secret(), "n": secret(), "t": 1_795_400_000,
            ]
            connection.message(.client, open.minified, isText: true, &network)
        }
        for (index, (sender, message)) in try leanCloud(named?.generation ?? .current).enumerated() {
            let frames = index % 4 == 3 ? 3 : 1
            switch form {
            case .json: connection.message(sender, message.json.minified, isText: true, frames: frames, &network)
            case .protobufBase64:
                var writer = ByteWriter()
                writer.append(base64: message.encoded.span)
                connection.message(sender, writer.array, isText: true, frames: frames, &network)
            default: connection.message(sender, message.encoded, frames: frames, &network)
            }
        }
        connection.close(reason: planter.word(), &network)
    }

    /// The router, and kept notifications.
    func leanCloudHTTP(_ network: inout TestNetwork) {
        var connection = TestConnection(&network, port: 52009)
        connection.request(
            "GET",
            "/v1/route?appId=\(planter.word())&installationId=\(planter.word())&secure=1&_t=1795400000",
            [("Host", "\(planter.word()).example")],
            &network
        )
        let route: JSONValue = [
            "groupId": secret(), "server": secret(), "secondary": secret(), "ttl": 600, "groupUrl": secret(),
            .init(planter.word()): secret(),
        ]
        connection.answer(route.minified, &network)
        connection.request(
            "GET",
            "/1.1/rtm/notifications?client_id=\(planter.word())",
            [
                ("X-LC-Id", planter.word()), ("X-LC-Sign", "\(planter.word()),1795400000"),
                ("X-LC-Session", planter.word()),
            ],
            &network
        )
        let kept: JSONValue = [
            "invalidLocalConvCache": false, "notifications": [["cmd": "conv", "cid": secret(), "m": [secret()]]],
        ]
        connection.answer(kept.minified, [], .gzipChunks, &network)
        connection.end(&network)
    }

    // MARK: NIM

    /// A packet of each command, and messages with each content of the catalogue.
    func nim(_ scope: NIMScope) throws -> [(TestConnection.Sender, [UInt8])] {
        var packets: [(TestConnection.Sender, [UInt8])] = []
        func values(_ command: NIMCommand, _ set: [String: String] = [:]) -> [JSONValue] {
            command.values.map { value in
                guard let entity = value.entity else { return secret() }
                return .object(
                    ((0...150).filter { NIMTags.tag($0, of: entity, in: command.scope) != nil } + [999]).map { tag in
                        let name = NIMTags.tag(tag, of: entity, in: command.scope)?.name ?? ""
                        return JSONMember(JSONString("\(tag)"), set[name].map { .string(JSONString($0)) } ?? secret())
                    }
                )
            }
        }
        for command in NIMCommand.all where command.scope == scope {
            let values = values(command)
            let serial = Int64(packets.count % 60_000 + 1)
            switch command.direction {
            case .request:
                let arguments = zip(values, command.values).map { value, named -> JSONValue in
                    ["t": JSONValue(named.type), "v": value]
                }
                packets.append(
                    (
                        .client,
                        try NIMPacket(sid: command.sid, cid: command.cid, ser: serial, arguments: arguments).encoded()
                    )
                )
            case .response:
                packets.append(
                    (
                        .server,
                        try NIMPacket(sid: command.sid, cid: command.cid, ser: 0, code: 200, values: values).encoded()
                    )
                )
            }
        }
        let message = NIMCommand.all.first { $0.scope == scope && $0.direction == .response && $0.name == "msg" }
        if let message {
            for content in try contents(of: "NIM") {
                let set = ["type": "100", "attach": text(content), "idClient": "k-1", "scene": "0"]
                packets.append(
                    (
                        .server,
                        try NIMPacket(
                            sid: message.sid,
                            cid: message.cid,
                            ser: 0,
                            code: 200,
                            values: values(message, set)
                        ).encoded()
                    )
                )
            }
            let inner: JSONValue = [
                "headerPacket": ["sid": JSONValue(message.sid), "cid": JSONValue(message.cid)],
                "body": .array(values(message)),
            ]
            packets.append(
                (.server, try NIMPacket(sid: 4, cid: 1, ser: 0, code: 200, values: ["9004", inner]).encoded())
            )
        }
        packets.append((.server, Array("2::".utf8)))
        packets.append((.client, Array("2::".utf8)))
        packets.append((.server, Array("4:::\(text(["a": secret()]))".utf8)))
        packets.append((.server, Array("3:::\(planter.text())".utf8)))
        return packets
    }

    func nimWebSocket(
        _ connection: inout TestConnection,
        _ network: inout TestNetwork,
        _ scope: NIMScope,
        _ deflate: TestConnection.Deflate = .none
    ) throws {
        connection.upgrade(
            "/socket.io/1/websocket/\(planter.word())",
            deflate,
            [("Origin", "https://\(planter.word()).example")],
            &network
        )
        connection.message(.server, Array("1::".utf8), isText: true, &network)
        for (sender, packet) in try nim(scope) { connection.message(sender, packet, isText: true, &network) }
        connection.close(reason: planter.word(), &network)
    }

    /// - Parameter segmentSize: of the connection whose answers hold several packets of NIM's.
    func nimPolling(_ network: inout TestNetwork, segmentSize: Int = 1400) throws {
        var lookup = TestConnection(&network, port: 53000)
        lookup.request(
            "GET",
            "/lbs/webconf.jsp?id=\(planter.word())&sv=190&pv=1&networkType=0&k=\(planter.word())",
            &network
        )
        let common: JSONValue = ["code": 200, "common": ["link": [secret()], "lbs": secret(), "unheard": secret()]]
        lookup.answer(common.minified, &network)
        lookup.end(&network)
        var waiting = TestConnection(&network, port: 53001)
        waiting.segmentSize = segmentSize
        var sending = TestConnection(&network, port: 53002)
        let session = planter.word()
        waiting.request("GET", "/socket.io/1/?t=\(network.milliseconds)&\(planter.word())=1", &network)
        waiting.answer(Array("\(session):60:60:websocket,xhr-polling".utf8), [("Content-Type", "text/plain")], &network)
        let path = "/socket.io/1/xhr-polling/\(session)"
        var answers: [[UInt8]] = [Array("1::".utf8)]
        let framings = TestConnection.Framing.allCases
        for (index, (sender, packet)) in try nim(.im).enumerated() {
            if sender == .client {
                sending.request(
                    "POST",
                    "\(path)?t=\(network.milliseconds)",
                    [("Cookie", "a=\(planter.word())")],
                    body: packet,
                    &network
                )
                sending.answer([UInt8(ascii: "1")], [("Content-Type", "text/plain")], &network)
            } else {
                answers.append(packet)
            }
            guard answers.count > index % 4 else { continue }
            waiting.request("GET", "\(path)?t=\(network.milliseconds)", &network)
            waiting.answer(
                try NIMPollingBody(answers).encoded(),
                [("Content-Type", "text/plain; charset=UTF-8")],
                framings[index % framings.count],
                &network
            )
            answers = []
        }
        waiting.end(&network)
        sending.end(&network)
    }

    // MARK: YC

    func yc(_ connection: inout TestConnection, _ network: inout TestNetwork) throws {
        let framings = TestConnection.Framing.allCases
        for (index, content) in try contents(of: "YC").enumerated() {
            connection.request(
                "GET",
                "/chat/list?isRemote=0&pushId=\(planter.word())&\(planter.word())=\(planter.word())",
                [("Cookie", "session=\(planter.word())"), ("Token", planter.word())],
                &network
            )
            let element: JSONValue =
                content["id"] != nil && content["type"] != nil
                ? content : ["id": secret(), "type": "new_chat", "content": content]
            var whole = element
            whole["type"] = ["new_chat", "DRIVER_ARRIVE", "coupon"][index % 3] == "coupon" ? secret() : "new_chat"
            let reply: JSONValue = [
                "ret_code": 200,
                "result": [
                    whole,
                    [
                        "id": secret(), "type": "new_chat",
                        "content": [
                            "topic": secret(), "text": secret(), "url": secret(), "note": secret(), "x": secret(),
                        ],
                    ],
                ],
            ]
            connection.answer(reply.minified, [("X-Trace", planter.word())], framings[index % framings.count], &network)
        }
        connection.end(&network)
    }
}
