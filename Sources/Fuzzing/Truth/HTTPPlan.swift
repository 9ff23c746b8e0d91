/// Requests and answers of HTTP/1.1 (RFC 9110, RFC 9112), and what each of them says.
///
/// A plan's byte before the steps: how many requests are sent before their answers are. A step is five bytes: the method
/// and what kind of answer it gets, how both bodies are framed, their lengths, what is peculiar in the heads.
struct HTTPPlan: Sendable {
    /// A message.
    struct Message: Hashable, Sendable {
        /// Of a request.
        var method = ""
        /// Of a request.
        var target = ""
        /// Of an answer.
        var status = 0
        var body: [UInt8] = []
        /// The body without its coding.
        var content: [UInt8] = []
        /// Bytes that it takes in its stream.
        var length = 0
    }

    /// The requests.
    private(set) var requests: [Message] = []
    /// The answers, those before the last one of a request included.
    private(set) var answers: [Message] = []
    /// For each answer the request that it belongs to.
    private(set) var answered: [Int] = []
    /// What is sent in turn.
    private(set) var parts: [(fromClient: Bool, bytes: [UInt8])] = []
    /// Whether the end of the server's stream is that of its last answer.
    private(set) var endsWithStream = false
    /// What the plan does, for the fuzzer to tell plans apart.
    private(set) var kinds: [(Int, Int)] = []

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let depth = 1 + reader.below(6)
        var waiting: [(fromClient: Bool, bytes: [UInt8])] = []
        for (number, step) in reader.steps(of: 5, atMost: 40).enumerated() where !endsWithStream {
            var step = step
            let choice = step.byte()
            let framing = step.byte()
            let length = step.byte()
            let answerLength = step.byte()
            let peculiar = step.byte()
            kinds.append((choice & 15, framing & 7))
            let method = ["GET", "POST", "HEAD", "PUT", "OPTIONS", "DELETE"][choice % 6]
            request(method, number, framing >> 4 & 3, length, peculiar)
            waiting += answer(choice >> 4, method, number, framing & 7, answerLength, peculiar)
            if (number + 1) % depth == 0 {
                parts += waiting
                waiting = []
            }
        }
        parts += waiting
    }

    // MARK: Messages

    private mutating func request(_ method: String, _ number: Int, _ framing: Int, _ length: Int, _ peculiar: Int) {
        let target = "\(peculiar & 1 == 0 ? "" : "http://im.example")/ping?r=\(number)&x=%41+b"
        var bytes =
            (number == 0 ? [] : Self.blank(peculiar))
            + Array("\(method) \(target) HTTP/1.1\r\nHost: im.example\r\n".utf8)
        let hasBody = framing > 0 && (method == "POST" || method == "PUT")
        let body = hasBody ? Self.body(number, length) : []
        // A request without a framed length has no body (RFC 9112 section 6.3).
        bytes += hasBody ? Self.framed(body, framing == 1 ? .length : .chunks, peculiar) : Self.endOfHead
        parts.append((true, bytes))
        requests.append(Message(method: method, target: target, body: body, content: body, length: bytes.count))
    }

    private mutating func answer(
        _ choice: Int,
        _ method: String,
        _ number: Int,
        _ framing: Int,
        _ length: Int,
        _ peculiar: Int
    ) -> [(fromClient: Bool, bytes: [UInt8])] {
        var sent: [(fromClient: Bool, bytes: [UInt8])] = []
        func add(_ status: Int, _ rest: [UInt8], _ body: [UInt8], _ content: [UInt8] = []) {
            let bytes = Self.blank(peculiar >> 1) + Array("HTTP/1.1 \(status) Reason phrase\r\n".utf8) + rest
            sent.append((false, bytes))
            answers.append(Message(status: status, body: body, content: content, length: bytes.count))
            answered.append(number)
        }
        // Interim answers come before the last one and have no body (RFC 9110 section 15.2).
        if choice & 1 != 0 { add([100, 102, 103][choice >> 1 % 3], Array("Link: <x>\r\n\r\n".utf8), []) }
        let status = [200, 404, 500, 204, 304, 200, 206, 302][choice >> 1]
        let content = Self.body(number + 1000, length)
        let (coding, body) = Self.coded(content, peculiar >> 6)
        let way: Framing = [.length, .chunks, .both, .length, .length, .chunks, .empty, .end][framing]
        if method == "HEAD" || status == 204 || status == 304 {
            // The head says what a GET would have got; there is no body (RFC 9112 section 6.3, rule 1).
            let fields =
                way == .chunks || way == .both ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(length)\r\n"
            add(status, Array("\(fields)\r\n".utf8), [])
        } else if way == .end {
            add(status, coding + Self.endOfHead + body, body, content)
            endsWithStream = true
        } else {
            let isEmpty = way == .empty
            add(
                status,
                coding + Self.framed(isEmpty ? [] : body, way, peculiar),
                isEmpty ? [] : body,
                isEmpty ? [] : content
            )
        }
        return sent
    }

    // MARK: Bodies

    private enum Framing {
        case length
        case chunks
        /// Chunks count, and a length that is wrong does not (RFC 9112 section 6.3, rule 3).
        case both
        case empty
        case end
    }

    private static let endOfHead = Array("\r\n".utf8)

    /// An empty line before a message, which readers pass over (RFC 9112 section 2.2).
    private static func blank(_ peculiar: Int) -> [UInt8] { peculiar & 0x30 == 0x30 ? endOfHead : [] }

    /// Bytes of which some look like the protocol's own.
    private static func body(_ number: Int, _ count: Int) -> [UInt8] {
        let text = Array("0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8)
        return number & 1 == 0 ? planBytes(number, count) : (0..<count).map { text[$0 % text.count] }
    }

    /// A field of the head, and the body in that coding (RFC 9110 section 8.4.1): none, gzip, deflate as it should be, or
    /// without zlib's wrapper, as some servers send it.
    private static func coded(_ content: [UInt8], _ coding: Int) -> (field: [UInt8], body: [UInt8]) {
        var deflate = PlannedDeflate()
        switch coding & 3 {
        case 0: return ([], content)
        case 1: return (Array("Content-Encoding: gzip\r\n".utf8), PlannedGzip.pack(content, 1))
        case 2: return (Array("Content-Encoding: deflate\r\n".utf8), PlannedDeflate.zlib(content))
        default: return (Array("content-encoding: Deflate\r\n".utf8), deflate.stream(content))
        }
    }

    /// The rest of a head, and the body.
    private static func framed(_ body: [UInt8], _ way: Framing, _ peculiar: Int) -> [UInt8] {
        let gap = peculiar & 2 == 0 ? " " : peculiar & 4 == 0 ? "\t" : ""
        let end = peculiar & 2 == 0 ? "" : "\t "
        let isUpper = peculiar & 8 != 0
        guard way == .chunks || way == .both else {
            let name = isUpper ? "CONTENT-LENGTH" : "content-length"
            let zeros = peculiar & 4 == 0 ? "" : "00"
            return Array("\(name):\(gap)\(zeros)\(body.count)\(end)\r\nX-Length: 7\r\n\r\n".utf8) + body
        }
        var output = Array("\(isUpper ? "TRANSFER-ENCODING" : "Transfer-encoding"):\(gap)Chunked\(end)\r\n".utf8)
        if way == .both { output += Array("Content-Length: 3\r\n".utf8) }
        output += endOfHead
        var start = 0
        var number = 0
        while start < body.count {
            let count = min(body.count - start, [1, 10, 16, 9, 200, 31][(peculiar + number) % 6])
            let size = isUpper ? String(count, radix: 16).uppercased() : String(count, radix: 16)
            let more = peculiar & 16 == 0 ? "" : ";name=\"value\""
            output += Array("\(peculiar & 4 == 0 ? "" : "0")\(size)\(more)\r\n".utf8)
            output += body[start..<start + count] + endOfHead
            start += count
            number += 1
        }
        output += Array("0\r\n".utf8)
        if peculiar & 32 != 0 { output += Array("Expires: never\r\nX: 5\r\n".utf8) }
        return output + endOfHead
    }
}
