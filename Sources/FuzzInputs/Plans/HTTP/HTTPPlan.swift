/// Requests and responses of HTTP/1.1 (RFC 9110, RFC 9112), and their decoded parts.
///
/// A plan's bytes before the steps: the number of requests before their responses; the limits; invalid data at the end.
/// A step is six bytes: the method and the kind of response; the framing of both bodies; their two lengths; options of
/// the heads; options of the bodies.
package struct HTTPPlan: Sendable {
    /// A message.
    package struct Message: Hashable, Sendable {
        /// The method; empty for a response.
        package var method = ""
        /// The target; empty for a response.
        package var target = ""
        /// The status; 0 for a request.
        package var status = 0
        /// The names and values of the fields, in order.
        package var fields: [String] = []
        /// The body up to the limit.
        package var body: [UInt8] = []
        /// The whole body's length in bytes.
        package var bodyLength = 0
        /// The body without its coding.
        package var content: [UInt8] = []
        /// The code of the reason why the content is incomplete.
        package var failure = ""
        /// The length of the message in its stream, in bytes.
        package var length = 0

        package init(method: String = "", target: String = "", status: Int = 0, body: [UInt8] = [], length: Int) {
            self.method = method
            self.target = target
            self.status = status
            self.body = body
            self.length = length
        }
    }

    /// The requests, in order.
    package internal(set) var requests: [Message] = []
    /// The paths and parameters of targets: those of the requests, and others.
    package private(set) var targets: [(text: String, path: String, query: [String])] = []
    /// The responses, interim ones included.
    package internal(set) var answers: [Message] = []
    /// The index of the request of each response.
    package internal(set) var answered: [Int] = []
    /// The sent bytes in order, and the index of the request or response; below 0 for invalid data.
    package internal(set) var parts: [(fromClient: Bool, bytes: [UInt8], number: Int)] = []
    /// Whether the end of the server's stream ends its last response.
    package private(set) var endsWithStream = false
    /// The use of TLS: none, or with the server's handshake captured after the client's first data or before it.
    package let seal: Seal
    /// The number of requests for a tunnel, and the number of parts before the tunnel opens.
    package internal(set) var proxies = 0
    package internal(set) var partsBeforeTunnel = 0
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [(Int, Int)] = []
    /// The invalid data at the end: the sender, and the expected code.
    package private(set) var broken: (fromClient: Bool, code: String)?
    /// The length of the longest body that is kept, in bytes.
    package let bodyLimit: Int
    /// The length of the longest head, in bytes.
    package let headLimit: Int
    /// The number of bytes that data may always inflate to, and the allowed ratio to their compressed length.
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
            // The last response may be missing.
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

    /// Returns a head: the first line, fields, an empty line; lines end in CRLF, or in LF alone.
    static func head(_ line: String, _ fields: [(name: String, value: String)], _ more: Int) -> [UInt8] {
        let end = more & 1 == 0 ? "\r\n" : "\n"
        return Array("\(line)\(end)\(fields.map { "\($0.name):\($0.value)\(end)" }.joined())\(end)".utf8)
    }

    /// Returns fields as name and value, without whitespace around the value.
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
        // Parameters as sent, and their meaning.
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
            let (known, bytes) = Self.framed(body, framing == 1 ? .length : .chunks, "", peculiar, more)
            fields += known
            framed = bytes
        }
        let version = more & 4 == 0 ? "1.1" : "1.0"
        let blank = number == 0 ? [] : Self.blank(peculiar)
        // A head of the longest allowed length.
        let left = headLimit - blank.count - Self.head("\(method) \(target) HTTP/\(version)", fields, more).count
        if headLimit < 1000, more & 128 != 0, left > 8 {
            fields.append(("P", String(repeating: "p", count: left - (more & 1 == 0 ? 4 : 3))))
        }
        let bytes = blank + Self.head("\(method) \(target) HTTP/\(version)", fields, more) + framed
        parts.append((true, bytes, requests.count))
        targets.append((target, "/ping", ["r=\(number)"] + meant))
        // Paths keep their spelling; after an authority the path may be empty.
        let path = [authority.isEmpty ? "/*" : "", "/", "/%70ing%2F", "/a//b:80/", "/a=b&c+d"][length % 5]
        let query = more & 1 == 0 ? "" : "?\(sent)"
        targets.append((authority + path + query, path, query.isEmpty ? [] : meant))
        var message = Message(method: method, target: target, length: bytes.count)
        message.fields = Self.texts(fields)
        keep(body, body, "", &message)
        requests.append(message)
    }

    /// Sets a message's body and content, up to the limits.
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
        // Interim responses precede the final one and have no body (RFC 9110 section 15.2).
        for interim in 0..<[0, 0, 1, 2][choice & 3] {
            add([100, 102, 103, 199][(choice >> 2 + interim) & 3], [(name: "Link", value: " <x>")], [], HTTPPlanBody())
        }
        let status = [200, 404, 500, 204, 304, 200, 206, 302][choice >> 2 & 7]
        let way: Framing = [.length, .chunks, .both, .length, .coded, .chunks, .empty, .end][framing & 7]
        // A body beyond the limit is incomplete, so its coding is not decoded.
        let coding = bodyLimit < 1000 ? 0 : peculiar >> 6 | more >> 3 & 12
        var body = HTTPPlanBody(Self.body(number + 1000, length << (more >> 5 & 1)), coding, inflated)
        if method == "HEAD" || status == 204 || status == 304 {
            // The head has the fields of a GET's response, but there is no body (RFC 9112 section 6.3, rule 1).
            let isChunked = way == .chunks || way == .both
            let field = isChunked ? ("Transfer-Encoding", " chunked") : ("Content-Length", " \(length)")
            add(status, [field], [], HTTPPlanBody())
        } else if way == .end || way == .coded && framing & 8 != 0 {
            // Without a length, or if chunked is not the last coding, the end of the stream ends the body.
            let fields: [(name: String, value: String)] = way == .end ? [] : [("Transfer-Encoding", " chunked, gzip")]
            if way == .coded { body.transfer(isUndone: false) }
            add(status, body.fields + fields, body.bytes, body)
            endsWithStream = true
        } else {
            if way == .empty { body = HTTPPlanBody() }
            if way == .coded { body.transfer(isUndone: bodyLimit >= 1000) }
            let (known, bytes) = Self.framed(body.bytes, way, bodyLimit < 1000 ? "compress" : "gzip", peculiar, more)
            add(status, body.fields + known, bytes, body)
        }
        return sent
    }

    // MARK: Bodies

    private enum Framing {
        case length
        case chunks
        /// The chunks count; a wrong length is ignored (RFC 9112 section 6.3, rule 3).
        case both
        /// Chunks around another coding.
        case coded
        case empty
        case end
    }

    private static let endOfLine = Array("\r\n".utf8)

    /// Returns empty lines before a message, which readers skip (RFC 9112 section 2.2).
    private static func blank(_ peculiar: Int) -> [UInt8] {
        guard peculiar & 0x30 == 0x30 else { return [] }
        return peculiar & 0x40 == 0 ? endOfLine : endOfLine + [10] + endOfLine
    }

    /// Returns bytes; some look like HTTP.
    private static func body(_ number: Int, _ count: Int) -> [UInt8] {
        let text = Array("0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8)
        return number & 1 == 0 ? planBytes(number, count) : (0..<count).map { text[$0 % text.count] }
    }

    /// Returns the fields with a body's length, and the framed body.
    ///
    /// - Parameter coding: the transfer coding that the body has inside of its chunks, if the framing has one.
    private static func framed(
        _ body: [UInt8],
        _ way: Framing,
        _ coding: String,
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
        var fields = [(name: name, value: "\(gap)\(way == .coded ? "\(coding) ,\t" : "")Chunked\(end)")]
        // A list may take several field lines (RFC 9110 section 5.3).
        if way == .coded, more & 16 != 0 { fields = [(name, " \(coding)"), ("Transfer-Encoding", "Chunked")] }
        if way == .both { fields.append((name: "Content-Length", value: " 3")) }
        // The lines of chunks end like those of heads.
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

    // MARK: Invalid data

    /// Ends a stream with invalid data.
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
