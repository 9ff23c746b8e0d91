/// Requests and answers of HTTP/1.1 (RFC 9110, RFC 9112), and what each of them says.
///
/// A plan's bytes before the steps: how many requests are sent before their answers are; which limits there are; what is no
/// HTTP at the end. A step is six bytes: the method and what kind of answer it gets, how both bodies are framed, their
/// lengths, what is peculiar in the heads, and in the bodies.
package struct HTTPPlan: Sendable {
    /// A message.
    package struct Message: Hashable, Sendable {
        /// Of a request.
        package var method = ""
        /// Of a request.
        package var target = ""
        /// Of an answer.
        package var status = 0
        /// Names and values, in their order.
        package var fields: [String] = []
        /// The body as far as it is kept.
        package var body: [UInt8] = []
        /// How long it was.
        package var bodyLength = 0
        /// The body without its coding.
        package var content: [UInt8] = []
        /// The code of what keeps the content from being whole.
        package var failure = ""
        /// Bytes that it takes in its stream.
        package var length = 0

        package init(method: String = "", target: String = "", status: Int = 0, body: [UInt8] = [], length: Int) {
            self.method = method
            self.target = target
            self.status = status
            self.body = body
            self.length = length
        }
    }

    /// The requests.
    package internal(set) var requests: [Message] = []
    /// What targets ask for, those of the requests and others: paths and parameters.
    package private(set) var targets: [(text: String, path: String, query: [String])] = []
    /// The answers, those before the last one of a request included.
    package internal(set) var answers: [Message] = []
    /// For each answer the request that it belongs to.
    package internal(set) var answered: [Int] = []
    /// What is sent in turn, and which request or answer it is; below 0 what is none.
    package internal(set) var parts: [(fromClient: Bool, bytes: [UInt8], number: Int)] = []
    /// Whether the end of the server's stream is that of its last answer.
    package private(set) var endsWithStream = false
    /// How the capture has it in TLS: not at all, or with the server's hands behind what the client said first, or before it.
    package let seal: Seal
    /// Requests for a tunnel before all others, and how many parts come before what is said in one.
    package internal(set) var proxies = 0
    package internal(set) var partsBeforeTunnel = 0
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [(Int, Int)] = []
    /// What is no HTTP: which end sends it, and the code of what is told.
    package private(set) var broken: (fromClient: Bool, code: String)?
    /// Longest body that is kept.
    package let bodyLimit: Int
    /// Longest head.
    package let headLimit: Int
    /// Bytes that data may always inflate to, and how many times as many as there are.
    package let inflated: (bytes: Int, ratio: Int)

    package enum Seal: Sendable { case none, late, inOrder }

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let depth = 1 + reader.below(6)
        let limits = reader.byte()
        let harm = reader.byte()
        bodyLimit = limits & 3 == 3 ? 100 : 16 << 20
        headLimit = limits & 12 == 12 ? 400 : 64 << 10
        inflated = limits & 48 == 48 ? (300, 4) : (1 << 20, 200)
        seal = harm & 3 == 3 || harm & 4 == 0 ? .none : harm & 8 == 0 ? .inOrder : .late
        askProxies(limits >> 6, harm >> 4)
        var waiting: [(fromClient: Bool, bytes: [UInt8], number: Int)] = []
        let steps = reader.steps(of: 6, atMost: 40)
        for (number, step) in steps.enumerated() where !endsWithStream {
            var step = step
            let choice = step.byte()
            let framing = step.byte()
            let length = step.byte()
            let answerLength = step.byte()
            let peculiar = step.byte()
            let more = step.byte()
            kinds.append((choice & 15, framing & 7))
            let methods = ["GET", "POST", "HEAD", "PUT", "OPTIONS", "DELETE", "PATCH", "TRACE"]
            let method = methods[choice & 7]
            request(method, number, framing >> 4 & 3, length, peculiar, more)
            // The last answer may not come.
            if harm & 3 == 1, number == steps.count - 1 { continue }
            waiting += answer(choice >> 3, method, number, framing, answerLength, peculiar, more)
            if (number + 1) % depth == 0 {
                parts += waiting
                waiting = []
            }
        }
        parts += waiting
        if harm & 3 == 3, !endsWithStream, !kinds.isEmpty { spoil(harm >> 2) }
    }

    // MARK: Messages

    /// A head: the first line, fields, an empty line; lines end in CRLF, or in LF alone.
    static func head(_ line: String, _ fields: [(name: String, value: String)], _ more: Int) -> [UInt8] {
        let end = more & 1 == 0 ? "\r\n" : "\n"
        return Array("\(line)\(end)\(fields.map { "\($0.name):\($0.value)\(end)" }.joined())\(end)".utf8)
    }

    /// Fields by name and value, without the blanks around it.
    static func texts(_ fields: [(name: String, value: String)]) -> [String] {
        fields.map { field in
            let value = field.value.drop { " \t".contains($0) }.reversed().drop { " \t".contains($0) }
            return "\(field.name)=\(String(value.reversed()))"
        }
    }

    private mutating func request(
        _ method: String,
        _ number: Int,
        _ framing: Int,
        _ length: Int,
        _ peculiar: Int,
        _ more: Int
    ) {
        // Parameters as they are sent, and what they mean.
        let extra = [
            ("x=%41+b", ["x=A b"]), ("x=%zz%4", ["x=%zz%4"]), ("%c3%A9=%2B&&=7&k", ["é=+", "=7", "k="]),
            ("x=a=b%00&p=q+r", ["x=a=b\0", "p=q r"]),
            ("x=a?b/c://d", ["x=a?b/c://d"]), ("x=%2541%2b%&y=%F0%9f%98%80", ["x=%41+%", "y=😀"]),
        ]
        let (sent, meant) = extra[(more >> 6 & 3 + length) % extra.count]
        let authority = ["", "http://im.example", "https://[::1]:8080", ""][peculiar & 1 | more >> 4 & 2]
        let target = "\(authority)/ping?r=\(number)&\(sent)"
        var fields: [(name: String, value: String)] = [(name: "Host", value: " im.example")]
        if more & 2 != 0 { fields += [("X-A", ""), ("x-a", "\t a: b \t"), ("Cookie", " ")] }
        let hasBody = framing > 0 && (method == "POST" || method == "PUT" || method == "PATCH")
        let body = hasBody ? Self.body(number, length) : []
        // A request without a framed length has no body (RFC 9112 section 6.3).
        var framed: [UInt8] = []
        if hasBody {
            let (known, bytes) = Self.framed(body, framing == 1 ? .length : .chunks, peculiar, more)
            fields += known
            framed = bytes
        }
        let version = more & 4 == 0 ? "1.1" : "1.0"
        let blank = number == 0 ? [] : Self.blank(peculiar)
        // As long as a head may be.
        let left = headLimit - blank.count - Self.head("\(method) \(target) HTTP/\(version)", fields, more).count
        if headLimit < 1000, more & 128 != 0, left > 8 {
            fields.append(("P", String(repeating: "p", count: left - (more & 1 == 0 ? 4 : 3))))
        }
        let bytes = blank + Self.head("\(method) \(target) HTTP/\(version)", fields, more) + framed
        parts.append((true, bytes, requests.count))
        targets.append((target, "/ping", ["r=\(number)"] + meant))
        // Paths stay as they are written; behind an authority there may be none.
        let path = [authority.isEmpty ? "/*" : "", "/", "/%70ing%2F", "/a//b:80/", "/a=b&c+d"][length % 5]
        let query = more & 1 == 0 ? "" : "?\(sent)"
        targets.append((authority + path + query, path, query.isEmpty ? [] : meant))
        var message = Message(method: method, target: target, length: bytes.count)
        message.fields = Self.texts(fields)
        keep(body, body, "", &message)
        requests.append(message)
    }

    /// Notes a body and what is in it, as far as the limits go.
    func keep(_ body: [UInt8], _ content: [UInt8], _ failure: String, _ message: inout Message) {
        message.body = Array(body.prefix(bodyLimit))
        message.bodyLength = body.count
        message.content = content
        message.failure = failure
        guard body.count > bodyLimit else { return }
        message.failure = "limit"
        if body == content { message.content = message.body }
    }

    private mutating func answer(
        _ choice: Int,
        _ method: String,
        _ number: Int,
        _ framing: Int,
        _ length: Int,
        _ peculiar: Int,
        _ more: Int
    ) -> [(fromClient: Bool, bytes: [UInt8], number: Int)] {
        var sent: [(fromClient: Bool, bytes: [UInt8], number: Int)] = []
        func add(_ status: Int, _ fields: [(name: String, value: String)], _ rest: [UInt8], _ body: HTTPPlanBody) {
            let reason = more & 8 == 0 ? " Reason phrase" : more & 4 == 0 ? "" : " "
            let line = "HTTP/1.\(more >> 2 & 1) \(status)\(reason)"
            let bytes = Self.blank(peculiar >> 1) + Self.head(line, fields, more) + rest
            sent.append((false, bytes, answers.count))
            var message = Message(status: status, length: bytes.count)
            message.fields = Self.texts(fields)
            keep(body.bytes, body.content, body.failure, &message)
            answers.append(message)
            answered.append(number + proxies)
        }
        // Interim answers come before the last one and have no body (RFC 9110 section 15.2).
        for interim in 0..<[0, 0, 1, 2][choice & 3] {
            add([100, 102, 103, 199][(choice >> 2 + interim) & 3], [(name: "Link", value: " <x>")], [], HTTPPlanBody())
        }
        let status = [200, 404, 500, 204, 304, 200, 206, 302][choice >> 2 & 7]
        let way: Framing = [.length, .chunks, .both, .length, .coded, .chunks, .empty, .end][framing & 7]
        // Not all of a body that is cut is there, and so its coding is not looked at.
        let coding = bodyLimit < 1000 ? 0 : peculiar >> 6 | more >> 3 & 12
        let body = HTTPPlanBody(Self.body(number + 1000, length << (more >> 5 & 1)), coding, inflated)
        if method == "HEAD" || status == 204 || status == 304 {
            // The head says what a GET would have got; there is no body (RFC 9112 section 6.3, rule 1).
            let isChunked = way == .chunks || way == .both
            let field = isChunked ? ("Transfer-Encoding", " chunked") : ("Content-Length", " \(length)")
            add(status, [field], [], HTTPPlanBody())
        } else if way == .end || way == .coded && framing & 8 != 0 {
            // Without a length, or with a coding that is none of chunks, the end of the stream is that of the body.
            let fields: [(name: String, value: String)] = way == .end ? [] : [("Transfer-Encoding", " chunked, gzip")]
            add(status, body.fields + fields, body.bytes, body)
            endsWithStream = true
        } else {
            let body = way == .empty ? HTTPPlanBody() : body
            let (known, bytes) = Self.framed(body.bytes, way, peculiar, more)
            add(status, body.fields + known, bytes, body)
        }
        return sent
    }

    // MARK: Bodies

    private enum Framing {
        case length
        case chunks
        /// Chunks count, and a length that is wrong does not (RFC 9112 section 6.3, rule 3).
        case both
        /// Chunks around another coding.
        case coded
        case empty
        case end
    }

    private static let endOfLine = Array("\r\n".utf8)

    /// Empty lines before a message, which readers pass over (RFC 9112 section 2.2).
    private static func blank(_ peculiar: Int) -> [UInt8] {
        guard peculiar & 0x30 == 0x30 else { return [] }
        return peculiar & 0x40 == 0 ? endOfLine : endOfLine + [10] + endOfLine
    }

    /// Bytes of which some look like the protocol's own.
    private static func body(_ number: Int, _ count: Int) -> [UInt8] {
        let text = Array("0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8)
        return number & 1 == 0 ? planBytes(number, count) : (0..<count).map { text[$0 % text.count] }
    }

    /// The fields that tell how long a body is, and the body.
    private static func framed(
        _ body: [UInt8],
        _ way: Framing,
        _ peculiar: Int,
        _ more: Int
    ) -> (fields: [(name: String, value: String)], bytes: [UInt8]) {
        let gap = peculiar & 2 == 0 ? " " : peculiar & 4 == 0 ? "\t" : ""
        let end = peculiar & 2 == 0 ? "" : "\t "
        let isUpper = peculiar & 8 != 0
        guard way == .chunks || way == .both || way == .coded else {
            let name = isUpper ? "CONTENT-LENGTH" : "content-length"
            let zeros = peculiar & 4 == 0 ? "" : "00"
            let field = (name: name, value: "\(gap)\(zeros)\(body.count)\(end)")
            let identity = more & 16 == 0 ? [] : [(name: "Transfer-Encoding", value: " identity")]
            return ([field] + identity + (isUpper ? [field] : []) + [(name: "X-Length", value: " 7")], body)
        }
        let name = isUpper ? "TRANSFER-ENCODING" : "Transfer-encoding"
        var fields = [(name: name, value: "\(gap)\(way == .coded ? "gzip ,\t" : "")Chunked\(end)")]
        // A list may be in several lines (RFC 9110 section 5.3).
        if way == .coded, more & 16 != 0 { fields = [(name, " gzip"), ("Transfer-Encoding", "Chunked")] }
        if way == .both { fields.append((name: "Content-Length", value: " 3")) }
        // Lines of chunks end as those of heads do.
        let line = more & 1 == 0 ? endOfLine : [10]
        var output: [UInt8] = []
        var start = 0
        var number = 0
        while start < body.count {
            let count = min(body.count - start, [1, 10, 16, 9, 200, 31][(peculiar + number) % 6])
            let size = isUpper ? String(count, radix: 16).uppercased() : String(count, radix: 16)
            let more = peculiar & 16 == 0 ? "" : peculiar & 1 == 0 ? ";name=\"value\"" : " ;n"
            output += Array("\(peculiar & 4 == 0 ? "" : "0")\(size)\(more)".utf8) + line
            output += body[start..<start + count] + line
            start += count
            number += 1
        }
        output += Array("0".utf8) + line
        if peculiar & 32 != 0 { output += Array("Expires: never".utf8) + line + Array("X: 5".utf8) + line }
        return (fields, output + line)
    }

    // MARK: What is no HTTP

    /// Ends a stream with what can not be read.
    private mutating func spoil(_ kind: Int) {
        let line = "POST /ping HTTP/1.1\r\n"
        let fills = { (count: Int) in "X: " + String(repeating: "y", count: count - line.utf8.count - 7) + "\r\n\r\n" }
        let texts: [(text: String, code: String)] = [
            (line + "Content-Length: 5x\r\n\r\n", "length"), (line + "Content-Length: -5\r\n\r\n", "length"),
            (line + "Content-Length: +5\r\n\r\n", "length"), (line + "Content-Length: \r\n\r\n", "length"),
            (line + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "length"),
            (line + "Content-Length: 9999999999999999999\r\n\r\n", "length"),
            (line + "Transfer-Encoding: gzip\r\n\r\n", "length"),
            (line + "Transfer-Encoding: chunked\r\n\r\nG\r\n", "length"),
            (line + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", "length"),
            (line + "Transfer-Encoding: chunked\r\n\r\n\r\n", "length"),
            (line + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", "length"),
            ("GET /ping\r\n\r\n", "value"), ("GET /ping HTTQ/1.1\r\n\r\n", "value"), ("GET  HTTP/1.1\r\n\r\n", "value"),
            ("\r\n\n \r\n\r\n", "value"), (line + fills(headLimit + 1), "limit"),
            ("HTTP/1.1 20 x\r\n\r\n", "value"), ("HTTP/1.1 099 x\r\n\r\n", "value"),
            ("HTTP/1.1 2000 x\r\n\r\n", "value"),
            ("HTTP/1.1 2x0 x\r\n\r\n", "value"), ("HTTP/1.1 200 x\r\nContent-Length: 1,2\r\n\r\n", "length"),
        ]
        let (text, code) = texts[kind % texts.count]
        let fromClient = kind % texts.count < 16
        parts.append((fromClient, Array(text.utf8), -1))
        broken = (fromClient, code)
    }
}
