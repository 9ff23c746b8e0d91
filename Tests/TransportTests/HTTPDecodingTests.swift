import Testing
import Transport
import WireFormat

@Suite("HTTP bodies with a coding")
struct HTTPDecodingTests {
    private static let text = #"{"code":200,"userId":"ann","navi":"im.example:8080"}"#
    private static let gzip =
        "1f8b08000000000002ffab564ace4f4955b2323230d0512a2d4e2df24c51b2524acccb53d251ca4b2ccb04723273f5522b12730b7252ad2c0c2"
        + "c0c946a0118ffbe2334000000"
    private static let zlib =
        "789cab564ace4f4955b2323230d0512a2d4e2df24c51b2524acccb53d251ca4b2ccb04723273f5522b12730b7252ad2c0c2c0c946a01a0ad0fd1"
    private static let raw =
        "ab564ace4f4955b2323230d0512a2d4e2df24c51b2524acccb53d251ca4b2ccb04723273f5522b12730b7252ad2c0c2c0c946a01"
    /// The same text in two members.
    private static let members =
        "1f8b08000000000002ffab564ace4f4955b2323230d0512a2d4e2df24c510200376b3ffa14000000"
        + "1f8b08000000000002ffb3524acccb53d251ca4b2ccb54b252caccd54bad48cc2dc849b5b230b03050aa05000c530b6f20000000"

    private static func response(_ coding: String, _ body: [UInt8]) throws -> HTTPMessage {
        let head = "HTTP/1.1 200 OK\r\n\(coding)Content-Length: \(body.count)\r\n\r\n"
        return try #require(HTTPFeed(Array(head.utf8) + body).messages.first)
    }

    @Test("a part of the content comes from the body up to the stretch of 256 bytes of content that it ends in")
    func sources() throws {
        // What does not get smaller, so that each stretch takes bytes of its own.
        let content = (0..<2048).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 13) }
        let body = try #require(StreamDeflater(windowBits: 31).deflate(content, ends: true))
        let decoded = try Self.response("Content-Encoding: gzip\r\n", body).decodedBody(limits: TransportLimits())
        try #require(decoded.bytes == content)
        let ends = (1...1024).map { decoded.source(of: 0..<$0).upperBound }
        #expect(ends == ends.sorted())
        #expect((1..<1024).filter { ends[$0] > ends[$0 - 1] } == [256, 512, 768])
        // What the part says is enough to make it again.
        for end in [1, 256, 257, 1000] {
            var again = ByteWriter()
            _ = try Inflater(.zlibOrGzip).inflate(
                body.span.extracting(first: decoded.source(of: 0..<end).upperBound),
                limit: .max,
                into: &again
            )
            #expect(again.array.prefix(end) == content.prefix(end))
        }
        #expect(decoded.source(of: 300..<400).lowerBound > 0)
        #expect(decoded.source(of: 2000..<2048).upperBound <= body.count)
    }

    @Test("a body without a coding is its own source", arguments: [0..<0, 0..<3, 1..<2])
    func plainSource(_ range: Range<Int>) throws {
        let decoded = try Self.response("", [1, 2, 3]).decodedBody(limits: TransportLimits())
        #expect(decoded.source(of: range) == range)
    }

    @Test(
        "gzip, its members, zlib and bare DEFLATE are inflated",
        arguments: [
            ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("identity, gzip", gzip), ("gzip", members),
            ("deflate", zlib), ("deflate", raw),
        ]
    )
    func codings(_ coding: String, _ hex: String) throws {
        let decoded = try Self.response("Content-Encoding: \(coding)\r\n", Hex.decode(hex)).decodedBody(
            limits: TransportLimits()
        )
        #expect(String(decoding: decoded.bytes, as: UTF8.self) == Self.text)
        #expect(decoded.failure == nil)
    }

    @Test("a coded body in chunks, with trailers, is put together first", arguments: [1, 5, Int.max])
    func chunks(_ size: Int) throws {
        var bytes = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        var rest = try Hex.decode(Self.gzip)[...]
        while !rest.isEmpty {
            let part = rest.prefix(10)
            bytes += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
            rest = rest.dropFirst(10)
        }
        bytes += Array("0\r\nX-Sum: 1\r\n\r\n".utf8)
        let message = try #require(HTTPFeed(bytes, size: size).messages.first)
        #expect(String(decoding: message.decodedBody(limits: TransportLimits()).bytes, as: UTF8.self) == Self.text)
        #expect(message.length == bytes.count)
    }

    @Test(
        "a transfer coding is undone like one of the content, with and without chunks (RFC 9112 section 7)",
        arguments: [
            ("gzip", gzip), ("X-GZIP;q=1", gzip), ("deflate", zlib), ("deflate", raw), ("identity, gzip", gzip),
        ]
    )
    func transferCodings(_ coding: String, _ hex: String) throws {
        let body = try Hex.decode(hex)
        let chunk = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
        let chunked = ["\(coding), chunked", "\(coding)\r\nTransfer-Encoding: chunked", "\(coding), chunked, chunked"]
        for (field, sent) in [(coding, body)] + chunked.map({ ($0, chunk) }) {
            let message = try Self.response(transfer: field, sent)
            let decoded = message.decodedBody(limits: TransportLimits())
            #expect(message.body == body, "\(field)")
            #expect(String(decoding: decoded.bytes, as: UTF8.self) == Self.text, "\(field)")
            #expect(decoded.failure == nil, "\(field)")
        }
    }

    @Test(
        "a transfer coding that is not known, and codings of both content and transfer are told",
        arguments: [
            ("", "compress, chunked", "Transfer-Encoding"), ("", "gzip, gzip, chunked", "Transfer-Encoding"),
            ("", "chunked, gzip, chunked", "Transfer-Encoding"),
            ("Content-Encoding: gzip\r\n", "gzip, chunked", "Content-Encoding"),
        ]
    )
    func unknownTransferCodings(_ content: String, _ transfer: String, _ field: String) throws {
        let message = try Self.response(content, transfer: transfer, Array("3\r\nabc\r\n0\r\n\r\n".utf8))
        let decoded = message.decodedBody(limits: TransportLimits())
        #expect(decoded.bytes == Array("abc".utf8))
        #expect(decoded.failure?.code == .unsupported)
        #expect(decoded.failure?.path == [field])
    }

    /// A response with a transfer coding, which ends with its chunks or with the stream.
    private static func response(_ fields: String = "", transfer: String, _ sent: [UInt8]) throws -> HTTPMessage {
        let head = "HTTP/1.1 200 OK\r\n\(fields)Transfer-Encoding: \(transfer)\r\n\r\n"
        var feed = HTTPFeed(Array(head.utf8) + sent)
        feed.end()
        return try #require(feed.messages.first)
    }

    @Test("a body without a coding is as it is")
    func plain() throws {
        for coding in ["", "Content-Encoding: identity\r\n", "Content-Encoding:\r\n"] {
            let decoded = try Self.response(coding, [1, 2, 3]).decodedBody(limits: TransportLimits())
            #expect(decoded.bytes == [1, 2, 3])
            #expect(decoded.failure == nil)
        }
    }

    @Test("a body cut anywhere gives its beginning, and says that it is cut")
    func cut() throws {
        let body = try Hex.decode(Self.gzip)
        for count in 1..<body.count {
            let decoded = try Self.response("Content-Encoding: gzip\r\n", Array(body.prefix(count)))
                .decodedBody(limits: TransportLimits())
            #expect(decoded.failure?.code == .truncated)
            #expect(Self.text.utf8.starts(with: decoded.bytes))
        }
    }

    @Test("what is wrong with a body is told")
    func failures() throws {
        let gzip = try Hex.decode(Self.gzip)
        var damaged = gzip
        damaged[gzip.count - 6] ^= 1
        for (coding, body, code) in [
            ("br", gzip, WireError.Code.unsupported), ("gzip, gzip", gzip, .unsupported), ("gzip", [1, 2, 3], .value),
            ("gzip", damaged, .value), ("gzip", gzip + [7], .trailing),
        ] {
            let decoded = try Self.response("Content-Encoding: \(coding)\r\n", body).decodedBody(
                limits: TransportLimits()
            )
            #expect(decoded.failure?.code == code, "\(coding)")
            if code == .unsupported { #expect(decoded.bytes == body) }
        }
    }

    @Test("a body that inflates beyond the limit ends there", arguments: [51, 52])
    func limit(_ most: Int) throws {
        var limits = TransportLimits()
        limits.httpBodyBytes = most
        for hex in [Self.zlib, Self.members] {
            let coding = hex == Self.zlib ? "deflate" : "gzip"
            let body = try Hex.decode(hex)
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
            let message = try #require(HTTPFeed(Array(head.utf8) + body).messages.first)
            let decoded = message.decodedBody(limits: limits)
            #expect(decoded.bytes.count == most)
            #expect(decoded.failure?.code == (most < 52 ? .limit : nil))
        }
    }

    @Test("gzip members are read up to the limit", arguments: [-1, 0, 1])
    func memberLimit(_ excess: Int) throws {
        var limits = TransportLimits()
        limits.gzipMembers = 8
        let member = try Hex.decode("1f8b08000000000002034b040043beb7e801000000")
        let count = limits.gzipMembers + excess
        let body = Array(repeatElement(member, count: count).joined())
        let decoded = try Self.response("Content-Encoding: gzip\r\n", body).decodedBody(limits: limits)
        #expect(decoded.bytes == Array(repeating: UInt8(ascii: "a"), count: min(count, 8)))
        #expect(decoded.failure?.code == (excess > 0 ? .limit : nil))
        #expect(decoded.failure.map(\.offset) == (excess > 0 ? 8 * member.count : nil))
    }

    @Test("a body of nothing but empty members ends at the limit, whatever its length")
    func emptyMembers() throws {
        let member = try Hex.decode("1f8b080000000000020303000000000000000000")
        let body = Array(repeatElement(member, count: 200_000).joined())
        let message = try Self.response("Content-Encoding: gzip\r\n", body)
        let clock = ContinuousClock()
        var decoded: HTTPDecodedBody?
        let time = clock.measure { decoded = message.decodedBody(limits: TransportLimits()) }
        #expect(decoded?.failure?.code == .limit)
        #expect(decoded?.bytes.isEmpty == true)
        // What is behind a member is not copied for it: that took minutes.
        #expect(time < .seconds(5))
    }

    @Test("HTTP/2 is known by its first line, as soon as that is whole")
    func http2() {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        for count in 0...preface.count {
            let part = Array(preface.prefix(count))
            #expect(HTTPStream.looksLikeHTTP2(part.span, from: 0) == (count < 16 ? nil : true))
        }
        for other in ["POST / HTTP/1.1\r\n", "PRI * HTTP/1.1\r\n", "GET"] {
            let bytes = Array(other.utf8)
            #expect(HTTPStream.looksLikeHTTP2(bytes.span, from: 0) == false)
        }
    }
}
