/// Responses to YC's polls, and the messages of their elements.
///
/// The byte before the steps: whether the connection is declared as YC's, so that its responses may be anything; the
/// endpoint of that declaration; whether texts have letters only, so that trees are known. A step of a plan is six
/// bytes: whether another response begins, and its code; the element's type; the place of its order; the speaker, and
/// whether ids are numbers; the kind of chat; its class and repeat state. The values are those of the description.
package struct YCPlan: Sendable {
    /// The expected messages of each response.
    package private(set) var messages: [String] = []
    /// The expected diagnostics of each response's elements: a code and a path each.
    package internal(set) var notes: [[String]] = [[]]
    /// The lines of each response's tree; empty if the tree is not compared.
    package private(set) var trees: [[String]] = []
    /// Whether the connection is declared as YC's.
    package let isForced: Bool
    /// The connections that are declared as YC's: this one if `isForced`, otherwise others or none.
    package let place: String?
    /// Whether texts have letters and digits only.
    package let isPlain: Bool
    /// The application's handling of each element.
    package private(set) var handlings = ["chat"]
    /// The expected number of findings of each rule, in the order of ``rules``.
    package private(set) var findings = [0, 0, 0, 0, 0]
    /// The connection.
    package private(set) var session = SampleSession()
    /// The contents of chats, their kinds, and whether their speakers are documented.
    package private(set) var chats: [(content: String, kind: Int, isStated: Bool)] = []

    /// The rules about single elements and responses.
    package static let rules = [
        "yc-type-case", "yc-order-key", "yc-result-ignored", "yc-local-value", "yc-type-unknown",
    ]
    private static let types = [
        "new_chat", "DRIVER_ARRIVE", "exception_driver", "SERVICE_DONE", "NEW_CHAT", "driver_arrive", "other",
    ]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let head = reader.byte()
        isForced = head & 1 != 0
        isPlain = head & 2 == 0
        let places =
            isForced
            ? ["tcp.port==80", "10.0.0.2:80", "10.0.0.1:50001", "tcp.port==50001"]
            : [nil, "tcp.port==81", "10.0.0.1:80", "10.0.0.3:50001"]
        place = places[head >> 2 & 3]
        // A response that identifies the system.
        let first = "{\"id\":\"p\",\"type\":\"new_chat\",\"content\":{\"topic\":\"8\"}}"
        add(Response(elements: [first], says: ["new_chat order 8 p"]))
        var response = Response()
        for (number, step) in reader.steps(of: 6, atMost: 60).enumerated() {
            var step = step
            let choice = step.byte()
            if choice & 3 == 0, !response.elements.isEmpty {
                add(response)
                response = Response(code: choice & 12 == 12 ? 499 : 200)
            }
            if choice & 0xE0 == 0xE0 {
                if !response.elements.isEmpty { add(response) }
                response = Response(code: response.code)
                if isForced { addOdd(step.byte()) } else { send(Self.foreign[step.byte() % Self.foreign.count], nil) }
                continue
            }
            if isForced, choice & 0xE0 == 0xC0 {
                let bare = Self.bare[step.byte() % Self.bare.count]
                response.elements.append(bare.element)
                if let text = bare.says { response.says.append(text) }
                handlings.append(bare.handling)
                response.odd.append(bare.odd)
                continue
            }
            addElement(number, &step, to: &response)
        }
        if !response.elements.isEmpty { add(response) }
        session.close()
    }

    /// A response that is being made.
    private struct Response {
        var elements: [String] = []
        var code = 200
        /// The expected messages of its elements.
        var says: [String] = []
        /// The expected diagnostics of each element.
        var odd: [[String]] = []
    }

    /// Adds an element with the members of the description.
    private mutating func addElement(_ number: Int, _ step: inout PlanReader, to response: inout Response) {
        // A first element without an order or a known type would not identify the system (section 7).
        let type = Self.types[step.byte() % (response.elements.isEmpty ? 4 : 7)]
        let bits = step.byte()
        let order = bits & 3 == 0 ? bits | 1 : bits
        let speakerByte = step.byte()
        let speaker = 9 + speakerByte % 10
        let forms = speakerByte / 10
        let kindByte = step.byte()
        let kind = [1, 2, 3, 4, 5, 6, 7, 701][kindByte & 7]
        let text = isPlain ? PlanText.plain(order, kindByte >> 4) : PlanText.text(order, kindByte >> 4)
        var content: [String] = []
        // The last one of repeated keys counts, as in most parsers.
        if order & 17 == 17 { content.append("\"topic\":\"first\"") }
        let (topic, orderId) = (forms & 1 == 0 ? "t\(order)" : "\(7000 + order)", "\(order)")
        if order & 1 != 0 { content.append("\"topic\":" + (forms & 1 == 0 ? "\"\(topic)\"" : topic)) }
        if order & 2 != 0 { content.append("\"order_id\":" + (forms & 2 == 0 ? orderId : "\"\(orderId)\"")) }
        // Numbers may be texts (description section 7, rule c).
        content.append(order & 4 == 0 ? "\"SpeakType\":\(speaker)" : "\"SpeakType\":\"\(speaker)\"")
        content.append(order & 8 == 0 ? "\"ChatType\":\(kind)" : "\"ChatType\":\"\(kind)\"")
        content.append("\"content\":\(PlanText.json(text, escapes: isPlain ? 0 : order))")
        if order & 0x60 == 0x60 {
            content.append("\"createTime\":\(1_795_000_000_000 + order),\"token\":\"secret-\(order)\"")
        }
        let last = step.byte()
        let (kindOfMessage, state) = ([0, 0, 1, 2, 3][last % 5], ["", "0", "20", "\"20\""][last / 5 & 3])
        if kindOfMessage > 0 { content.append("\"ClassType\":\(kindOfMessage)") }
        if !state.isEmpty { content.append("\"kChatRepeatState\":\(state)") }
        handlings.append(Self.handling(type, kindOfMessage, wasHandled: state.contains("20")))
        let body = "{\(content.joined(separator: ","))}"
        // An id may repeat an earlier one, and may wrongly be a number.
        let isNumber = forms & 4 != 0
        let id = (isNumber ? "" : "e") + "\(forms & 8 == 0 ? number : number / 4)"
        let spelling = isNumber ? id : "\"\(id)\""
        response.elements.append("{\"id\":\(spelling),\"type\":\"\(type)\",\"content\":\(body)}")
        response.odd.append((isNumber ? ["wrong-type id"] : []) + Self.odd(type, order, kind, kindOfMessage))
        chats.append((body, kind, (11...16).contains(speaker)))
        judge(type, order, speaker, kind)
        let orders = (order & 1 != 0 ? topic : nil, order & 2 != 0 ? orderId : nil)
        response.says.append("\(type) \(Self.order(type, orders.0, orders.1)) \(id) \(text)")
    }

    /// Returns the order of an element; `topic` wins only in a chat (rule f).
    private static func order(_ type: String, _ topic: String?, _ id: String?) -> String {
        let found = type == "new_chat" ? topic ?? id : id ?? topic
        return found.map { "order \($0)" } ?? "- -"
    }

    /// Returns the handling by an element's class, or by its type if it has no class; a chat that was already handled
    /// is skipped (section 4).
    private static func handling(_ type: String, _ kind: Int, wasHandled: Bool) -> String {
        let isChat = kind == 2 || kind == 0 && type == "new_chat"
        if isChat { return wasHandled ? "passedOver" : "chat" }
        if kind == 3 { return "account" }
        return kind == 1 || types.prefix(4).contains(type) ? "order" : "unknown"
    }

    /// Returns the diagnostics of an element: a wrong place of its order, unknown values, a chat with the type of an
    /// order event.
    private static func odd(_ type: String, _ order: Int, _ kind: Int, _ kindOfMessage: Int) -> [String] {
        let isKnown = types.prefix(4).contains(type)
        var odd = order & 17 == 17 ? ["duplicate-key content.topic"] : []
        if type == "new_chat", order & 1 == 0 { odd.append("missing-field content.topic") }
        if isKnown, type != "new_chat", order & 2 == 0 { odd.append("missing-field content.order_id") }
        if !isKnown { odd.append("type-unknown type") }
        if isKnown, type != "new_chat", kindOfMessage == 2 { odd.append("class-contradicts content.ClassType") }
        if kind == 7 { odd.append("type-unknown content.ChatType") }
        return odd
    }

    private mutating func judge(_ type: String, _ order: Int, _ speaker: Int, _ kind: Int) {
        let isKnown = Self.types.prefix(4).contains(type)
        if !isKnown { findings[type == "other" ? 4 : 0] += 1 }
        if isKnown, type == "new_chat" ? order & 3 == 2 : order & 3 == 1 { findings[1] += 1 }
        if speaker == 14 || speaker == 16 { findings[3] += 1 }
        if kind == 701 { findings[3] += 1 }
        if kind == 7 { findings[4] += 1 }
    }

    private mutating func add(_ response: Response) {
        let (code, odd) = (response.code, response.odd)
        if !odd.isEmpty {
            // With several elements, the path begins with the element's index.
            notes.append(
                odd.enumerated().flatMap { place, notes in
                    notes.map { note in
                        let words = note.split(separator: " ").map(String.init)
                        let path = odd.count == 1 ? words.dropFirst() : ["result[\(place)]"] + words.dropFirst()
                        return ([words[0], path.joined(separator: ".")]).filter { !$0.isEmpty }.joined(separator: " ")
                    }
                }
            )
        }
        if code != 200, !response.elements.isEmpty { findings[2] += 1 }
        let body = "{\"ret_code\":\(code),\"result\":[\(response.elements.joined(separator: ","))]}"
        send(body, ([code == 200 ? "ok" : "\(code)"] + response.says).joined(separator: "; "))
    }

    mutating func send(_ body: String, _ says: String?, isRead: Bool = true) {
        session.send(fromClient: true, Array("GET /poll HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        session.send(fromClient: false, Array((head + body).utf8))
        guard let says else { return }
        messages.append(says)
        trees.append(isPlain && isRead ? Self.tree(body) : [])
    }

    /// Returns the lines of a response's tree: the meaning of code 200, no secret, and the time of a number that is
    /// one.
    private static func tree(_ body: String) -> [String] {
        var fields = PlannedFields()
        shown(PlannedJSON(reading: body), depth: 0).append("reply", to: &fields)
        return fields.lines
    }

    private static func shown(_ value: PlannedJSON, depth: Int) -> PlannedJSON {
        switch value {
        case .list(let elements): return .list(elements.map { shown($0, depth: depth + 1) })
        case .object(let members):
            return .object(
                members.map { name, value in
                    switch (name, value) {
                    case ("ret_code", .number("200")) where depth == 0: (name, .told("200", as: "200 ok"))
                    case ("token", .word(let text)): (name, .hidden(text))
                    default: (name, shown(value, depth: depth + 1))
                    }
                }
            )
        default: return value
        }
    }
}
