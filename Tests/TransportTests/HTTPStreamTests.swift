import Testing
import Transport
import WireFormat

/// HTTP/1.1 messages cut out of a stream.
@Suite struct HTTPStreamTests {
    static let request = "GET /rongcloud?x=1 HTTP/1.1\r\nHost: a.example\r\nX-Empty:\r\nAccept:  */* \t\r\n\r\n"

    @Test("a request has the target that is written, a response none")
    func target() throws {
        let messages = HTTPFeed("GET /a?b=%20 HTTP/1.1\r\n\r\n").messages + HTTPFeed("HTTP/1.1 204 No\r\n\r\n").messages
        #expect(messages.map(\.target) == ["/a?b=%20", ""])
    }

    @Test("a request has its method, target and fields, at every chunking", arguments: [1, 2, 3, 7, Int.max])
    func request(_ size: Int) throws {
        let feed = HTTPFeed(Self.request, size: size)
        let message = try #require(feed.messages.first)
        #expect(feed.messages.count == 1 && feed.error == nil && feed.pending.isEmpty)
        #expect(message.start == .request(method: "GET", target: "/rongcloud?x=1"))
        #expect(message.fields.all.map(\.name) == ["Host", "X-Empty", "Accept"])
        #expect(message.fields.all.map(\.value) == ["a.example", "", "*/*"])
        #expect(message.field("ACCEPT") == "*/*")
        #expect(message.field("Cookie") == nil)
        #expect(message.length == Self.request.utf8.count)
    }

    @Test("a message cut at any byte is not there yet, and is once the rest comes")
    func cuts() {
        let text = Self.request + "POST /b HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"
        let bytes = Array(text.utf8)
        let whole = HTTPFeed(bytes).messages
        for cut in bytes.indices {
            var feed = HTTPFeed(Array(bytes[..<cut]))
            #expect(feed.error == nil)
            #expect(feed.messages.count == (cut >= Self.request.utf8.count ? 1 : 0))
            feed.add(Array(bytes[cut...]))
            #expect(feed.messages == whole)
            #expect(whole.count == 2)
        }
    }

    @Test("carriage returns before a request are no part of its method", arguments: ["\r", "\r\r", "\r\r\n\r"])
    func bareCarriageReturns(_ before: String) {
        let feed = HTTPFeed("GET / HTTP/1.1\r\n\r\n\(before)GET /b HTTP/1.1\r\n\r\n")
        #expect(feed.error == nil)
        #expect(
            feed.messages.map(\.start) == [
                .request(method: "GET", target: "/"), .request(method: "GET", target: "/b"),
            ]
        )
    }

    @Test("lines may end with a line feed alone, and empty lines before a request do not count")
    func lineEnds() {
        let feed = HTTPFeed("\r\nGET / HTTP/1.1\nHost: b\n\n")
        #expect(feed.messages.map(\.start) == [.request(method: "GET", target: "/")])
        #expect(feed.messages.first?.field("host") == "b")
    }

    @Test(
        "empty lines before a message are passed over, however many there are and come",
        arguments: ["\r\n", "\n", "\r\n\r\n", "\n\n", "\r\n\n\r\n\r\n", "\r\r\n\n\r"]
    )
    func emptyLines(_ lines: String) {
        let texts = ["POST /a HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", "\(lines)GET /b HTTP/1.1\r\n\r\n", "\(lines)"]
        for size in [1, 2, 3, 5, Int.max] {
            let feed = HTTPFeed(texts.joined(), size: size)
            #expect(feed.error == nil)
            #expect(feed.messages.map(\.target) == ["/a", "/b"])
            #expect(feed.messages.map(\.length) == texts.dropLast().map(\.utf8.count))
            #expect(feed.pending == Array(lines.utf8))
            #expect(feed.stream.examined <= 4 * texts.joined().utf8.count + 100)
        }
    }

    @Test("empty lines count as a part of the head's length")
    func emptyLineLimit() {
        var limits = TransportLimits()
        limits.httpHeadBytes = 40
        let head = "GET / HTTP/1.1\r\n\r\n"
        for (count, fails) in [(40 - head.utf8.count, false), (41 - head.utf8.count, true)] {
            let feed = HTTPFeed(String(repeating: "\n", count: count) + head, limits: limits)
            #expect(feed.error?.code == (fails ? .limit : nil))
        }
        #expect(HTTPFeed(String(repeating: "\n", count: 41), limits: limits).error?.code == .limit)
    }

    @Test(
        "blanks between a field's name and its colon are passed over, and that is told",
        arguments: [" ", "\t", " \t "]
    )
    func spacedNames(_ blanks: String) throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length\(blanks): 2\r\nHost: x\r\n\r\nokHTTP/1.1 204 No\r\nA: b\r\n\r\n"
        let feed = HTTPFeed(answer)
        #expect(feed.messages.map(\.bodyLength) == [2, 0])
        #expect(feed.messages.map(\.hasSpacedNames) == [true, false])
        #expect(feed.messages.first?.fields.all.map(\.name) == ["Content-Length", "Host"])
    }

    @Test("a body has as many bytes as Content-Length says", arguments: [1, 5, Int.max])
    func contentLength(_ size: Int) {
        let feed = HTTPFeed(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 404 \r\ncontent-length:0\r\n\r\nHTTP/1.1 200 OK\r\n",
            size: size
        )
        #expect(feed.messages.map(\.start) == [.response(status: 200), .response(status: 404)])
        #expect(feed.messages.map { String(decoding: $0.body, as: UTF8.self) } == ["hello", ""])
        #expect(feed.messages.map(\.bodyLength) == [5, 0])
        #expect(feed.messages.map(\.length) == [43, 35])
        #expect(feed.pending.count == 17)
    }

    static let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\n7;name=\"v\";x\r\n, world\r\n00A \r\n0123456789\r\n0;last\r\nTrailer: t\r\nOther: u\r\n\r\n"

    @Test("chunks are put together; extensions and trailers do not count", arguments: [1, 2, 3, 5, 11, Int.max])
    func chunks(_ size: Int) {
        let feed = HTTPFeed(Self.chunked + "HTTP/1.1 204 No Content\r\n\r\n", size: size)
        #expect(feed.messages.map { String(decoding: $0.body, as: UTF8.self) } == ["hello, world0123456789", ""])
        #expect(feed.messages.map(\.length) == [Self.chunked.utf8.count, 27])
        #expect(feed.pending.isEmpty && feed.error == nil)
    }

    @Test("chunked wins over Content-Length, also as the last of several codings and in a repeated field")
    func chunkedFields() {
        for field in [
            "Content-Length: 3\r\nTransfer-Encoding: chunked", "transfer-encoding: gzip, Chunked",
            "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "Transfer-Encoding:\tchunked ; q=1",
        ] {
            let feed = HTTPFeed("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n4\r\nabcd\r\n0\r\n\r\n")
            #expect(feed.messages.map(\.body) == [Array("abcd".utf8)], "\(field)")
        }
    }

    @Test(
        "a line that begins with white space continues the field before it",
        arguments: [
            ("X: one\r\n two\r\n\tthree", ["X=one   two  \tthree"]), ("X:\r\n one", ["X=one"]),
            ("X: one\n two", ["X=one  two"]), ("X: one\r\n \r\n two\r\n ", ["X=one      two"]),
            ("X: one\r\n Y: 2\r\nZ: 3", ["X=one   Y: 2", "Z=3"]), (" X: 1\r\nY: 2", ["Y=2"]),
            ("no field\r\n X: 1\r\nY: 2", ["Y=2"]),
        ]
    )
    func foldedLines(_ head: String, _ expected: [String]) throws {
        let message = try #require(HTTPFeed("HTTP/1.1 204 No Content\r\n\(head)\r\n\r\n").messages.first)
        #expect(message.fields.all.map { "\($0.name)=\($0.value)" } == expected)
    }

    @Test(
        "framing may be on a continued line",
        arguments: [
            "Transfer-Encoding:\r\n chunked", "Transfer-Encoding: gzip,\n\tchunked",
            "Transfer-Encoding: gzip,\r\r\n chunked\r",
        ]
    )
    func foldedFraming(_ field: String) {
        let feed = HTTPFeed("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n4\r\nabcd\r\n0\r\n\r\n")
        #expect(feed.messages.map(\.body) == [Array("abcd".utf8)])
    }

    @Test("a response with neither goes on until the stream ends; a request has no body then")
    func untilEnd() {
        var feed = HTTPFeed("HTTP/1.0 200 OK\r\nServer: x\r\n\r\nall of this\r\n\r\n", size: 4)
        #expect(feed.messages.isEmpty)
        #expect(feed.stream.isInsideMessage)
        feed.end()
        #expect(feed.messages.map { String(decoding: $0.body, as: UTF8.self) } == ["all of this\r\n\r\n"])
        #expect(feed.messages.map(\.length) == [45])
        var other = HTTPFeed("POST / HTTP/1.1\r\n\r\n")
        #expect(other.messages.count == 1)
        other.end()
        #expect(other.messages.count == 1)
    }

    @Test("a message that its length ends is not ended by the end of the stream")
    func incomplete() {
        for text in [
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", Self.chunked.replacing("0;last", with: "4"), "HTT",
        ] {
            var feed = HTTPFeed(text)
            feed.end()
            #expect(feed.messages.isEmpty)
        }
    }

    @Test("1xx, 204, 304 and answers to HEAD have no body, whatever their fields say")
    func bodyless() {
        let fields = "Content-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n"
        for status in [100, 101, 103, 199, 204, 304] {
            let feed = HTTPFeed("HTTP/1.1 \(status) X\r\n\(fields)rest")
            #expect(feed.messages.map(\.start) == [.response(status: status)])
            #expect(feed.pending == Array("rest".utf8))
        }
        let head = HTTPFeed(
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            methods: ["HEAD", "GET"]
        )
        #expect(head.messages.map(\.body) == [[], Array("ok".utf8)])
        for status in [200, 203, 205, 206, 301, 303, 305, 404, 500] {
            #expect(HTTPFeed("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nok").messages.map(\.bodyLength) == [2])
        }
    }

    @Test("bytes after a switch of protocols are left to the new one")
    func upgrade() {
        let feed = HTTPFeed("HTTP/1.1 101 S\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n\r\n\u{1}\u{2}")
        #expect(feed.messages.first?.isWebSocketUpgrade == true)
        #expect(feed.messages.first?.lists("upgrade", in: "connection") == true)
        #expect(feed.messages.first?.lists("upgra", in: "connection") == false)
        #expect(feed.pending == [1, 2])
    }

    @Test("pipelined messages come one by one, at every chunking", arguments: [1, 3, 10, 64, Int.max])
    func pipelined(_ size: Int) {
        let bodies = (0..<30).map { String(repeating: "\($0 % 10)", count: $0) }
        let text = bodies.map { "POST /\($0.count) HTTP/1.1\r\nContent-Length: \($0.count)\r\n\r\n\($0)" }.joined()
        let feed = HTTPFeed(text, size: size)
        #expect(feed.messages.map { String(decoding: $0.body, as: UTF8.self) } == bodies)
        #expect(feed.messages.map(\.length).reduce(0, +) == text.utf8.count)
        #expect(feed.pending.isEmpty)
    }

    @Test("a head may be as long as the limit and no longer, however it comes", arguments: [1, 13, Int.max])
    func headLimit(_ size: Int) {
        var limits = TransportLimits()
        limits.httpHeadBytes = 100
        func head(_ count: Int) -> String {
            let frame = "GET / HTTP/1.1\r\nX: \r\n\r\n"
            return frame.replacing("X: ", with: "X: " + String(repeating: "a", count: count - frame.utf8.count))
        }
        #expect(HTTPFeed(head(100), size: size, limits: limits).messages.count == 1)
        let long = HTTPFeed(head(100) + head(101), size: size, limits: limits)
        #expect(long.messages.count == 1)
        #expect(long.error?.code == .limit)
        #expect(HTTPFeed("GET /" + String(repeating: "a", count: 96), size: size, limits: limits).error?.code == .limit)
        #expect(HTTPFeed("GET /" + String(repeating: "a", count: 95), size: size, limits: limits).error == nil)
    }

    @Test("lines between chunks have the same limit", arguments: [1, 7, Int.max])
    func lineLimit(_ size: Int) {
        var limits = TransportLimits()
        limits.httpHeadBytes = 60
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        for (count, fails) in [(57, false), (58, true)] {
            let size0 = "1;" + String(repeating: "x", count: count) + "\r\n"
            let feed = HTTPFeed(head + size0 + "a\r\n0\r\n\r\n", size: size, limits: limits)
            #expect(feed.error?.code == (fails ? .limit : nil))
            #expect(feed.messages.count == (fails ? 0 : 1))
            let trailer = head + "0\r\n" + String(repeating: "y", count: count + 2)
            #expect(HTTPFeed(trailer + "\r\n\r\n", size: size, limits: limits).error?.code == (fails ? .limit : nil))
        }
    }

    @Test("a body beyond the limit is counted and not kept", arguments: [1, 7, Int.max])
    func bodyLimit(_ size: Int) {
        var limits = TransportLimits()
        limits.httpBodyBytes = 10
        for (count, kept) in [(9, 9), (10, 10), (11, 10), (500, 10)] {
            let body = String(repeating: "b", count: count)
            let plain = HTTPFeed(
                "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n\(body)",
                size: size,
                limits: limits
            )
            let hex = String(count, radix: 16)
            let chunked = HTTPFeed(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(hex)\r\n\(body)\r\n0\r\n\r\n",
                size: size,
                limits: limits
            )
            for feed in [plain, chunked] {
                #expect(feed.messages.map(\.body.count) == [kept])
                #expect(feed.messages.map(\.bodyLength) == [count])
            }
        }
    }

    @Test(
        "a length that is none is an error",
        arguments: ["-1", "+5", "5x", "", "0x10", "1 2", "5,6", "99999999999999999999", "5.0", "٣"]
    )
    func badLength(_ text: String) {
        #expect(HTTPFeed("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\nhello").error?.code == .length)
    }

    @Test(
        "lengths that contradict each other are an error; the same one several times is none (RFC 9110 section 8.6)",
        arguments: [
            ("5", "5", true), ("5, 5", "5", true), ("5,5 ,\t5", "5", true), ("05", "5", true), ("5", "6", false),
            ("5, 6", "5", false), ("5", "5, 6", false), ("5,", "5", false), ("5 5", "5", false), ("5;5", "5", false),
        ]
    )
    func severalLengths(_ first: String, _ second: String, _ isOne: Bool) {
        let feed = HTTPFeed("POST / HTTP/1.1\r\nContent-Length: \(first)\r\nCONTENT-LENGTH: \(second)\r\n\r\nabcde")
        #expect(feed.messages.map(\.bodyLength) == (isOne ? [5] : []))
        #expect(feed.error?.code == (isOne ? nil : .length))
    }

    @Test(
        "a chunk size that is none is an error at its place",
        arguments: ["-1", "+5", "g", "", ";x", "0x5", "5 5 5g;", "FFFFFFFFFFFFFFFFF", "8000000000000000"]
    )
    func badChunk(_ text: String) {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let feed = HTTPFeed(head + text + "\r\nhello\r\n")
        // "5 5 5g;" begins with a size; what follows it is passed over.
        #expect(feed.error?.code == (text.hasPrefix("5 ") ? nil : .length))
        if let error = feed.error { #expect(error.offset == head.utf8.count) }
    }

    @Test("a chunk that is longer than its size is an error, not a shift")
    func longChunk() {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let feed = HTTPFeed(head + "4\r\nhello\r\n0\r\n\r\n")
        #expect(feed.error?.code == .length)
        #expect(feed.messages.isEmpty)
    }

    @Test(
        "what is no first line is an error",
        arguments: [
            "HELLO\r\n\r\n", "GET /\r\n\r\n", "GET / FTP/1.1\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n",
            "HTTP/1.1 1000 X\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\r\n\r\n \r\n\r\n", "\n\n:\n\n", " \r\n\r\n",
        ]
    )
    func badStart(_ text: String) {
        #expect(HTTPFeed(text).error?.code == .value)
    }

    @Test("bytes that agree with HTTP as far as they go may be HTTP")
    func looksLikeHTTP() {
        func looks(_ text: String, _ start: Int = 0) -> Bool {
            let bytes = Array(text.utf8)
            return HTTPStream.looksLikeHTTP(bytes.span, from: start)
        }
        for text in ["G", "GET", "GET /", "P", "POST /x", "HTTP/1.1 2", "HTTP/1.", "OPTIONS *", "H", "HEAD /"] {
            #expect(looks(text))
        }
        for text in ["\r\nG", "\n\r\n\r\nHTTP", "\r\n", "PROPFIND / HTTP/1."] { #expect(looks(text)) }
        for text in ["", "g", "GETS", "HTTP/2", "\u{1}", " GET", "POSTS "] { #expect(!looks(text)) }
        #expect(looks("xxGET ", 2))
        #expect(!looks("GET ", 4))
    }
}
