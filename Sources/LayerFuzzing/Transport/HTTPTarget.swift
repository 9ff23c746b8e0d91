package import FuzzInputs
package import Fuzzer
import Transport
import WireFormat

/// HTTP/1.1 messages of one direction, as a whole and in pieces.
///
/// The first byte of an input has options: bit 0 responses, bit 1 answers to HEAD.
package struct HTTPMessagesTarget: FuzzTarget {
    package let name = "http"
    package let summary = "HTTP/1.1 messages, their bodies and request targets, whole and in pieces"
    /// The names and values of fields.
    package var words: [[UInt8]] {
        [
            "GET ", "POST ", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 101 X\r\n", "HTTP/1.1 204 X\r\n", "Content-Length: ",
            "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n", "Content-Encoding: deflate\r\n", "\r\n\r\n",
            "\n\n",
            "\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n", "7fffffffffffffff\r\n", "Upgrade: websocket\r\n", "%00", "%zz",
            "?a=b&c", "://",
            ";", "+1", "-1", " ", "\t", ":",
        ].map { Array($0.utf8) }
    }

    package init() {}

    private struct Read: Equatable {
        var messages: [HTTPMessage] = []
        var error: WireError.Code?
        var consumed = 0
        var steps = 0
    }

    /// The fields that determine how a message continues.
    private static let framing = ["content-length", "transfer-encoding", "content-encoding", "upgrade"]

    private static let limits: TransportLimits = {
        var limits = TransportLimits()
        limits.httpHeadBytes = 2048
        limits.httpBodyBytes = 4096
        limits.inflatedBytes = 1 << 16
        return limits
    }()

    private static func read(_ bytes: [UInt8], _ ends: [Int], method: String?) -> Read {
        var read = Read()
        var stream = HTTPStream(limits: limits)
        var waiting: [UInt8] = []
        var start = 0
        for end in ends {
            waiting += bytes[start..<end]
            start = end
            var position = 0
            do throws(WireError) {
                while let message = try stream.next(waiting.span, at: &position, requestMethod: method) {
                    read.messages.append(message)
                }
            } catch {
                read.error = error.code
                return read
            }
            read.consumed += position
            waiting.removeFirst(position)
        }
        read.steps = stream.examined
        if let last = stream.end() { read.messages.append(last) }
        return read
    }

    /// Runs one direction.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let options = input.first else { return }
        let bytes = Array(input.dropFirst())
        let method: String? = options & 2 != 0 ? "HEAD" : nil
        let whole = Self.read(bytes, [bytes.count], method: method)
        features.reach("http.error", whole.error?.rawValue ?? "", whole.messages.count)
        for message in whole.messages.prefix(8) {
            switch message.start {
            case .request(let method, let target):
                features.reach("http.request", Features.bucket(method.utf8.count))
                let parts = HTTPTarget(target)
                features.reach(
                    "http.target",
                    Features.bucket(parts.query.count),
                    Features.bucket(parts.path.utf8.count)
                )
            case .response(let status):
                features.reach("http.response", [101, 204, 304].contains(status) ? status : status / 100)
            }
            for field in message.fields.all {
                guard let known = Self.framing.firstIndex(of: field.name.lowercased()) else { continue }
                features.reach("http.field", known, Features.bucket(field.value.utf8.count))
            }
            let present = message.fields.all.count
            features.reach("http.fields", Features.bucket(present), Features.bucket(message.bodyLength))
            guard message.body.count <= Self.limits.httpBodyBytes, message.body.count <= message.bodyLength else {
                throw Violation(.limit, "a body of \(message.body.count) of \(message.bodyLength) bytes is kept")
            }
            let decoded = message.decodedBody(limits: Self.limits)
            let body = decoded.bytes
            features.reach("http.inflated", Features.bucket(body.count))
            guard body.count <= max(Self.limits.inflatedBytes, message.body.count) else {
                throw Violation(.limit, "\(body.count) bytes were inflated")
            }
            if let failure = decoded.failure { features.reach("http.inflate", failure) }
        }
        let lengths = whole.messages.reduce(0) { $0 + $1.length }
        guard whole.error != nil || lengths <= bytes.count else {
            throw Violation(.coverage, "messages of \(lengths) bytes in \(bytes.count)")
        }
        for plan in ChunkPlan.allCases {
            let ends = plan.ends(of: bytes)
            let parts = Self.read(bytes, ends, method: method)
            // Up to three bytes are examined again with each piece, since an empty line may be cut.
            try Oracles.cost(parts.steps, of: bytes.count + ends.count, factor: 4, "http")
            guard parts.messages == whole.messages, parts.error == whole.error else {
                throw Violation(
                    .chunking,
                    "\(plan): \(parts.messages.count) messages, \(String(describing: parts.error));"
                        + " whole: \(whole.messages.count), \(String(describing: whole.error))"
                )
            }
        }
    }

    /// The lines of the head, and the body.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let first = input.first, let shape = StreamShape.http(Array(input.dropFirst())) else { return nil }
        return Shape("input", [Shape("options", .token, [first]), shape])
    }

    /// Messages of every framing.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        let requests = [
            "GET /a?b=c%20d HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST http://h/p?q HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        ]
        let answers = [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\nuntil the end",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\na;x=y\r\n0123456789\r\n00\r\n\r\n",
        ]
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB, 0xAE, 5, 0, 0x43, 0xBF, 0xA6, 0xA3, 2, 0, 0, 0]
        let head = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n".utf8)
        return requests.map { [0] + Array($0.utf8) } + answers.map { [1] + Array($0.utf8) } + [
            [1] + head + gzip, [3] + head,
        ]
    }
}
