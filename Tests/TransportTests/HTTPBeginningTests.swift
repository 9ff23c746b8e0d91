import Testing
import Transport

@Suite("What the first bytes tell of HTTP")
struct HTTPBeginningTests {
    private func beginning(_ text: String) -> HTTPBeginning? {
        let bytes = Array(text.utf8)
        return HTTPBeginning(bytes.span, from: 0)
    }

    @Test(
        "a request may have any method, and an answer any status; at each length nothing else is said of it",
        arguments: [
            ("GET / HTTP/1.1\r\n", HTTPBeginning.request, 9), ("POST /x", .begun, 9),
            ("PROPFIND / HTTP/1.1\r\n", .request, 18),
            ("M-SEARCH * HTTP/1.1\r\n", .request, 18), ("X http://a:8/b?c=d HTTP/1.0\r\n", .request, 26),
            ("LOCK /\u{E4} HTTP/1.1\r\n", .request, 16), ("HTTP/1.1 207 X\r\n", .answer, 9),
            ("!#$%&'*+-.^_`|~09azAZ / HTTP/1.1", .request, 31),
            ("\r\n\r\nGET / HTTP/1.1", .request, 13), ("\r\n\nMKCOL /a HTTP/1.1", .request, 19),
            ("\n\nHTTP/1.1 200 OK", .answer, 11),
        ]
    )
    func known(_ text: String, _ expected: HTTPBeginning, _ least: Int) {
        let bytes = Array(text.utf8)
        for count in 1...bytes.count {
            let part = Array(bytes[..<count])
            let found = HTTPBeginning(part.span, from: 0)
            if count < least {
                #expect(found == .begun || found == .unclear, "\(count)")
            } else {
                #expect(found == expected, "\(count)")
            }
        }
    }

    @Test(
        "other protocols' text is not taken for it, once its line shows that",
        arguments: [
            "hello\r\n", "hello world\r\n", "NICK ann\r\nUSER a 0 * :Ann\r\n", "EHLO mx.example\r\n",
            "220 mx ESMTP\r\n",
            "USER ann\r\n", "* OK IMAP4rev1\r\n", "SSH-2.0-OpenSSH_9.6\r\n", "INVITE sip:a@b SIP/2.0\r\n",
            "DESCRIBE rtsp://a RTSP/1.0\r\n", "PRI * HTTP/2.0\r\n", "REQMOD icap://a ICAP/1.0\r\n", "RFB 003.008\n",
            "X  / HTTP/1.1", "X / HTTP/2", "X / HTTP/1", "{\"a\": 1}", "<a b=\"c\" HTTP/1.1", "X\t/ HTTP/1.1",
            " GET / HTTP/1.1",
            "X / HTTP 1.1", "ICY 200 OK\r\n", "\u{1}", "\u{16}\u{3}\u{1}",
        ]
    )
    func others(_ text: String) {
        // One that ends too early for that may still become a request.
        let isOpen = text.hasSuffix("HTTP/1")
        #expect(beginning(text) == (isOpen ? .unclear : nil))
    }

    @Test("how long a line may be before it tells is limited, and so are the empty lines before it")
    func limits() {
        let short = String(repeating: "m", count: 32)
        #expect(beginning(short) == .unclear)
        #expect(beginning(short + " /") == .unclear)
        #expect(beginning(short + "m") == nil)
        #expect(beginning("X /" + String(repeating: "a", count: 8189)) == .unclear)
        #expect(beginning("X /" + String(repeating: "a", count: 8190)) == nil)
        #expect(beginning(String(repeating: "\n", count: 256)) == .begun)
        #expect(beginning(String(repeating: "\n", count: 257)) == nil)
    }

    @Test("of no bytes nothing is said")
    func nothing() { #expect(beginning("") == nil) }
}
