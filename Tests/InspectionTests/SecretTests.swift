import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Secrets stay out of what is shown")
struct SecretTests {
    /// What no output may hold.
    private static let secret = "TOKSECRETxyzzy"

    @Test(
        "a value is secret by its name",
        arguments: [
            ("token", true), ("Token", true), ("rc-token", true), ("bosToken", true), ("access_token", true),
            ("s3Signature", true), ("appSecret", true), ("App-Secret", true), ("qnTkn", true), ("PASSWORD", true),
            ("app-secre-t", true), ("passw_d", true), ("TK-N", true), ("s3-Signatur__e", true), ("Pass-Word", true),
            ("topic", false), ("content", false), ("tokens", false), ("", false), ("n", false), ("date", false),
            ("token_", false), ("tken", false), ("width", false), ("name", false), ("duration", false),
        ]
    )
    func names(_ name: String, _ isSecret: Bool) throws {
        #expect(Secrets.isSecret(name) == isSecret)
        // A content with such a key is not passed over.
        let bytes = Array(#"{"user":{"\#(name)":"abcdefgh"}}"#.utf8)
        var tape = JSONTape()
        try tape.parse(bytes)
        let mayHold = Secrets.mayHold(tape, bytes.span, in: 0..<bytes.count)
        #expect(mayHold == isSecret)
    }

    @Test(
        "a secret inside a text is shortened, and nothing else is",
        arguments: [
            ("token=abcdefgh", "token=abcd…"), ("/a?x=1&token=abcdefgh&y=2", "/a?x=1&token=abcd…&y=2"),
            ("1;token=abcdefgh", "1;token=abcd…"), ("1#token=abcdefgh", "1#token=abcd…"),
            ("%74oken=abcdefgh", "%74oken=abcd…"), ("a=1%3Btoken%3Dabcdefgh", "a=1%3Btoken%3Dabcd…"),
            (#"{"token":"abcdefgh","a":1}"#, #"{"token":"abcd…","a":1}"#),
            (#"{\"token\":\"abcdefgh\"}"#, #"{\"token\":\"abcd…\"}"#), ("Token: abcdefgh", "Token: abcd…"),
            (#"{\"token\":{\"a\":\"abcdefgh\",\"b\":[1]},\"c\":2}"#, #"{\"token\":{\"a…,\"c\":2}"#),
            (#"{"token":["a}]\"]","abcdefgh"],"c":2}"#, #"{"token":["a}…,"c":2}"#),
            (#"token: {"a":"abcdefgh""#, #"token: {"a"…"#), ("token=[abcdefgh]&c=2", "token=[abc…&c=2"),
            (#"token=ab\/cdefgh c"#, #"token=ab\/… c"#), (#"\"token=abcdefgh\\\"c"#, #"\"token=abcd…\\\"c"#),
            ("token=abc", "token=…"), ("token=", "token="), ("tokens=abcdefgh", "tokens=abcdefgh"), ("a=b", "a=b"),
        ]
    )
    func texts(_ text: String, _ shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test("a content that is no JSON is shown once, with its secrets masked")
    func contentThatIsNoJSON() async throws {
        var talk = Talk()
        let content = Bytes.upStream("RC:TxtMsg", "hello token=\(Self.secret)")
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, content))
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.payload?["value"]?["classname"] == "RC:TxtMsg")
        #expect(event.payload?["value"]?["content"] == nil)
        let shown = try #require(event.messages.first?["contentBytes"]?.string)
        let decoded = Base64.decode(Array(shown.utf8).span, ignoringWhitespace: false)
        let bytes = try #require(decoded)
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("hello token="))
        #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret))
    }

    @Test(
        "JSON keeps its shape and spelling around a secret",
        arguments: [
            (#"{"a":1.0,"token":"abcdefgh","b":"\u0041"}"#, #"{"a":1.0,"token":"abcd…","b":"\u0041"}"#),
            (#"{"to\u006ben":"abcdefgh"}"#, #"{"to\u006ben":"abcd…"}"#),
            (#"{"token":{"x":["abcdefgh",7,true]}}"#, #"{"token":{"x":["abcd…","…",true]}}"#),
            (#"{"url":"http://x/?e=1&token=abcdefgh"}"#, #"{"url":"http://x/?e=1&token=abcd…"}"#),
            (#"{"extra":"{\"token\":\"abcdefgh\"}"}"#, #"{"extra":"{\"token\":\"abcd…\"}"}"#),
            (#"{"content":"token:abcdefgh"}"#, #"{"content":"token:abcd…"}"#),
            (#"{"a":"b","note":"my Password: abcdefgh, ok"}"#, #"{"a":"b","note":"my Password: abcd…, ok"}"#),
            (#"{"note":"'rc-token':'abcdefgh'"}"#, #"{"note":"'rc-token':'abcd…'"}"#),
            (#"{"t":"toke%6E:abcdefgh"}"#, #"{"t":"toke%6E:abcd…"}"#),
            (#""Token:abcdefgh""#, #""Token:abcd…""#),
        ]
    )
    func json(_ text: String, _ shown: String) throws {
        var writer = ByteWriter()
        writer.append(text: text)
        Secrets.maskJSON(from: 0, in: &writer, limits: JSONLimits())
        #expect(String(decodingUTF8: writer.span) == shown)
        var tape = JSONTape()
        let bytes = Array(text.utf8)
        try tape.parse(bytes)
        let mayHold = Secrets.mayHold(tape, bytes.span, in: 0..<bytes.count)
        #expect(mayHold)
    }

    @Test(
        "a text without a secret is passed over",
        arguments: [#"{"content":"hi"}"#, #"{"a":"x=y","b":"50%"}"#, #"{"a":"https://a.example/b","at":"12:30"}"#]
    )
    func nothing(_ text: String) throws {
        var tape = JSONTape()
        let bytes = Array(text.utf8)
        try tape.parse(bytes)
        let mayHold = Secrets.mayHold(tape, bytes.span, in: 0..<bytes.count)
        #expect(!mayHold)
    }

    @Test("a colon in a text is seen wherever it stands among what is looked at together")
    func colonAnywhere() throws {
        for count in 0..<80 {
            let padding = String(repeating: "x", count: count)
            for (text, isSecret) in [("\(padding) token:abc", true), ("\(padding) tokens:abc", false)] {
                let bytes = Array(#"{"a":"\#(text)"}"#.utf8)
                var tape = JSONTape()
                try tape.parse(bytes)
                let mayHold = Secrets.mayHold(tape, bytes.span, in: 0..<bytes.count)
                #expect(mayHold == isSecret, "\(count)")
            }
        }
    }

    // MARK: - Captures

    /// Conversations with the secret in one place each, by what that place is.
    private static var places: [(name: String, segments: [TestSegment])] {
        func talk(_ fill: (inout Talk) -> Void) -> [TestSegment] {
            var talk = Talk()
            talk.frame(.server, Bytes.connAck(user: "ann"))
            fill(&talk)
            return talk.segments
        }
        func http(_ target: String, _ body: String = "{}") -> [TestSegment] {
            var talk = Talk(sdkVersion: nil)
            talk.send(.client, Array("GET \(target) HTTP/1.1\r\nHost: im\r\n\r\n".utf8))
            talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
            return talk.segments
        }
        func message(_ content: String) -> [TestSegment] {
            talk { $0.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", content))) }
        }
        func connect(flags: UInt8, _ texts: [String], cut: Int = 0, more: [UInt8] = []) -> [UInt8] {
            let frame: [UInt8] = [0x10] + Bytes.text("RCloud") + [3, flags, 0, 30] + texts.flatMap { Bytes.text($0) }
            return Array(frame.dropLast(cut)) + more
        }
        let query = ["token", "Token", "rc-token", "a=1;token", "appSecret", "signature"].map { name in
            (name, http("/navi.js?appId=a&\(name)=\(secret)&v=1"))
        }
        var found = query
        found.append(("fragment", http("/navi.js?appId=1%23token=\(secret)&v=1")))
        found.append(("name and value exchanged", http("/navi.js?appId=a&\(secret)=token&v=1")))
        found.append(("navigation reply", http("/navi.js?appId=a", #"cb({"code":200,"token":"\#(secret)"})"#)))
        found.append(("URL in a reply", http("/navi.js?appId=a", #"{"u":"http://x/?token=\#(secret)"}"#)))
        found.append(("polling", http("/websocket?appId=a&token=\(secret)&sdkVer=2.5.1")))
        let answer = #"{"headerCode":50,"topic":"s_msg","token":"\#(secret)"}"#
        found.append(("polling answer", http("/pullmsg.js?sessionid=s1", answer)))
        let full: UInt8 = 0xC0
        found.append(("CONNECT", talk { $0.frame(.client, connect(flags: full, ["dev", "app", secret])) }))
        found.append(("CONNECT cut", talk { $0.frame(.client, connect(flags: full, ["dev", "app", secret], cut: 3)) }))
        found.append(("as app id", talk { $0.frame(.client, connect(flags: 0x80, ["dev", "app", secret])) }))
        found.append(("as will", talk { $0.frame(.client, connect(flags: 0x84, ["dev", "app", secret])) }))
        let long = connect(flags: full, ["dev", "app", "x"], more: Array(secret.utf8))
        found.append(("behind CONNECT", talk { $0.frame(.client, long) }))
        found.append(("content", message(#"{"content":"x","token":"\#(secret)"}"#)))
        found.append(("content's URL", message(#"{"imageUri":"http://x/?e=1&token=\#(secret)"}"#)))
        found.append(("content's JSON", message(#"{"extra":"{\"token\":\"\#(secret)\"}"}"#)))
        found.append(("content's words", message(#"{"content":"my token: \#(secret)"}"#)))
        found.append(("object in content's JSON", message(#"{"extra":"{\"token\":{\"a\":[\"\#(secret)\"]}}"}"#)))
        let escaped = #"{\u0022token\u0022:[\u0022\#(secret)\u0022],\u0022a\u0022:\u0022token=abcdef\u0022}"#
        found.append(("escapes in content's JSON", message(#"{"extra":"\#(escaped)"}"#)))
        found.append(("behind an escape in content's words", message(#"{"content":"token=ab\/\#(secret)"}"#)))
        let inner = #"{\"a\":\"token=ab\\/\#(secret)\"}"#
        found.append(("behind an escape in content's JSON", message(#"{"extra":"\#(inner)"}"#)))
        found.append(("content cut", message(#"{"token":"\#(secret)"#)))
        let upload = Bytes.field(1, 1) + Bytes.field(2, secret)
        for (name, data) in [("qnTkn", upload), ("qnTkn, damaged", upload + [0x0B])] {
            let frames = talk {
                $0.frame(.client, Bytes.query("qnTkn", to: "ann", id: 3, Bytes.field(1, 1)))
                $0.frame(.server, Bytes.queryAck(id: 3, data))
            }
            found.append((name, frames))
        }
        return found
    }

    @Test("the name of a parameter is hidden where it is as long as a token and the value is a secret's name")
    func exchangedParameters() {
        for (name, value, shown) in [
            ("0123456789abcd", "token", "0123…"), ("0123456789abc", "token", "0123456789abc"),
            ("response_type", "token", "response_type"), ("0123456789abcd", "tokens", "0123456789abcd"),
        ] {
            let parameter = Secrets.masked(HTTPTarget.Parameter(name: name, value: value))
            #expect(parameter.name == shown && parameter.value == value)
        }
    }

    @Test("wherever a token stands, no format shows it", arguments: CaptureDecoder.Format.allCases, places.indices)
    func everywhere(_ format: CaptureDecoder.Format, _ index: Int) async throws {
        let (name, segments) = Self.places[index]
        let fields = try ["frame.token", "frame.query", "frame.path", "payload.value", "message.content", "undecoded"]
            .map { name in
                try FieldPath(shown: name)
            }
        let hidden = try await Decoded(segments) {
            $0.format = format
            $0.fields = fields
        }.output
        let inFull = try await Decoded(segments) {
            $0.format = format
            $0.fields = fields
            $0.options.showsSecrets = true
        }.output
        #expect(!hidden.isEmpty)
        // Text and tree leave some of it out anyway; JSON lines show all.
        if format == .jsonl { #expect(hidden != inFull, "\(name): the token is nowhere") }
        let plain = Array(Self.secret.utf8)
        for spelling in [plain, Array(Hex.encode(plain).utf8), Array(Hex.encode(Array(plain.dropFirst(4))).utf8)] {
            #expect(hidden.firstRange(of: spelling) == nil, "\(name), \(format)")
        }
        // The dump of the tree shows twelve bytes with blanks between them.
        let dump = plain.prefix(4).map { Hex.encode([$0]) }.joined(separator: " ")
        #expect(!String(decoding: hidden, as: UTF8.self).contains(dump), "\(name), \(format)")
    }

    @Test("a filter sees what the line shows")
    func filter() async throws {
        let place = try #require(Self.places.first { $0.name == "token" })
        for (showsSecrets, value, count) in [
            (false, "TOKS…", 1), (false, Self.secret, 0), (true, Self.secret, 1), (true, "TOKS…", 0),
        ] {
            let filter = try EventFilter("frame.query.token == \"\(value)\"")
            let found = try await Decoded(place.segments) {
                $0.options.showsSecrets = showsSecrets
                $0.filter = filter
            }
            #expect(try found.events().count == count, "\(value)")
        }
    }
}
