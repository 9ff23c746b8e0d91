import LeanCloud
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@Suite("Forms of a command")
struct FormTests {
    @Test("the reference's frames decode, and encode to the same bytes in both forms", arguments: Golden.frames.indices)
    func goldenFrames(index: Int) throws {
        let bytes = try Hex.decode(Golden.frames[index].hex)
        let frame = try LeanCloudFrame(decoding: bytes.span)
        #expect(frame.encoded() == bytes)
        #expect(LeanCloudForm(recognising: bytes.span, isText: false) == .protobuf)
        var text = ByteWriter()
        text.append(base64: bytes.span)
        let inText = try LeanCloudFrame(decoding: text.span, form: .protobufBase64)
        #expect(inText.envelope == frame.envelope && inText.content == frame.content)
        #expect(inText.encoded() == text.array)
        #expect(LeanCloudForm(recognising: text.span, isText: true) == .protobufBase64)
        let operation = LeanCloudOperation.find(
            try #require(frame.envelope.cmd),
            frame.envelope.op,
            from: Golden.frames[index].sender
        )
        #expect(operation != nil)
    }

    @Test("what the frames of the reference say")
    func goldenFields() throws {
        func frame(_ meaning: String) throws -> LeanCloudFrame {
            let hex = try #require(Golden.frames.first { $0.meaning == meaning }).hex
            return try LeanCloudFrame(hex: hex)
        }
        let open = try frame("open")
        #expect(open.envelope.cmd == .session && open.envelope.op?.name == "open")
        #expect(open.envelope.appId == "A" && open.envelope.peerId == "tom" && open.envelope.i == 1)
        #expect(open.payload?["value"]?["sessionMessage"]?["configBitmap"]?.string == "187")
        #expect(open.payload?["value"]?["sessionMessage"]?["r"]?.bool == false)
        #expect(try frame("opened").envelope.serverTs == 1_500_000_000_000)
        #expect(try frame("opened").payload?["value"]?["sessionMessage"]?["stTtl"]?.int64 == 86400)
        #expect(try frame("refusal").payload?["value"]?["errorMessage"]?["code"]?.int64 == 4401)
        #expect(try frame("refusal").object["code"]?.int64 == 4401)
        #expect(try frame("opened").object["code"] == nil)
        #expect(LeanCloudCode.find(4401)?.name == "invalidMessagingTarget")
        #expect(try frame("goaway").envelope.cmd == .goaway)
    }

    @Test("base64 that is spelt otherwise keeps its spelling", arguments: ["CA4oAQ", "CA4oAQ==", "CA4oAR=="])
    func base64Spellings(text: String) throws {
        let frame = try LeanCloudFrame(text: text, form: .protobufBase64)
        #expect(frame.envelope.cmd == .echo && frame.envelope.i == 1)
        #expect(frame.encoded() == Array(text.utf8))
        let again = try LeanCloudFrame(object: frame.object, form: .protobufBase64)
        #expect(again.encoded() == Array(text.utf8))
    }

    @Test("keep-alives of every client")
    func keepAlives() throws {
        var layout = LeanCloudLayout()
        for (text, form) in [("{}", LeanCloudForm.json), (" {} ", .json), ("CA4=", .protobufBase64)] {
            try layout.read(Array(text.utf8).span, form: form)
            #expect(layout.isKeepAlive)
        }
        try layout.read(hex: "080e2801")
        #expect(layout.isKeepAlive && layout.header.i == 1)
        try layout.read(hex: "0815")
        #expect(!layout.isKeepAlive && layout.header.i == nil)
        try layout.read([UInt8]().span, form: .protobuf)
        #expect(!layout.isKeepAlive && layout.header.cmd == nil)
        // What is refused keeps nothing alive.
        let number = Array("5".utf8)
        #expect((try? layout.read(number.span, form: .json)) == nil)
        #expect(!layout.isKeepAlive)
        try layout.read(Array(#"{"cmd":"ack"}"#.utf8).span, form: .json)
        #expect(!layout.isKeepAlive)
    }

    @Test("field 100 says which generation a login is of, whatever the sub-protocol promised")
    func loginOfBothGenerations() throws {
        // cmd login; field 100 with a number, or with a message of a system's information.
        let older = try Hex.decode("0808a206020801")
        let current = try Hex.decode("0808a206060a0408011800")
        for promised in LeanCloudGeneration.allCases {
            let one = try LeanCloudFrame(decoding: older.span, generation: promised)
            #expect(one.generation == .older && one.encoded() == older)
            #expect(one.payload?["value"]?["loginMessage"]?["extendCmd"]?.string == "loggedin")
            let other = try LeanCloudFrame(decoding: current.span, generation: promised)
            #expect(other.generation == .current && other.encoded() == current)
            #expect(other.payload?["value"]?["loginMessage"]?["systemInfo"]?["deviceType"]?.string == "android")
        }
        let plain = try LeanCloudFrame(hex: "080e2801", generation: .older)
        #expect(plain.generation == .older)
    }

    @Test("MessagePack is kept as it is")
    func messagePack() throws {
        let bytes = try Hex.decode("82a3636d64a46563686fa16901")
        let frame = try LeanCloudFrame(decoding: bytes.span, form: .messagePack)
        #expect(frame.encoded() == bytes && frame.envelope.cmd == nil)
        #expect(try LeanCloudFrame(object: frame.object, form: .messagePack) == frame)
    }

    @Test("the sub-protocol says form, schema and version")
    func subprotocols() {
        #expect(LeanCloudSubprotocol.all.count == 14)
        let current = LeanCloudSubprotocol.named("lc.protobuf2.3")
        #expect(current?.form == .protobuf && current?.generation == .current && current?.version == 3)
        let text = LeanCloudSubprotocol.named("lc.protobase64.3")
        #expect(text?.form == .protobufBase64 && text?.generation == .older)
        #expect(LeanCloudSubprotocol.named("lc.msgpack.2")?.form == .messagePack)
        #expect(LeanCloudSubprotocol.named("lc.json.1")?.form == .json)
        #expect(LeanCloudSubprotocol.named("graphql-ws") == nil)
    }

    @Test("text of other protocols is not taken for a command", arguments: ["2::", "ping", "CAFE!", "C", "hello", ""])
    func notRecognised(text: String) {
        #expect(LeanCloudForm(recognising: Array(text.utf8).span, isText: true) == nil)
    }

    @Test(
        "the JSON generation: envelope, op with hyphens, and messages",
        arguments: [
            (
                #"{"cmd":"session","op":"open","appId":"a","ua":"js/2.4.0","i":2016,"peerId":"tom"}"#,
                "session", "open", 0
            ),
            (
                #"{"cmd":"session","op":"query-result","i":2017,"onlineSessionPeerIds":[]}"#,
                "session", "query_result", 0
            ),
            (#"{"cmd":"conv","op":"members-joined","cid":"c","initBy":"x","m":["y"]}"#, "conv", "members_joined", 0),
            (#"{"cmd":"conv","op":"error","code":4301,"reason":"r","i":2018}"#, "conv", "error", 0),
            (
                #"{"cmd":"direct","cid":"c","msg":"hi \"you\" \u4f60","i":2019,"r":1,"transient":false}"#,
                "direct", nil, 1
            ),
            (
                #"{"cmd":"direct","id":"m","cid":"c","fromPeerId":"b","msg":"{\"_lctype\":-1}","timestamp":1}"#,
                "direct", nil, 1
            ),
            (
                #"{"cmd":"logs","cid":"c","logs":[{"from":"a","data":"x","timestamp":1,"msgId":"m"}],"i":1}"#,
                "logs", nil, 1
            ),
            (#"{"cmd":"direct","toPeerIds":["b"],"msg":"old","i":1}"#, "direct", nil, 1),
            (#"{"cmd":"whatever","op":"new","i":7}"#, "whatever", "new", 0),
        ] as [(String, String, String?, Int)]
    )
    func jsonForm(text: String, cmd: String, op: String?, messages: Int) throws {
        let bytes = Array(text.utf8)
        let frame = try LeanCloudFrame(decoding: bytes.span, form: .json)
        #expect(frame.encoded() == bytes)
        #expect(frame.object["cmd"]?.string == cmd && frame.object["op"]?.string == op)
        #expect(try LeanCloudFrame(object: frame.object) == frame)
        #expect(LeanCloudForm(recognising: bytes.span, isText: true) == .json)
        var layout = LeanCloudLayout()
        try layout.read(bytes.span, form: .json)
        layout.findMessages(in: bytes.span)
        #expect(layout.messages.count == messages)
        if text.contains("you") {
            let message = try #require(layout.messages.first?.text)
            #expect(layout.string(message, of: bytes.span) == "hi \"you\" 你")
        }
    }

    @Test(
        "no number of the protobuf forms is the op `error` of the JSON form",
        arguments: [("ffffffffffffffffff01", -1), ("80808080f8ffffffff01", -2_147_483_648), ("e707", 999)]
    )
    func unnamedOp(hex: String, number: Int) throws {
        let bytes = try Hex.decode("080010" + hex)
        let frame = try LeanCloudFrame(decoding: bytes.span)
        let op = try #require(frame.envelope.op)
        #expect(op != .error && op.rawValue == Int64(number) && op.name == nil)
        #expect(frame.object["op"] == JSONValue(Int64(number)))
        var fields = frame.object
        fields["data"] = nil
        #expect(try LeanCloudFrame(object: fields).encoded() == bytes)
        #expect(!LeanCloudOperation.all.contains { $0.name.cmd == .conv && $0.isAnswered(by: .session, op) })
        #expect(throws: WireError.self) { try LeanCloudFrame(object: ["cmd": "session", "op": "error"]) }
    }

    @Test("a frame object without bytes is encoded of its fields")
    func encodesObjects() throws {
        let echo = try LeanCloudFrame(object: ["cmd": "echo", "i": 1])
        #expect(Hex.encode(echo.encoded()) == "080e2801")
        let direct: JSONValue = [
            "cmd": "direct", "i": 2, "payload": ["value": ["directMessage": ["msg": "hi", "cid": "c1"]]],
        ]
        #expect(Hex.encode(try LeanCloudFrame(object: direct).encoded()) == "08022802c206080a0268695a026331")
        let text = try LeanCloudFrame(object: ["cmd": "conv", "op": "members_left", "i": 3], form: .json)
        #expect(String(decoding: text.encoded(), as: UTF8.self) == #"{"cmd":"conv","op":"members-left","i":3}"#)
        let flat = try LeanCloudFrame(
            object: ["cmd": "direct", "i": 4, "payload": ["value": ["cid": "c", "msg": "hi", "i": 5]]],
            form: .json
        )
        #expect(String(decoding: flat.encoded(), as: UTF8.self) == #"{"cmd":"direct","cid":"c","msg":"hi","i":5}"#)
        #expect(throws: WireError.self) { try LeanCloudFrame(object: ["cmd": "nonsense"]) }
        #expect(throws: WireError.self) { try LeanCloudFrame(object: ["cmd": "echo", "data": "0x8"]) }
        #expect(throws: WireError.self) { try LeanCloudFrame(object: ["text": "{"]) }
    }

    @Test("unread counts without a content take no room of messages", arguments: [LeanCloudForm.json, .protobuf])
    func unreadCounts(form: LeanCloudForm) throws {
        let counts = (0..<3).map { #"{"cid":"c\#($0)","unread":1}"# }
        let messages = (0..<2).map { #"{"cid":"d\#($0)","unread":1,"data":"x"}"# }
        let convs = #""convs":[\#((counts + messages).joined(separator: ","))]"#
        let text = form == .json ? #"{"cmd":"unread",\#(convs)}"# : #"{"cmd":"unread","unreadMessage":{\#(convs)}}"#
        let value = try JSONValue(parsing: text)
        var bytes = Array(text.utf8)
        if form == .protobuf { bytes = try LeanCloudFrame(object: ["payload": ["value": value]]).encoded() }
        var layout = LeanCloudLayout()
        try layout.read(bytes.span, form: form)
        for (most, hasMore) in [(2, false), (1, true)] {
            layout.findMessages(in: bytes.span, atMost: most)
            #expect(layout.messages.count == most && layout.hasMoreMessages == hasMore)
        }
    }

    @Test("messages of the past, unread ones and edits are found, binary ones too")
    func messagesEverywhere() throws {
        let cases: [(JSONValue, [String])] = [
            (
                [
                    "cmd": "logs",
                    "logsMessage": ["cid": "c", "logs": [["data": "AQID", "bin": true], ["data": "hi"]]],
                ],
                ["binary 010203 in c", "text hi in c"]
            ),
            (
                [
                    "cmd": "unread",
                    "unreadMessage": [
                        "convs": [
                            ["cid": "a", "unread": 1], ["cid": "b", "unread": 2, "data": "x"],
                            ["cid": "d", "unread": 2, "data": "x", "binaryMsg": "/w=="],
                        ]
                    ],
                ],
                ["text x in b", "binary ff in d"]
            ),
            (
                [
                    "cmd": "patch", "op": "modify",
                    "patchMessage": [
                        "patches": [
                            ["cid": "c", "mid": "m", "recall": true, "data": "{\"_lctype\":-127}"]
                        ]
                    ],
                ],
                ["recalled text {\"_lctype\":-127} in c"]
            ),
        ]
        for (value, wanted) in cases {
            let frame = try LeanCloudFrame(object: ["payload": ["value": value]])
            let found = frame.messages().map { message in
                let content: String
                switch message.content {
                case .typed(_, let document): content = "text " + String(decoding: document.bytes, as: UTF8.self)
                case .text(let text): content = "text " + text
                case .binary(let bytes): content = "binary " + Hex.encode(bytes)
                case .json, nil: content = ""
                }
                return (message.isRecalled ? "recalled " : "") + content + " in " + (message.conversation ?? "")
            }
            #expect(found == wanted)
        }
    }
    @Test("a frame has the same messages in every form", arguments: LeanCloudForm.allCases)
    func messagesOfForms(form: LeanCloudForm) throws {
        let text = #"{"_lctype":-1,"_lctext":"hi"}"#
        let message: JSONValue = [
            "cid": "_tmp:c", "id": "m1", "fromPeerId": "bob", "msg": JSONValue(text), "timestamp": 5,
            "mentionAll": true,
        ]
        let value = form == .json ? message : ["directMessage": message]
        let made = try LeanCloudFrame(
            object: ["cmd": "direct", "payload": ["value": value]],
            form: form == .messagePack ? .protobuf : form
        )
        let frame = try LeanCloudFrame(decoding: made.encoded().span, form: form)
        let messages = frame.messages()
        guard form != .messagePack else { return #expect(messages.isEmpty) }
        try #require(messages.count == 1)
        #expect(messages[0].content == .typed(-1, try JSONDocument(text)))
        #expect(messages[0].place == .direct && messages[0].mentionsAll && !messages[0].isTransient)
        #expect(messages[0].conversation == "_tmp:c" && messages[0].conversationKind == "temporary")
        #expect(messages[0].id == "m1" && messages[0].sender == "bob" && messages[0].timestamp == 5)
        #expect(frame.messages(atMost: 0).isEmpty)
    }

    @Test("a frame that was read with wider limits than the default ones has its messages")
    func messagesBeyondDefaults() throws {
        var limits = LeanCloudLimits()
        let depth = limits.json.depth + 1
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let bytes = Array(#"{"cmd":"direct","cid":"c","msg":"hi","x":\#(nested)}"#.utf8)
        limits.json.depth = depth + 1
        let frame = try LeanCloudFrame(decoding: bytes.span, form: .json, limits: limits)
        #expect(frame.messages().map(\.content) == [.text("hi")])
    }
}
