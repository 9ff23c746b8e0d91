import Crypto
import Inspection
import Testing
import Transport
import WireJSON

@testable import Redaction

@Suite("Heads of HTTP")
struct HTTPHeadTests {
    private let context: RedactionContext

    init() throws {
        context = try RedactionContext(LeafReplacer(Pseudonyms(key: .ofTests)), limits: Limits())
    }

    /// What becomes of a head.
    private func rewritten(_ lines: String...) throws -> String {
        let raw = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        var stream = HTTPStream()
        var position = 0
        let message = try #require(try stream.next(raw.span, at: &position, requestMethod: "HEAD"))
        var request: FlowRewriter.PendingRequest?
        if case .response = message.start {
            request = FlowRewriter.PendingRequest(method: "HEAD", target: "/", isUpgrade: false)
        }
        let made = try #require(HTTPRewriter(context, .rongCloud).rewrite(raw, message, answering: request))
        return String(decoding: made.bytes, as: UTF8.self)
    }

    /// Which texts the proof would find in the output.
    private func searched(_ texts: [String]) -> [String] {
        let search = LeakSearch(context.pseudonyms.originals)
        return texts.filter { search.holds($0.utf8.span) }
    }

    @Test("keep empty lines before them, and blanks before a colon, which are read all the same")
    func oddSpelling() throws {
        for lines in ["\r\n", "\r\n\r\n", "\n\r\n\r\n"] {
            let start = lines + "POST /navi.js HTTP/1.1"
            let made = try rewritten(start, "Content-Length : 0", "X-Owner  : zhang.wei.home")
            #expect(made.hasPrefix(start + "\r\nContent-Length : 0\r\n"))
            #expect(made.contains("  : ") && !made.contains("zhang"))
        }
    }

    @Test("are searched for the spelling of a parameter only if its text is long enough to be searched for")
    func spellings() throws {
        let spellings = ["%D0%96", "%D0%96%D0%96", "%D0%96%D0%B5%D0%BD%D1%8F", "Zhenya%20"]
        for spelling in spellings { _ = try rewritten("GET /navi.js?appId=\(spelling) HTTP/1.1") }
        #expect(searched(spellings) == ["%D0%96%D0%B5%D0%BD%D1%8F", "Zhenya%20"])
    }

    @Test("keep no value of a request's cookies, whatever it is called")
    func cookies() throws {
        let names = ["path", "expires", "Max-Age", "SameSite", "secure", "token", "mine"]
        let values = names.indices.map { "zhang.wei.1380013800\($0)" }
        let cookies = zip(names, values).map { $0 + "=" + $1 } + ["nameless.value"]
        let made = try rewritten("GET / HTTP/1.1", "Cookie: " + cookies.joined(separator: "; "))
        #expect(!made.contains("zhang") && !made.contains("1380013800") && !made.contains("nameless"))
        #expect(made.contains("token=") && !made.contains("mine"))
        #expect(searched(values) == values)
    }

    @Test("keep of an answer's cookies what says nothing about anybody")
    func newCookies() throws {
        let flags = "Max-Age=31536000; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Secure; HttpOnly; SameSite=Lax"
        let made = try rewritten(
            "HTTP/1.1 200 OK",
            "Set-Cookie: path=zhang.wei; \(flags); Path=/",
            "Set-Cookie: a=b; Path=/v2/zhang.wei.home; Domain=.zhang.example; Comment=wei.comment; zhang.wei.flag",
            "Set-Cookie: a=b; Max-Age=13800138000; Expires=zhang.expires; SameSite=zhang.same; Secure=zhang.secure"
        )
        #expect(!made.contains("zhang") && !made.contains("wei") && !made.contains("13800138000"))
        #expect(made.contains("; \(flags); Path=/\r\n"))
        #expect(made.contains("; Path=/v2/") && made.contains("; Domain=."))
        let parts = [
            "zhang.wei", "/v2/zhang.wei.home", "zhang.wei.home", "zhang.example", "wei.comment", "13800138000",
            "zhang.expires", "zhang.same", "zhang.secure",
        ]
        #expect(searched(parts) == parts)
    }

    @Test("keep only such dates of expiry as HTTP has")
    func dates() {
        for date in ["Wed, 09 Jun 2027 10:18:14 GMT", "Thu, 01-Jan-1970 00:00:00 GMT"] {
            #expect(HTTPWords.isDate(date))
        }
        for text in ["13800138000", "Wed, 09 Jun 2027", "Zha, 09 Wei 2027 10:18:14 GMT", "1 2 3 4 5 6 7 8", ""] {
            #expect(!HTTPWords.isDate(text), "\(text)")
        }
    }

    @Test("keep no long number and no figure of another script in fields of plain words")
    func plainFields() throws {
        let made = try rewritten(
            "HTTP/1.1 200 OK",
            "Cache-Control: no-cache, max-age=13800138000",
            "Content-Type: multipart/form-data; boundary=13800138000",
            "Content-Language: 一三八〇〇一三八",
            "Age: 13800138000",
            "Keep-Alive: timeout=5, max=100",
            "Access-Control-Max-Age: 31536000"
        )
        #expect(!made.contains("13800138000") && !made.contains("一三八"))
        #expect(made.contains("Keep-Alive: timeout=5, max=100") && made.contains("Access-Control-Max-Age: 31536000"))
        #expect(made.contains("Cache-Control: no-cache, "))
    }

    @Test(
        "replace what a field holds, be it called as a member of JSON is",
        arguments: [
            ("Topic", "topicHeaderSecret1"), ("classname", "classnameSecret"), ("Timestamp", "1391234567892"),
            ("status", "203.0.113.79"), ("header", "203.0.113.80"), ("platform", "203.0.113.81"), ("code", "83492"),
            ("messageType", "AliceWonderland1985"), ("v", "4.2.0"),
        ]
    )
    func fieldsOfNoTable(_ name: String, value: String) throws {
        #expect(try !rewritten("GET / HTTP/1.1", "\(name): \(value)").contains(value))
    }

    @Test(
        "keep of plain fields only numbers that stand by themselves or behind a name",
        arguments: [
            ("Accept", "6222 0212 3456 7892", false), ("Keep-Alive", "834 921", false), ("Accept", "834, 921", false),
            ("Cache-Control", "max-age=3600, s-maxage=600", true), ("Age", "86400", true),
            ("Cache-Control", "max-age=13800138, max-age=00000001", false), ("DNT", "1", true),
            ("Sec-CH-UA-Mobile", "?0", true), ("Accept-Language", "en-US,en;q=0.9,zh-CN;q=0.8,zh;q=0.7", true),
            ("Accept", "text/html,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8", true),
            ("Date", "Sat, 21 Nov 2026 03:53:25 GMT", true), ("Expires", "0", true),
            ("Expires", "138-0013-8000", false),
            ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits=15", true),
            ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits=\"10\"", true),
            ("Sec-WebSocket-Extensions", "permessage-deflate; server_max_window_bits = 12", true),
            ("Cache-Control", "max-age=\"834 921\"", false),
            ("TE", "1.3.8.0.0.1.3.8", false), ("TE", "q=1.3.8.0.0.1.3.8", false),
            ("Vary", "q=138, q=001, q=380", false),
        ]
    )
    func numbersOfPlainFields(_ name: String, value: String, stays: Bool) throws {
        let made = try rewritten("GET / HTTP/1.1", "\(name): \(value)")
        #expect(made.contains("\(name): \(value)\r\n") == stays, "\(made)")
    }

    @Test("keep of a query's versions none that could be an address or somebody's number")
    func versions() throws {
        let made = try rewritten(
            "GET /cometnavi.js?v=203.0.113.82&code=203.0.113.83&type=6222.0212.3456.7893&ver=js/138.0013.8000"
                + "&sdkVer=5.2.4.1&count=13912345691&timestamp=13912345692 HTTP/1.1"
        )
        for secret in ["203.0", "113.8", "6222.0212", "138.0013", "139123456"] {
            #expect(!made.contains(secret), "\(secret)")
        }
        #expect(made.contains("sdkVer=5.2.4.1"))
    }

    @Test("note what stays behind a line that is left out")
    func linesLeftOut() throws {
        let texts = ["en-US,en;q=0.9", "Connection: Upgrade"]
        for text in texts { context.pseudonyms.originals.record(Array(text.utf8)) }
        #expect(searched(texts.map { "'\($0)'" }).count == 2)
        _ = try rewritten("GET /ping HTTP/1.1", "X-A: 1", "no field", "Accept-Language: \(texts[0])", texts[1])
        #expect(searched(texts.map { "'\($0)'" }) == [])
    }

    @Test("lack the carriage returns around names and values, which readers ignore")
    func carriageReturns() throws {
        let made = try rewritten(
            "HTTP/1.1 200 OK\r",
            "Connection \r: \r keep-alive\r",
            "Sec-WebSocket-Protocol: lc.json.3\r \r",
            "Transfer-Encoding: gzip,\r\r\n \rchunked\r"
        )
        let lines = [
            "HTTP/1.1 200 OK", "Connection \r: keep-alive", "Sec-WebSocket-Protocol: lc.json.3",
            "Transfer-Encoding: gzip, chunked",
        ]
        #expect(made.hasPrefix(lines.joined(separator: "\r\n") + "\r\n\r\n"), "\(made)")
    }

    @Test("hold a folded field on one line, of which nothing more stays than of any other")
    func foldedFields() throws {
        let made = try rewritten(
            "HTTP/1.1 200 OK",
            " X-Odd: zhang.start",
            "Transfer-Encoding: gzip,\r\n\tchunked",
            "Connection:\r\n \r\n keep-alive",
            "Set-Cookie: a=zhang.first;\r\n Path=/;\r\n   zhang.second",
            "no field\r\n X-Odd: zhang.third"
        )
        let start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nConnection: keep-alive\r\nSet-Cookie: "
        #expect(made.hasPrefix(start) && made.contains("; Path=/; "), "\(made)")
        #expect(!made.contains("zhang") && !made.contains("X-Odd"), "\(made)")
        let secrets = ["zhang.first", "zhang.second"]
        #expect(searched(secrets) == secrets)
    }

    @Test(
        "keep the framing on a continued line or beside carriage returns, so that what follows decodes as before",
        arguments: [true, false]
    )
    func oddFraming(isFolded: Bool) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51006)
        talk.request("GET", "/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=1&pid=c", &network)
        let body = #"{"status":0,"userId":"amy","headerCode":32,"sessionid":"s7"}"#
        let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n"
        let answer =
            isFolded
            ? "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n\(chunk)0\r\n\r\n"
            : "HTTP/1.1 200 OK\r\r\nContent-Length \r: \(body.utf8.count)\r\r\n\r\n\(body)"
        talk.send(.server, Array(answer.utf8), &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        for bytes in [network.pcap, run.bytes] {
            let events = try await RedactionTests.events(bytes)
            #expect(events.map { $0["frame"]?["type"] } == ["CONNECT", "CONNACK"])
        }
    }

    @Test("keep a transfer coding, and its body in it, beside chunks and alone", arguments: ["gzip", "deflate"])
    func transferCoding(_ coding: String) async throws {
        let answer = #"{"status":0,"userId":"zhang.start","headerCode":32,"sessionid":"s7"}"#
        let body = try #require(
            StreamDeflater(windowBits: coding == "gzip" ? 31 : 15).deflate(Array(answer.utf8), ends: true)
        )
        let chunk = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
        for (codings, sent) in [("\(coding), chunked", chunk), (coding, body)] {
            var network = TestNetwork()
            var talk = TestConnection(&network, port: 51006)
            talk.request("GET", "/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=1&pid=c", &network)
            talk.send(.server, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n".utf8) + sent, &network)
            talk.end(&network)
            let run = try await RedactionTests.Run(network.pcap)
            #expect(run.report.cutFlows.map(\.reason) == [], "\(codings)")
            let before = try await RedactionTests.events(network.pcap)
            let after = try await RedactionTests.events(run.bytes)
            #expect(before.map { $0["frame"]?["type"] } == ["CONNECT", "CONNACK"], "\(codings)")
            #expect(after.map { $0["frame"]?["type"] } == ["CONNECT", "CONNACK"], "\(codings)")
            #expect(before.last?["frame"]?["userId"] == "zhang.start", "\(codings)")
            #expect(after.last?["frame"]?["userId"] != "zhang.start", "\(codings)")
        }
    }

    @Test("keep versions of any number, and nothing else in their places")
    func versionsOfHTTP() throws {
        #expect(try rewritten("GET /ping HTTP/1.2").hasPrefix("GET /ping HTTP/1.2\r\n"))
        #expect(try rewritten("HTTP/2.0 200 OK").hasPrefix("HTTP/2.0 200 OK\r\n"))
        let made = try rewritten("GET /ping HTTP/zhang")
        #expect(made.hasPrefix("GET /ping HTTP/") && !made.contains("zhang"))
    }

    @Test("note names of parameters that stay")
    func namesOfParameters() throws {
        let made = try rewritten("GET /websocket?sdkVer=2.5.10&apiVer=normal&messageid=7 HTTP/1.1")
        #expect(made.contains("?sdkVer=2.5.10&apiVer=normal&messageid="))
        for name in ["sdkVer", "apiVer", "messageid"] { context.pseudonyms.originals.record(Array(name.utf8)) }
        #expect(searched([made]) == [])
    }

    @Test("keep no method that HTTP does not have")
    func methods() throws {
        #expect(HTTPWords.methods.count == 9 && !HTTPWords.methods.contains { $0.contains(" ") })
        #expect(HTTPWords.methods.contains("GET") && HTTPWords.methods.contains("CONNECT"))
        #expect(try !rewritten("ZHANGWEI / HTTP/1.1").contains("ZHANGWEI"))
        #expect(try rewritten("TRACE / HTTP/1.1").hasPrefix("TRACE / HTTP/1.1\r\n"))
    }

    @Test("hold parameters of long polling that the protocol does not know")
    func unknownParameters() async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51005)
        talk.request("GET", "/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=1&pid=c&region=europe9", &network)
        talk.answer(Array(#"{"status":0,"userId":"amy","headerCode":32,"sessionid":"s7"}"#.utf8), &network)
        for number in 1...3 {
            talk.request("GET", "/pullmsg.js?sessionid=s7&timestrap=1&pid=c&region=europe9&flag", &network)
            let answer: JSONValue = [
                "headerCode": 50, "topic": "ppMsgN", "targetId": "bob", "messageId": JSONValue(number), "date": 1,
                "data": "",
            ]
            talk.answer(answer.minified, &network)
        }
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.contains { $0["frame"]?["region"] != nil })
        #expect(before.map { $0["frame"]?["type"] } == after.map { $0["frame"]?["type"] })
        for text in ["region", "europe9"] { #expect(!run.bytes.contains(Array(text.utf8)), "\(text)") }
    }
}
