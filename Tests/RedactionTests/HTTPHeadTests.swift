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
        context = try RedactionContext(LeafReplacer(Pseudonyms(key: SymmetricKey(size: .bits256))), limits: Limits())
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

    @Test("keep no method that HTTP does not have")
    func methods() throws {
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
