import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing
import Transport
import WireFormat

/// SwiftNIO, which reads with llhttp, finds the same messages.
@Suite("HTTP as SwiftNIO reads it")
struct HTTPOpinionTests {
    /// A message as both can tell it.
    struct Message: Equatable, CustomStringConvertible {
        var start: String
        var fields: [String]
        var body: [UInt8]

        var description: String { "\(start) \(fields) \(String(decoding: body, as: UTF8.self))" }
    }

    /// A connection's bytes of one end, and for each answer the method that it answers.
    struct Stream {
        var bytes: [UInt8] = []
        var methods: [String] = []
    }

    // MARK: Inputs

    private static func field(_ dice: inout Dice) -> String {
        let name = dice.one(of: ["X-A", "x-b", "Host", "ACCEPT", "Cookie"])
        let value = dice.one(of: ["", "a", "a b", "a\tb", "a,b; c=\"d\"", "é", "a:b"])
        return name + ":" + dice.one(of: ["", " ", "  ", "\t"]) + value + dice.one(of: ["", " ", " \t"]) + "\r\n"
    }

    /// Fields and body of a message: of no length, a length, or chunks.
    private static func rest(_ dice: inout Dice, _ forms: [Int]) -> [UInt8] {
        var head = ""
        for _ in 0..<dice.below(4) { head += field(&dice) }
        let body = dice.bytes(dice.one(of: [0, 1, 2, 9, 16, 100, 300]))
        switch dice.one(of: forms) {
        case 1:
            head += dice.one(of: ["Content-Length: ", "content-length:"]) + "\(body.count)\r\n"
            return Array((head + "\r\n").utf8) + body
        case 2:
            head += dice.one(of: ["Transfer-Encoding: chunked\r\n", "transfer-encoding:Chunked\r\n"])
            var bytes = Array((head + "\r\n").utf8)
            var start = 0
            while start < body.count {
                let count = 1 + dice.below(body.count - start)
                let size = String(count, radix: 16, uppercase: dice.below(2) == 0)
                let zeros = dice.one(of: ["", "0", "000"])
                let tail = dice.one(of: ["", ";a", ";a=b", ";a=\"b c\""])
                bytes += "\(zeros)\(size)\(tail)\r\n".utf8
                bytes += body[start..<start + count] + [13, 10]
                start += count
            }
            bytes += dice.one(of: ["0\r\n", "000\r\n", "0;a=b\r\n"]).utf8
            if dice.below(3) == 0 { bytes += field(&dice).utf8 }
            return bytes + [13, 10]
        default: return Array((head + "\r\n").utf8)
        }
    }

    private static func requests(_ dice: inout Dice) -> Stream {
        var stream = Stream()
        for _ in 0...dice.below(5) {
            let method = dice.one(of: ["GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "PATCH"])
            let target = dice.one(of: ["/", "/a/b?c=d&e", "/%20?x=/?", "http://h/a", "/a;b=c"])
            stream.bytes += "\(method) \(target) HTTP/1.1\r\n".utf8
            stream.bytes += rest(&dice, [0, 1, 2])
        }
        return stream
    }

    private static func answers(_ dice: inout Dice) -> Stream {
        var stream = Stream()
        for _ in 0...dice.below(5) {
            let method = dice.one(of: ["GET", "POST", "HEAD"])
            stream.methods.append(method)
            if dice.below(5) == 0 { stream.bytes += "HTTP/1.1 \(dice.one(of: [100, 102, 103])) x\r\n\r\n".utf8 }
            let status = dice.one(of: [200, 201, 204, 301, 304, 404, 500])
            stream.bytes += "HTTP/1.1 \(status)\(dice.one(of: [" OK", " not so", " "]))\r\n".utf8
            if method == "HEAD" || status == 204 || status == 304 {
                // These have no body, whatever their fields say of one.
                var head = ""
                for _ in 0..<dice.below(3) { head += field(&dice) }
                if status != 204, dice.below(2) == 0 { head += "Content-Length: 5\r\n" }
                stream.bytes += (head + "\r\n").utf8
            } else {
                stream.bytes += rest(&dice, [1, 2])
            }
        }
        return stream
    }

    // MARK: Readings

    /// What the library reads, and whether it refuses what follows.
    private static func own(_ stream: Stream) -> (messages: [Message], refuses: Bool) {
        var reader = HTTPStream()
        var position = 0
        var messages: [Message] = []
        var answered = 0
        while true {
            let method = answered < stream.methods.count ? stream.methods[answered] : nil
            let next: HTTPMessage?
            do throws(WireError) {
                next = try reader.next(stream.bytes.span, at: &position, requestMethod: method)
            } catch {
                return (messages, true)
            }
            guard let message = next else { return (messages, false) }
            let start: String
            switch message.start {
            // A CR before a request, which SwiftNIO passes over, stands in the method's name.
            case .request(let method, let target): start = "\(method.drop { $0 == "\r" }) \(target)"
            case .response(let status):
                start = "\(status)"
                if status >= 200 { answered += 1 }
            }
            let fields = message.fields.all.map { "\($0.name): \($0.value)" }
            messages.append(Message(start: start, fields: fields, body: message.body))
        }
    }

    /// What SwiftNIO reads; `nil` when it refuses any of it.
    private static func opinion(_ stream: Stream, ofRequests: Bool, _ dice: inout Dice) throws -> [Message]? {
        let channel =
            ofRequests
            ? EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)))
            : EmbeddedChannel(
                handler: ByteToMessageHandler(
                    HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes, informationalResponseStrategy: .forward)
                )
            )
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            for method in stream.methods {
                let head = HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: "/")
                try channel.writeOutbound(HTTPClientRequestPart.head(head))
            }
            for piece in dice.pieces(of: stream.bytes) { try channel.writeInbound(ByteBuffer(bytes: piece)) }
            return ofRequests ? try requests(channel) : try answers(channel)
        } catch {
            return nil
        }
    }

    /// A value without the blanks behind it, which are none of it (RFC 9112 section 5.1); SwiftNIO leaves them there.
    private static func trimmed(_ value: String) -> Substring {
        var value = value[...]
        while let last = value.utf8.last, last == 32 || last == 9 { value.removeLast() }
        return value
    }

    private static func requests(_ channel: EmbeddedChannel) throws -> [Message] {
        var messages: [Message] = []
        var ended = 0
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head(let head):
                let fields = head.headers.map { "\($0.name): \(Self.trimmed($0.value))" }
                messages.append(Message(start: "\(head.method.rawValue) \(head.uri)", fields: fields, body: []))
            case .body(let bytes): messages[messages.count - 1].body += bytes.readableBytesView
            case .end: ended += 1
            }
        }
        // Of one that is not whole the beginning comes, too.
        return Array(messages.prefix(ended))
    }

    private static func answers(_ channel: EmbeddedChannel) throws -> [Message] {
        var messages: [Message] = []
        var ended = 0
        while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
            switch part {
            case .head(let head):
                let fields = head.headers.map { "\($0.name): \(Self.trimmed($0.value))" }
                messages.append(Message(start: "\(head.status.code)", fields: fields, body: []))
                // An interim answer has a head only.
                if head.status.code < 200 { ended += 1 }
            case .body(let bytes): messages[messages.count - 1].body += bytes.readableBytesView
            case .end: ended += 1
            }
        }
        // Of one that is not whole the beginning comes, too.
        return Array(messages.prefix(ended))
    }

    // MARK: Tests

    @Test("requests are the same", arguments: 0..<200)
    func sameRequests(_ seed: Int) throws {
        var dice = Dice(seed)
        let stream = Self.requests(&dice)
        let opinion = try #require(try Self.opinion(stream, ofRequests: true, &dice))
        let own = Self.own(stream)
        #expect(own.messages == opinion)
        #expect(!own.refuses)
    }

    @Test("answers are the same", arguments: 0..<200)
    func sameAnswers(_ seed: Int) throws {
        var dice = Dice(seed)
        let stream = Self.answers(&dice)
        let opinion = try #require(try Self.opinion(stream, ofRequests: false, &dice))
        let own = Self.own(stream)
        #expect(own.messages == opinion)
        #expect(!own.refuses)
    }

    @Test("damaged requests that SwiftNIO takes are the same", arguments: 0..<60)
    func damagedRequests(_ seed: Int) throws { try damaged(seed, ofRequests: true) }

    @Test("damaged answers that SwiftNIO takes are the same", arguments: 0..<60)
    func damagedAnswers(_ seed: Int) throws { try damaged(seed, ofRequests: false) }

    private func damaged(_ seed: Int, ofRequests: Bool) throws {
        var dice = Dice(seed)
        var taken = 0
        for _ in 0..<80 {
            var stream = ofRequests ? Self.requests(&dice) : Self.answers(&dice)
            let place = dice.below(stream.bytes.count)
            switch dice.below(3) {
            case 0: stream.bytes[place] = dice.one(of: [48, 49, 58, 59, 65, 102])
            case 1: stream.bytes.remove(at: place)
            default: stream.bytes.insert(dice.one(of: [48, 50, 58, 97]), at: place)
            }
            guard let opinion = try Self.opinion(stream, ofRequests: ofRequests, &dice) else { continue }
            // Behind a switch of protocols nothing is HTTP.
            if opinion.contains(where: { $0.start == "101" }) { continue }
            let (own, refuses) = Self.own(stream)
            // What the library refuses beyond that, such as a status of four digits, ends what can be compared.
            if !refuses { taken += 1 }
            #expect(
                own == (refuses ? Array(opinion.prefix(own.count)) : opinion),
                "\(String(decoding: stream.bytes, as: UTF8.self).debugDescription)"
            )
        }
        #expect(taken > 10)
    }
}
