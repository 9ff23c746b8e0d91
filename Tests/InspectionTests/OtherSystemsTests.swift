import Inspection
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// Requests, answers and WebSocket messages of systems other than RongCloud.
extension Talk {
    /// The switch to WebSocket.
    mutating func upgrade(path: String, host: String = "rtm.example", subprotocol: String? = nil) {
        let named = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        let request =
            "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(named)\r\n"
        send(.client, Array(request.utf8))
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\(named)\r\n"
        send(.server, Array(answer.utf8))
    }

    /// A text message.
    mutating func text(_ sender: FrameSender, _ text: String) {
        send(sender, Bytes.webSocket(Array(text.utf8), opcode: 1, mask: sender == .client ? [7, 1, 9, 3] : nil))
    }

    /// A binary message.
    mutating func binary(_ sender: FrameSender, _ bytes: [UInt8]) {
        send(sender, Bytes.webSocket(bytes, opcode: 2, mask: sender == .client ? [7, 1, 9, 3] : nil))
    }

    /// A request and its answer.
    mutating func exchange(
        _ method: String,
        _ target: String,
        host: String = "poll.example",
        body: String = "",
        answer: String,
        type: String
    ) {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        send(.client, Array("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\(length)\r\n\(body)".utf8))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(answer.utf8.count)\r\n\r\n"
        send(.server, Array((head + answer).utf8))
    }
}

@Suite("Other systems in captures")
struct OtherSystemsTests {
    private func events(_ talk: Talk, showsSecrets: Bool = true) async throws -> [JSONValue] {
        let decoded = try await Decoded(talk.segments) {
            $0.showsRaw = true
            $0.options.showsSecrets = showsSecrets
        }
        return try String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
    }

    @Test("what both ends sent before a connection was known comes out in the order of its packets")
    func orderBeforeProof() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        // Control frames prove nothing, the server's first packet neither; the client's login does.
        talk.send(.client, Bytes.webSocket([], opcode: 9, mask: [7, 1, 9, 3]))
        talk.text(.server, "1::")
        talk.text(.client, #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"18":"app","19":"ann"}}]}"#)
        let found = try await events(talk).filter { $0["transport"] == "websocket" }
        #expect(found.map { $0["frame"]?["type"]?.string } == ["connect", "message"])
        #expect(found.map { $0["sender"]?.string } == ["server", "client"])
        let packets = found.map { $0["packets"]?.elements?.first?.int64 ?? 0 }
        #expect(packets == packets.sorted())
    }

    // MARK: LeanCloud

    private func leanCloud(_ frames: [JSONValue], _ oracle: [JSONValue]) throws {
        #expect(frames.count == oracle.count)
        for (event, wanted) in zip(frames, oracle) {
            #expect(event["hex"] == wanted["rawHex"])
            #expect(event["sender"]?.string == (wanted["dir"] == "c2s" ? "client" : "server"))
            #expect(event["frame"]?["cmd"] == wanted["type"])
            for key in ["op", "i"] { #expect((event["frame"]?[key] ?? .null) == (wanted[key] ?? .null)) }
            let contents = (wanted["messages"]?.elements ?? []).filter { $0["where"] != "conv.attr" }
            let messages = event["messages"]?.elements ?? []
            #expect(messages.map { $0["content"] } == contents.map { $0["content"] })
            for message in messages {
                let type = message["content"]?["_lctype"]?.int64.map(String.init)
                #expect(message["objectName"]?.string == type)
            }
        }
    }

    @Test("the recorded session of LeanCloud's SDK is read as the server noted it")
    func leanCloudCapture() async throws {
        let decoded = try await OtherCapture.leanCloud.events()
        let frames = decoded.filter { $0["transport"] == "websocket" }
        try leanCloud(frames, OtherCapture.leanCloud.frames())
        // Requests with i have their answers, and those their latency.
        let answers = frames.filter { $0["sender"] == "server" && $0["frame"]?["i"] != nil }
        #expect(!answers.isEmpty && answers.allSatisfy { $0["inReplyTo"]?["latency"] != nil })
        #expect(decoded.allSatisfy { $0["system"] == "leancloud" })
        #expect(decoded.allSatisfy { $0["diagnostics"] == nil })
        #expect(decoded.filter { $0["transport"] == "http" }.count == 2)
    }

    @Test("commands of LeanCloud's JSON form are known by the first of them")
    func leanCloudJSON() async throws {
        var talk = Talk(port: 50101, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(
            .client,
            #"{"cmd":"session","op":"open","appId":"a1","ua":"js/2.4.0","i":2016,"peerId":"tom","s":"sign4ture"}"#
        )
        talk.text(.server, #"{"cmd":"session","op":"opened","i":2016,"peerId":"tom","st":"sess-1234567"}"#)
        talk.text(
            .client,
            #"{"cmd":"direct","cid":"c1","msg":"{\"_lctype\":-1,\"_lctext\":\"hi\"}","i":2017,"peerId":"tom"}"#
        )
        talk.text(.server, #"{"cmd":"ack","i":2017,"uid":"m1","t":1500000000123}"#)
        talk.text(.client, "{}")
        talk.close()
        let events = try await events(talk, showsSecrets: false)
        #expect(events.allSatisfy { $0["system"] == "leancloud" })
        #expect(events.compactMap { $0["frame"]?["cmd"]?.string } == ["session", "session", "direct", "ack"])
        let message = try #require(events[3]["messages"]?[0])
        #expect(message["objectName"] == "-1" && message["target"] == "c1" && message["sender"] == "tom")
        #expect(message["content"] == ["_lctype": -1, "_lctext": "hi"])
        #expect(events[3]["payload"]?["value"]?["msg"] == nil)
        #expect(events[4]["inReplyTo"]?["topic"] == "direct")
        // Signature and session token have names that do not tell; the table does.
        let text = events.map(\.description).joined()
        #expect(events[1]["payload"]?["value"]?["s"] == "sign…")
        #expect(events[2]["payload"]?["value"]?["st"] == "sess…")
        #expect(text.contains("hi"))
    }

    @Test("commands in base64 are those in protobuf")
    func leanCloudBase64() async throws {
        var talk = Talk(port: 50102, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.proto2base64.3")
        let open = try Hex.decode("080010011a01412203746f6d2801b2061022086a732f352e302e3028009801bb01")
        let direct = try Hex.decode(
            "08022802c206290a1d7b225f6c6374797065223a2d312c225f6c6374657874223a226869227d50015a02633172026431"
        )
        talk.text(.client, Self.base64(open))
        talk.text(.client, Self.base64(direct))
        talk.close()
        let events = try await events(talk)
        #expect(events.count == 3)
        #expect(events[1]["frame"]?["cmd"] == "session" && events[1]["frame"]?["peerId"] == "tom")
        #expect(events[2]["messages"]?[0]?["content"] == ["_lctype": -1, "_lctext": "hi"])
        #expect(events[2]["messages"]?[0]?["sender"] == "tom")
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var writer = ByteWriter()
        writer.append(base64: bytes.span)
        return String(decoding: writer.array, as: UTF8.self)
    }

    @Test(
        "a command that cannot be read is an event with an error at its place, and nothing of it is lost",
        arguments: ["0800100", "08ff", "0800b206", "ffffff"]
    )
    func leanCloudDamage(hex: String) async throws {
        var talk = Talk(port: 50103, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.protobuf2.3")
        let bytes = try Hex.decode(hex.count % 2 == 0 ? hex : hex + "f")
        talk.binary(.client, bytes)
        talk.binary(.client, [8, 14, 0x28, 1])
        talk.close()
        let events = try await events(talk)
        #expect(events.count == 3)
        #expect(events[1]["undecodedBytes"]?.int64 == Int64(bytes.count) || events[1]["payload"] != nil)
        #expect(events[1]["diagnostics"] != nil)
        #expect(events[2]["frame"]?["cmd"] == "echo")
    }

    // MARK: NIM

    @Test("the recorded session of NIM's web SDK is read as the server noted it")
    func nimCapture() async throws {
        let events = try await OtherCapture.nim.events().filter { $0["transport"] == "websocket" }
        let frames = try OtherCapture.nim.frames().filter { $0["transport"] == "ws" }
        #expect(events.count == frames.count)
        for sender in ["client", "server"] {
            let seen = events.filter { $0["sender"]?.string == sender }
            let wanted = frames.filter { ($0["dir"] == "c2s") == (sender == "client") }
            try #require(seen.count == wanted.count)
            for (event, frame) in zip(seen, wanted) {
                let text = try #require(frame["text"]?.string)
                #expect(event["hex"]?.string == Hex.encode(Array(text.utf8)))
                for key in ["type", "sid", "cid", "ser", "code"] {
                    #expect((event["frame"]?[key] ?? .null) == (frame[key] ?? .null))
                }
                let names =
                    [frame["command"]?.string].compactMap { $0 }
                    + (frame["commandAlso"]?.elements ?? []).compactMap(\.string)
                if let name = event["frame"]?["command"]?.string { #expect(names.contains(name)) }
                let contents = (frame["messages"]?.elements ?? []).map { $0["content"] }
                #expect((event["messages"]?.elements ?? []).map { $0["content"] ?? $0["text"] } == contents)
            }
        }
        #expect(events.filter { $0["inReplyTo"] != nil }.count > 8)
    }

    @Test("packets over HTTP are NIM's from the first that proves it, and those before it with them")
    func nimPolling() async throws {
        var talk = Talk(port: 50104, sdkVersion: nil)
        let path = "/socket.io/1/xhr-polling/abc123?t=1"
        talk.exchange("GET", path, answer: "1::", type: "text/plain")
        talk.exchange("POST", path, body: #"3:::{"SID":1,"CID":2,"SER":0}"#, answer: "1", type: "text/plain")
        let response = #"3:::{"sid":1,"cid":2,"code":200,"ser":0}"#
        talk.exchange(
            "GET",
            path,
            answer: "\u{FFFD}\(response.utf8.count)\u{FFFD}\(response)\u{FFFD}3\u{FFFD}2::",
            type: "text/plain"
        )
        talk.end()
        let events = try await events(talk)
        #expect(events.map { $0["frame"]?["type"] } == ["connect", "message", "message", "heartbeat"])
        #expect(events.allSatisfy { $0["system"] == "nim" && $0["transport"] == "polling" })
        #expect(events[1]["frame"]?["command"] == "heartbeat")
    }

    @Test("a session that NIM's packets prove proves nothing about another server's session with its id")
    func nimPollingOfTwoServers() async throws {
        var talk = Talk(port: 50104, sdkVersion: nil)
        let path = "/socket.io/1/xhr-polling/abc123?t=1"
        talk.exchange("POST", path, body: #"3:::{"SID":1,"CID":2,"SER":0}"#, answer: "1", type: "text/plain")
        talk.exchange("GET", path, host: "chat.example", answer: "1::", type: "text/plain")
        #expect(try await events(talk).map { $0["frame"]?["type"] } == ["message"])
    }

    // MARK: YC

    @Test("an answer is YC's where its code, its elements and a stated type agree")
    func ycReply() async throws {
        var talk = Talk(port: 50105, sdkVersion: nil)
        let reply =
            #"{"ret_code":200,"result":[{"id":"p1","type":"new_chat","content":{"topic":"883412","ChatType":1,"text":"on my way"}}]}"#
        talk.exchange("GET", "/chat/list?x=1", answer: reply, type: "application/json")
        talk.end()
        let events = try await events(talk)
        try #require(events.count == 1)
        #expect(events[0]["system"] == "yc" && events[0]["transport"] == "polling" && events[0]["sender"] == "server")
        #expect(events[0]["frame"] == ["type": "REPLY", "retCode": 200])
        let message = try #require(events[0]["messages"]?[0])
        #expect(message["objectName"] == "new_chat" && message["target"] == "883412" && message["uid"] == "p1")
        #expect(message["conversation"] == "order" && message["content"]?["text"] == "on my way")
    }

    // MARK: Secrets

    @Test("no token or signature comes out, in any format", arguments: CaptureDecoder.Format.allCases, [true, false])
    func secrets(format: CaptureDecoder.Format, isDamaged: Bool) async throws {
        let marker = "MARK3R-f00d-cafe"
        var lean = Talk(port: 50131, sdkVersion: nil)
        lean.upgrade(path: "/", subprotocol: "lc.protobuf2.3")
        // session/open with st, s, n and deviceToken.
        let text = Array(marker.utf8)
        let secrets = Bytes.field(2, text) + Bytes.field(3, text) + Bytes.field(10, text) + Bytes.field(14, text)
        lean.binary(.client, [8, 0, 16, 1] + Bytes.field(102, secrets) + (isDamaged ? [0xFF] : []))
        lean.binary(.client, [8, 13, 16, 100] + Bytes.field(113, Bytes.field(3, text)))
        // The body of another command than the one that is named, or than any.
        lean.binary(.client, [8, 2] + Bytes.field(102, secrets))
        lean.binary(.client, Bytes.field(102, secrets))
        // A body, a member or the command's name that stands twice.
        lean.binary(.client, [8, 0, 16, 1] + Bytes.field(102, secrets) + Bytes.field(102, Bytes.field(1, [0x61])))
        lean.close()
        var json = Talk(port: 50132, sdkVersion: nil)
        json.upgrade(path: "/")
        let open =
            #"{"cmd":"session","op":"open","appId":"a","i":1,"peerId":"t","s":"\#(marker)","n":"\#(marker)","st":"\#(marker)"}"#
        json.text(.client, #"{"cmd":"session","op":"query","appId":"a","i":1,"peerId":"t"}"#)
        json.text(.client, isDamaged ? String(open.dropLast()) : open)
        json.text(.client, #"{"cmd":"session","op":"open","i":2,"st":"\#(marker)","st":"x","s":"\#(marker)","s":"y"}"#)
        json.text(.client, #"{"cmd":"session","op":"open","i":3,"st":"\#(marker)","n":"\#(marker)","cmd":"direct"}"#)
        json.close()
        var nim = Talk(port: 50133, sdkVersion: nil)
        nim.upgrade(path: "/socket.io/1/websocket/xyz")
        nim.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        let login = #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"3":16,"19":"me","1000":"\#(marker)"}}]}"#
        nim.text(.client, isDamaged ? String(login.dropLast(2)) : login)
        nim.text(.client, login.replacing("\"1000\"", with: "\"1000\":\"\(marker)\",\"1000\""))
        nim.close()
        let segments = [lean, json, nim].flatMap(\.segments).sorted { $0.time < $1.time }
        let fields = try ["frame.cmd", "frame.type", "frame.body", "payload.value", "message.content", "undecoded"].map
        { name in
            try FieldPath(shown: name)
        }
        let decoded = try await Decoded(segments) {
            $0.format = format
            $0.fields = fields
            $0.style.isUTC = true
        }
        let output = String(decoding: decoded.output, as: UTF8.self)
        #expect(!output.contains(marker))
        #expect(!output.contains(Hex.encode(text)))
        let shown = text.prefix(12).map { Hex.encode([$0]) }.joined(separator: " ")
        #expect(!output.contains(shown))
        #expect(output.contains("session") && output.contains("message"))
    }

    // MARK: Whose a connection is

    @Test(
        "the first messages may leave open whose an upgrade is, up to a limit, also when they come at once",
        arguments: [0, UpgradeProof.patience - 1, UpgradeProof.patience],
        [true, false]
    )
    func patience(count: Int, isAtOnce: Bool) async throws {
        var talk = Talk(port: 50114, sdkVersion: nil)
        talk.upgrade(path: "/")
        let open = #"{"cmd":"session","op":"open","appId":"a","i":1,"peerId":"t"}"#
        let texts = Array(repeating: "{}", count: count) + [open]
        if isAtOnce {
            let messages = texts.flatMap { Bytes.webSocket(Array($0.utf8), opcode: 1, mask: [7, 1, 9, 3]) }
            talk.send(.client, messages)
        } else {
            for text in texts { talk.text(.client, text) }
        }
        talk.close()
        let found = try await events(talk).filter { $0["transport"] == "websocket" }
        #expect(found.count == (count < UpgradeProof.patience ? count + 1 : 0))
    }

    @Test("messages in many frames leave open and show whose an upgrade is as others do", arguments: [1, 2, 9, 30])
    func fragmentedProof(frames: Int) async throws {
        var talk = Talk(port: 50116, sdkVersion: nil)
        talk.upgrade(path: "/")
        let texts = ["{}", #"{"cmd":"session","op":"open","appId":"a","i":1,"peerId":"t"}"#]
        for text in texts.map({ Array($0.utf8) }) {
            for index in 0..<frames {
                let part = Array(text[text.count * index / frames..<text.count * (index + 1) / frames])
                let opcode: UInt8 = index == 0 ? 1 : 0
                let isLast = index == frames - 1
                talk.send(.client, Bytes.webSocket(part, opcode: opcode, isFinal: isLast, mask: [7, 1, 9, 3]))
            }
        }
        talk.close()
        let found = try await events(talk).filter { $0["transport"] == "websocket" }
        #expect(found.count == texts.count)
    }

    @Test("four systems side by side are told apart, each with its reason")
    func mixed() async throws {
        var rong = Talk(port: 50111)
        rong.frame(.client, [0xC0])
        rong.close()
        var lean = Talk(port: 50112, sdkVersion: nil)
        lean.upgrade(path: "/", subprotocol: "lc.protobuf2.3")
        lean.binary(.client, [8, 14, 0x28, 1])
        lean.close()
        var nim = Talk(port: 50113, sdkVersion: nil)
        nim.upgrade(path: "/socket.io/1/websocket/xyz")
        nim.text(.server, "1::")
        nim.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        nim.close()
        var yc = Talk(port: 50114, sdkVersion: nil)
        yc.exchange(
            "GET",
            "/poll",
            answer: #"{"ret_code":"200","result":[{"id":"1","type":"SERVICE_DONE","content":{"order_id":"7"}}]}"#,
            type: "application/json"
        )
        yc.end()
        let segments = [rong, lean, nim, yc].flatMap(\.segments).sorted { $0.time < $1.time }
        let decoded = try await Decoded(segments) { $0.options.explainsDetection = true }
        var systems: [Int64: Set<String>] = [:]
        for line in String(decoding: decoded.output, as: UTF8.self).split(separator: "\n") {
            let event = try JSONValue(parsing: String(line))
            systems[try #require(event["flow"]?.int64), default: []].insert(event["system"]?.string ?? "")
        }
        #expect(systems == [1: ["rongcloud"], 2: ["leancloud"], 3: ["nim"], 4: ["yc"]])
        let reasons = decoded.outcome.capture.explanations.lines
        for (flow, name) in [(1, "rongcloud"), (2, "leancloud"), (3, "nim"), (4, "yc")] {
            #expect(reasons.contains { $0.hasPrefix("flow \(flow): \(name): ") }, "\(reasons)")
        }
    }

    @Test(
        "what only looks alike is nobody's",
        arguments: [
            "Socket.IO chat", "Socket.IO chat over HTTP", "GraphQL", "MQTT", "STOMP", "JSON polling", "SignalR",
            "Socket.IO chat with ids", "Engine.IO 4", "WAMP", "GraphQL without a sub-protocol",
            "MQTT without a sub-protocol", "another protobuf", "JSON polling with YC's keys", "JSON-RPC",
        ]
    )
    func lookAlike(kind: String) async throws {
        var talk = Talk(port: 50121, sdkVersion: nil)
        switch kind {
        case "Socket.IO chat":
            talk.upgrade(path: "/socket.io/1/websocket/s1")
            talk.text(.server, "1::")
            talk.text(.client, #"5:::{"name":"chat","args":["hello"]}"#)
            talk.text(.server, #"3:::{"user":"tom","text":"hello"}"#)
        case "Socket.IO chat over HTTP":
            talk.exchange("GET", "/socket.io/1/xhr-polling/s2?t=1", answer: "1::", type: "text/plain")
            talk.exchange(
                "POST",
                "/socket.io/1/xhr-polling/s2?t=2",
                body: #"5:::{"name":"chat"}"#,
                answer: "1",
                type: "text/plain"
            )
        case "GraphQL":
            talk.upgrade(path: "/graphql", subprotocol: "graphql-ws")
            talk.text(.client, #"{"type":"connection_init","payload":{}}"#)
            talk.text(.server, #"{"type":"connection_ack"}"#)
            talk.text(.client, #"{"id":"1","type":"start","payload":{"query":"subscription { cmd }"}}"#)
        case "MQTT":
            talk.upgrade(path: "/mqtt", subprotocol: "mqtt")
            talk.binary(.client, [0x10, 0x0C, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0])
            talk.binary(.server, [0x20, 2, 0, 0])
        case "STOMP":
            talk.upgrade(path: "/stomp")
            talk.text(.client, "CONNECT\naccept-version:1.2\nhost:h\n\n\u{0}")
            talk.text(.server, "CONNECTED\nversion:1.2\n\n\u{0}")
        case "JSON polling":
            talk.exchange(
                "GET",
                "/updates",
                answer: #"{"ret_code":200,"result":[{"id":1,"type":"chat"}]}"#,
                type: "application/json"
            )
            talk.exchange("GET", "/updates", answer: #"{"ok":true,"result":[]}"#, type: "application/json")
        case "SignalR":
            talk.upgrade(path: "/hub")
            talk.text(.client, "{\"protocol\":\"json\",\"version\":1}\u{1E}")
            talk.text(.server, "{}\u{1E}")
        case "Socket.IO chat with ids":
            talk.upgrade(path: "/socket.io/1/websocket/s3")
            talk.text(.server, "1::")
            talk.text(.client, #"3:::{"SID":"room","CID":"tom","Q":["hello"]}"#)
            talk.text(.server, #"3:::{"sid":"room","cid":"tom","r":["hello"]}"#)
        case "Engine.IO 4":
            talk.upgrade(path: "/socket.io/?EIO=4&transport=websocket")
            talk.text(.server, #"0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":[],"pingInterval":25000}"#)
            talk.text(.client, "40")
            talk.text(.client, #"42["chat",{"cmd":"direct","i":1}]"#)
            talk.text(.server, "2")
        case "WAMP":
            talk.upgrade(path: "/ws", subprotocol: "wamp.2.json")
            talk.text(.client, #"[1,"realm1",{"roles":{}}]"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":1}"#)
        case "GraphQL without a sub-protocol":
            talk.upgrade(path: "/graphql")
            talk.text(.client, #"{"type":"connection_init"}"#)
            talk.text(.server, #"{"type":"connection_ack"}"#)
            talk.text(.client, #"{"id":"1","type":"subscribe","payload":{"query":"{ session { op } }"}}"#)
        case "MQTT without a sub-protocol":
            talk.upgrade(path: "/mqtt")
            talk.binary(.client, [0x10, 0x0C, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0])
            talk.binary(.server, [0x20, 2, 0, 0])
            talk.binary(.client, [0x30, 7, 0, 3, 0x61, 0x2F, 0x62, 0x68, 0x69])
        case "another protobuf":
            talk.upgrade(path: "/feed")
            talk.binary(.server, Bytes.field(1, 150) + Bytes.field(2, "hello"))
            talk.binary(.client, Bytes.field(1, 1) + Bytes.field(2, "world") + Bytes.field(104, 1))
        case "JSON polling with YC's keys":
            for result in [
                #"[{"id":"1","type":"order","content":{"order_id":"7"}}]"#,
                #"[{"id":"1","type":"new_chat","content":"text"}]"#, "[]",
            ] {
                let answer = #"{"ret_code":200,"result":\#(result)}"#
                talk.exchange("GET", "/orders", answer: answer, type: "application/json")
            }
        default:
            talk.upgrade(path: "/rpc")
            talk.text(.client, #"{"jsonrpc":"2.0","method":"ack","id":1}"#)
            talk.text(.server, #"{"jsonrpc":"2.0","result":{},"id":1}"#)
        }
        talk.close()
        #expect(try await events(talk).isEmpty)
    }
}

/// A recorded session of another system with the server's own notes.
enum OtherCapture: String {
    case leanCloud = "leancloud-protobuf-chat"
    case nim = "nim-web-chatroom"

    /// The events that are made of it.
    func events() async throws -> [JSONValue] {
        let decoded = try await Decoded(Bundled.file("\(rawValue).pcap")) {
            $0.showsRaw = true
            $0.options.showsSecrets = true
        }
        return try String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
    }

    /// The frames of the notes.
    func frames() throws -> [JSONValue] {
        try JSONValue(parsing: Bundled.file("\(rawValue).oracle.json"))["frames"]?.elements ?? []
    }
}
