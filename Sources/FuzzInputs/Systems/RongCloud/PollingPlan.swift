/// A session of RongCloud over long polling (reference, section A.2): polls, requests that send, and answers with
/// several units; and the expected events with their packets.
///
/// The byte of a plan before the steps has the segmentation of HTTP messages and the beginning of the session: with
/// navigation, which may name more than CONNECT does, with CONNECT, or with a later poll. A step is five bytes: the
/// request; a message id; its header in any spelling; the number and the kind of units in the answer; their form.
package struct PollingPlan: Sendable {
    /// An event's expected text and packets.
    package struct Event: Sendable {
        package var text: String
        /// The packets with a part of the event.
        package var packets: [Int]
        /// The packets that may be named, too: a compressed unit also needs the bytes around it.
        package var around: [Int] = []
    }

    /// The events in order.
    package internal(set) var events: [Event] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []
    /// The expected facts of the connection's row in `flows`.
    package private(set) var who = ""
    /// The end of the text line of the navigation that comes first.
    package private(set) var navigation: String?
    let width: Int

    /// Headers of the client's requests, as signed or unsigned bytes, and their types; and values that are not bytes.
    private static let headers: [(text: String, type: String?)] = [
        ("50", "PUBLISH"), ("82", "QUERY"), ("112", "QUERYCON"), ("64", "PUBACK"), ("192", "PINGREQ"),
        ("-64", "PINGREQ"), ("224", "DISCONNECT"), ("-32", "DISCONNECT"), ("-1", "RESERVED"), ("255", "RESERVED"),
        ("-128", "SUBSCRIBE"), ("128", "SUBSCRIBE"), ("256", nil), ("-129", nil), ("x", nil),
    ]
    /// The codes of units in answers, which are signed bytes.
    private static let codes = [
        (48, "PUBLISH"), (50, "PUBLISH"), (64, "PUBACK"), (96, "QUERYACK"), (98, "QUERYACK"), (-48, "PINGRESP"),
    ]
    /// The number of bytes of a compressed body on either side of a unit that may be counted as its own.
    private static let margin = 1200

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        width = [1 << 12, 60, 200, 31, 100, 500][options % 6]
        let beginning = options / 6 % 4
        if beginning > 0 { navigation = navigate(options / 24) }
        // If CONNECT does not name the SDK's version, navigation has.
        let version = beginning == 2 ? "" : "&sdkVer=2.5.3"
        if beginning == 3 {
            // The capture begins with a later request of the session.
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
                // A number that is too large is shown unchanged.
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
                // Digits without early repetitions, so that compression has an effect.
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

    /// Returns a type, with its message number if the type has one (reference, section C).
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

    /// Sends an answer with units in a list, or with a single unit alone.
    ///
    /// - Parameter form: the coding of its body, whether it is chunked, and the separators of units.
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
            // The answer may be a callback's argument.
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
        // A stored block contains the content unchanged, before the checksum and the length.
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
            // With back references the place of a unit's bytes is unknown.
            if coding != 4 { event.packets = packets(needed) }
            if coding > 1 {
                let wide =
                    coding == 4 ? 0..<places.count : needed.lowerBound - Self.margin..<needed.upperBound + Self.margin
                event.around = packets(wide)
            }
            events.append(event)
        }
    }

    /// Answers that are cut off or invalid: units at their beginning have no events.
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

    /// Returns an HTTP message, and the offset of each byte of its body in the message.
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
    /// - Returns: the number of the first packet.
    mutating func send(_ fromClient: Bool, _ bytes: [UInt8]) -> Int {
        let first = session.packets.count + 1
        for start in stride(from: 0, to: bytes.count, by: width) {
            session.send(fromClient: fromClient, Array(bytes[start..<min(bytes.count, start + width)]))
        }
        return first
    }
}
