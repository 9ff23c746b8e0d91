import TestSupport
import Testing
import Transport
import WireFormat

/// HTTP parsing of bytes that nobody should send.
@Suite struct HTTPHostileTests {
    static let samples = [
        HTTPStreamTests.request + HTTPStreamTests.chunked,
        HTTPStreamTests.chunked + "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, world" + HTTPStreamTests.request,
    ]

    /// Small pieces of HTTP, to be put together at random.
    static let pieces = [
        "GET", " ", "/", "HTTP/1.1", "\r\n", "\n", "\r", ":", "Content-Length", "Transfer-Encoding", "chunked", "0",
        "5",
        "ff", ";", ",", "200", "101", "204", "\u{0}", "é", "👩‍👩‍👧", "\u{301}", "-", "+", "7fffffffffffffff", "HEAD", "\t",
    ]

    /// Messages and error of the same bytes in one piece and in others must agree.
    private func expectSame(_ bytes: [UInt8], size: Int, _ limits: TransportLimits) {
        let whole = HTTPFeed(bytes, limits: limits)
        let parts = HTTPFeed(bytes, size: size, limits: limits)
        #expect(whole.messages == parts.messages)
        #expect(whole.error?.code == parts.error?.code)
        let taken = whole.messages.map(\.length).reduce(0, +)
        #expect(taken <= bytes.count)
        #expect(whole.messages.allSatisfy { $0.body.count <= $0.bodyLength && $0.bodyLength <= $0.length })
    }

    @Test(
        "any change of a few bytes gives messages or an error, the same at every chunking",
        arguments: UInt64(0)..<300
    )
    func mutations(_ seed: UInt64) {
        var random = SeededRandom(seed)
        var limits = TransportLimits()
        limits.httpHeadBytes = 90
        limits.httpBodyBytes = 8
        var bytes = Array(Self.samples[Int(seed % 2)].utf8)
        for _ in 0...random.below(5) {
            let place = random.below(bytes.count)
            switch random.below(3) {
            case 0: bytes[place] = UInt8(random.below(256))
            case 1: bytes.remove(at: place)
            default: bytes.insert(bytes[random.below(bytes.count)], at: place)
            }
        }
        expectSame(bytes, size: 1 + random.below(9), limits)
    }

    @Test("random bytes and random pieces of HTTP do no harm", arguments: UInt64(0)..<300)
    func noise(_ seed: UInt64) {
        var random = SeededRandom(seed)
        var bytes: [UInt8] = []
        for _ in 0..<random.below(120) {
            if seed % 2 == 0 {
                bytes.append(UInt8(random.below(256)))
            } else {
                bytes += Array(Self.pieces[random.below(Self.pieces.count)].utf8)
            }
        }
        expectSame(bytes, size: 1 + random.below(5), TransportLimits())
        _ = HTTPTarget(String(decoding: bytes, as: UTF8.self))
        _ = HTTPStream.looksLikeHTTP(bytes.span, from: 0)
    }
}
