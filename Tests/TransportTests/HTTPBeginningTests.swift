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

    @Test(
        "in the middle of a stream a message begins with a status or with a whole request line, and nothing less",
        arguments: [
            (#""}HTTP/1.1 200 OK"#, false, 2), ("HTTP/1.1 2HTTP/1.0 404", false, 10),
            ("\r\n\r\nHTTP/1.1 101 S", false, 4),
            ("HTTP/1.1 and HTTP/1.x 200 HTTP/2 200", false, nil), ("POST / HTTP/1.1", false, nil),
            (#""}GET /a HTTP/1.1"#, true, 2), ("GET it, GET GET / HTTP/1.0", true, 12), ("HTTP/1.1 200 OK", true, nil),
            ("get / HTTP/1.1", true, nil), ("MKCOL /a HTTP/1.1", true, nil),
        ] as [(String, Bool, Int?)]
    )
    func middle(_ text: String, isRequest: Bool, place: Int?) {
        let bytes = Array(text.utf8)
        var keepFrom = 0
        #expect(HTTPBeginning.find(in: bytes.span, isRequest: isRequest, keepFrom: &keepFrom) == place)
        // However the bytes come, the same place is found, and nothing of the message is passed over before.
        var start = 0
        for count in bytes.indices {
            let part = Array(bytes[start...count])
            if let found = HTTPBeginning.find(in: part.span, isRequest: isRequest, keepFrom: &keepFrom) {
                #expect(start + found == place)
                return
            }
            start += keepFrom
            #expect(place.map { start <= $0 } ?? true)
        }
        #expect(place == nil)
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
