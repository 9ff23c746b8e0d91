/// A session of RongCloud by long polling (reference, section A.2): requests that wait, requests that send, and answers with
/// several units; what each event should say, and which packets brought it.
///
/// The byte of a plan before the steps says how messages of HTTP are cut into packets, and how the session begins: with
/// navigation, which may tell more than CONNECT does, or with CONNECT. A step is five bytes: what is asked; a
/// message id; the header of what is sent, in any spelling; how many units the answer has, and which; how they are written.
package struct PollingPlan: Sendable {
    /// What an event should say.
    package struct Event: Sendable {
        package var text: String
        /// Packets that brought a part of it.
        package var packets: [Int]
        /// Packets that may be named besides: where an answer is compressed, what stands around a unit is needed, too.
        package var around: [Int] = []
    }

    /// The events in order.
    package internal(set) var events: [Event] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [Int] = []
    /// What `flows` says of who is there.
    package private(set) var who = ""
    /// What a line of text says of the navigation that comes first.
    package private(set) var navigation: String?
    let width: Int

    /// Headers of what clients send, as signed bytes or as bytes without sign, and what type they are of; and what is no byte.
    private static let headers: [(text: String, type: String?)] = [
        ("50", "PUBLISH"), ("82", "QUERY"), ("112", "QUERYCON"), ("64", "PUBACK"), ("192", "PINGREQ"),
        ("-64", "PINGREQ"), ("224", "DISCONNECT"), ("-32", "DISCONNECT"), ("-1", "RESERVED"), ("255", "RESERVED"),
        ("-128", "SUBSCRIBE"), ("128", "SUBSCRIBE"), ("256", nil), ("-129", nil), ("x", nil),
    ]
    /// Codes of units in answers, which are signed bytes.
    private static let codes = [
        (48, "PUBLISH"), (50, "PUBLISH"), (64, "PUBACK"), (96, "QUERYACK"), (98, "QUERYACK"), (-48, "PINGRESP"),
    ]
    /// Bytes of a compressed body that may be taken for a unit on either side of it.
    private static let margin = 1200

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        width = [1 << 12, 60, 200, 31, 100, 500][options % 6]
        let beginning = options / 6 % 4
        if beginning > 0 { navigation = navigate(options / 24) }
        // What CONNECT does not say of the SDK, navigation has said.
        let version = beginning == 2 ? "" : "&sdkVer=2.5.3"
        if beginning == 3 {
            // A later request of the session is the first that is seen of it.
            request("GET /pullmsg.js?sessionid=s1&timestrap=1601306624418&pid=1", "", "POLL -")
            answer([], 0)
        } else {
            request("GET /websocket?appId=app1&token=tok-1\(version)&apiVer=1&pid=1", "", "CONNECT -")
            let connack = #"{"status":0,"userId":"me","headerCode":32,"messageId":0,"sessionid":"s1"}"#
            answer([(connack, "CONNACK 0")], 0)
        }
        let (user, sdk) = (beginning == 3 ? "-" : "me", beginning < 2 ? "2.5.3" : "2.5.\(10 + options / 24)")
        who = "http, rongcloud, \(user), s1, app1, \(sdk), clean"
        for step in reader.steps(of: 5, atMost: 40) {
            var step = step
            let choice = step.byte()
            let number = step.byte()
            let id = [1, 2, 255, 256, 65_535, 77][number % 6]
            let header = Self.headers[step.byte() % Self.headers.count]
            let content = step.byte()
            let form = step.byte()
            kinds.append(choice % 3 | (form % 5) << 2)
            if choice % 3 == 0 {
                request("GET /pullmsg.js?sessionid=s1&timestrap=1601306624418&pid=1", "", "POLL -")
            } else {
                // A number that is too large is told as it stands.
                let isNumber = number < 248
                let target =
                    "/websocket?messageid=\(isNumber ? id : 65_536)&header=\(header.text)&sessionid=s1&topic=ppMsgP&targetid=you&pid=1"
                let message = Self.body(content, user: user)
                let body = choice % 3 == 1 ? "" : message.json
                let says = Self.text(header.type ?? "polling-header", isNumber ? id : 65_536)
                request(
                    "POST \(target)",
                    body,
                    header.type == "PUBLISH" && !body.isEmpty ? "\(says) \(message.says)" : says
                )
            }
            guard content & 0xE0 != 0xE0 else {
                answer(brokenAs: content)
                continue
            }
            let count = content % 7
            let units = (0..<count).map { place -> (json: String, says: String) in
                let (code, type) = Self.codes[(content + place) % Self.codes.count]
                let number = (id + place) & 65_535
                // Letters that do not come again soon, so that codings have something to do.
                let name = planBytes(content + place, content * (place + 3) % 300).map { "\($0 % 10)" }.joined()
                let head = #"{"headerCode":\#(code),"messageId":\#(number),"date":1601306624,"targetId":"\#(name)""#
                guard type == "PUBLISH", form & 8 != 0 else { return (head + "}", Self.text(type, number)) }
                let message = Self.message(id &+ content + place, form >> 4 &+ content + place)
                return ("\(head),\(message.json)}", "\(Self.text(type, number)) \(message.says)")
            }
            answer(units, form)
        }
        session.close()
    }

    /// A type and the number of its message, of types that have one (reference, section C).
    package static func text(_ type: String, _ number: Int?) -> String {
        let isNumbered = ["CONNACK", "PUBLISH", "PUBACK", "QUERY", "QUERYACK", "QUERYCON"].contains(type)
        return "\(type) \(isNumbered ? number.map { "\($0)" } ?? "-" : "-")"
    }

    // MARK: Messages of HTTP

    private mutating func request(_ line: String, _ body: String, _ says: String) {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        let bytes = Array("\(line) HTTP/1.1\r\nHost: im.example\r\n\(length)\r\n\(body)".utf8)
        let first = send(true, bytes)
        events.append(Event(text: "client \(says)", packets: Array(first...session.packets.count)))
    }

    /// An answer with units in a list, or one alone.
    ///
    /// - Parameter form: how its body is coded, whether it comes in chunks, and what stands between units.
    private mutating func answer(_ units: [(json: String, says: String)], _ form: Int) {
        let isAlone = units.count == 1 && form & 128 != 0
        var content = Array((isAlone ? "" : "[").utf8)
        var ranges: [Range<Int>] = []
        for (place, unit) in units.enumerated() {
            if place > 0 { content += Array((form & 64 == 0 ? "," : " ,\r\n").utf8) }
            ranges.append(content.count..<content.count + unit.json.utf8.count)
            content += Array(unit.json.utf8)
        }
        if !isAlone { content += Array("]".utf8) }
        if form & 16 != 0 {
            // It may be handed to a function.
            let head = Array("cb(".utf8)
            content = head + content + Array([");", ")", ");\r\n", " ) ;// cb\n"][form >> 6].utf8)
            ranges = ranges.map { $0.lowerBound + head.count..<$0.upperBound + head.count }
        }
        let coding = form % 5
        let (body, name) =
            switch coding {
            case 2: (PlannedGzip.pack(content, 1), "gzip")
            case 3: (PlannedGzip.pack(content, 1 | 2 << 3), "gzip")
            case 4: (PlannedDeflate.zlib(content), "deflate")
            default: (content, "")
            }
        // Stored blocks hold the content as it is, before sums and length.
        let start = coding == 2 || coding == 3 ? body.count - 8 - content.count : 0
        var head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        if !name.isEmpty { head += "Content-Encoding: \(name)\r\n" }
        let (bytes, places) = Self.framed(head, body, isChunked: form & 32 != 0)
        let first = send(false, bytes)
        func packets(_ range: Range<Int>) -> [Int] {
            var all: [Int] = []
            for place in places[range.clamped(to: 0..<places.count)] {
                let packet = first + place / width
                if all.last != packet { all.append(packet) }
            }
            return all
        }
        for (unit, range) in zip(units, ranges) {
            var event = Event(text: "server \(unit.says)", packets: [])
            let needed = range.lowerBound + start..<range.upperBound + start
            // Where the bytes of a unit stand in what refers back, is not known.
            if coding != 4 { event.packets = packets(needed) }
            if coding > 1 {
                let wide =
                    coding == 4 ? 0..<places.count : needed.lowerBound - Self.margin..<needed.upperBound + Self.margin
                event.around = packets(wide)
            }
            events.append(event)
        }
    }

    /// Answers that break off, and such that are none: what they begin with is no event of its own.
    private static let broken = [
        #"[{"headerCode":48,"messageId":1},{"headerCode":48"#, #"cb([{"headerCode":48,"messageId":1}]});"#,
        #"{"headerCode":48,}"#, #"[{"headerCode":48,"messageId":1}{}]"#,
    ]

    private mutating func answer(brokenAs choice: Int) {
        let body = Array(Self.broken[choice & 3].utf8)
        let (bytes, _) = Self.framed("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n", body, isChunked: false)
        let first = send(false, bytes)
        let text = "server UNDECODED \(body.map(PlannedFields.hex).joined())"
        events.append(Event(text: text, packets: Array(first...session.packets.count)))
    }

    /// A message of HTTP, and where in it each byte of its body stands.
    static func framed(_ head: String, _ body: [UInt8], isChunked: Bool) -> (bytes: [UInt8], places: [Int]) {
        guard isChunked else {
            let bytes = Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8)
            return (bytes + body, Array(bytes.count..<bytes.count + body.count))
        }
        var bytes = Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8)
        var places: [Int] = []
        for start in stride(from: 0, to: body.count, by: 150) {
            let part = body[start..<min(body.count, start + 150)]
            bytes += Array("\(String(part.count, radix: 16))\r\n".utf8)
            places += bytes.count..<bytes.count + part.count
            bytes += part + Array("\r\n".utf8)
        }
        return (bytes + Array("0\r\n\r\n".utf8), places)
    }

    /// Sends bytes in packets of the plan's width.
    ///
    /// - Returns: the number of the first one.
    mutating func send(_ fromClient: Bool, _ bytes: [UInt8]) -> Int {
        let first = session.packets.count + 1
        for start in stride(from: 0, to: bytes.count, by: width) {
            session.send(fromClient: fromClient, Array(bytes[start..<min(bytes.count, start + width)]))
        }
        return first
    }
}
