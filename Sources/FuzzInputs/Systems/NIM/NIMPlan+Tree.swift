// The expected trees and bodies of packets, from the tables of commands and tags.
extension NIMPlan {
    /// The lines of each event's tree; none for an event that is not a packet.
    package var trees: [[String]] { texts.map { Self.show($0).tree } }
    /// The named values of each event, with secrets shortened; `nil` if there are none.
    package var bodies: [String?] { texts.map { Self.show($0).body } }

    /// The expected output for a packet, which this module's own reader parses.
    private struct Shown {
        /// The lines of its tree.
        var tree: [String] = []
        /// Its named values, with secrets shortened; `nil` if there are none.
        var body: String?
    }

    /// The name of a command, and its values: their names, their entities, whether they are secret.
    private struct Shape {
        let name: String
        let values: [(name: String, entity: String?, isSecret: Bool, type: String)]

        init(_ name: String, _ values: String) {
            self.name = name
            self.values = values.split(separator: " ").map { value in
                let parts = value.split(separator: ":").map(String.init)
                let plain = parts[0].filter { $0 != "!" }
                let entity = parts.count > 1 ? parts[1] : nil
                return (plain, entity, parts[0].hasSuffix("!"), entity == nil ? "byte" : "Property")
            }
        }
    }

    /// Commands from the reference's tables: of an account, then of a chat room; `!` marks a secret.
    private static let shapes: [String: Shape] = [
        "request 1 2": Shape("heartbeat", ""), "response 1 2": Shape("heartbeat", ""),
        "request 2 3": Shape("login", "login:login"),
        "response 2 3": Shape("login", "loginRes:loginRes loginPorts:loginPort aosPushInfo"),
        "response 2 5": Shape("kicked", "from reason custom customClientType"),
        "request 3 1": Shape("updatePushToken", "tokenName token! pushkit"),
        "request 6 1": Shape("getSimpleNosToken", "num"),
        "response 6 1": Shape("getSimpleNosToken", "nosTokens:nosToken"),
        "request 6 23": Shape("getServerTime", ""),
        "request 7 1": Shape("sendMsg", "msg:msg"), "response 7 1": Shape("sendMsg", "msg:msg"),
        "response 7 2": Shape("msg", "msg:msg"), "response 7 3": Shape("sysMsg", "sysMsg:sysMsg"),
        "response 8 3": Shape("teamMsg", "msg:msg"), "response 21 3": Shape("superTeamMsg", "msg:msg"),
        "response 4 4": Shape("syncOfflineMsgs", "msgs:msg"), "response 4 9": Shape("syncRoamingMsgs", "msgs:msg"),
        "response 8 4": Shape("teamMsgs", "msgs:msg"),
        "response 7 17": Shape("broadcastMsg", "broadcastMsg:broadcastMsg"),
        "request 7 6": Shape("getHistoryMsgs", ""),
        "request 13 2": Shape("login", "type login:roomLogin imLogin:login"),
        "response 13 2": Shape("login", "chatroom:chatroom chatroomMember:chatroomMember chatroomCdnInfo"),
        "request 13 6": Shape("sendMsg", "msg:roomMsg"), "response 13 6": Shape("sendMsg", "msg:roomMsg"),
        "response 13 3": Shape("kicked", "reason custom"),
        "response 13 7": Shape("msg", "msg:roomMsg"), "response 13 9": Shape("getHistoryMsgs", "msgs:roomMsg"),
        "request 13 9": Shape("getHistoryMsgs", ""),
    ]
    /// Tags from the same tables; `!` marks a secret.
    private static let tags: [String: [String: String]] = [
        "login": [
            "3": "clientType", "6": "sdkVersion", "8": "appLogin", "11": "pushToken!", "18": "appKey", "19": "account",
            "24": "browser",
            "1000": "token!",
        ],
        "loginRes": ["102": "connectionId"],
        "msg": [
            "0": "scene", "1": "to", "2": "from", "7": "time", "8": "type", "9": "body", "10": "attach",
            "11": "idClient", "12": "idServer", "13": "resend", "15": "custom",
        ],
        "sysMsg": ["1": "type", "2": "to", "3": "from", "5": "attach"],
        "broadcastMsg": ["1": "broadcastId", "2": "fromAccid", "4": "timestamp", "5": "body"],
        "nosToken": ["1": "objectName", "2": "token!", "3": "bucket", "4": "expireTime"],
        "roomLogin": ["1": "appKey", "2": "account", "5": "chatroomId", "8": "appLogin"],
        "roomMsg": [
            "1": "idClient", "2": "type", "3": "attach", "4": "custom", "5": "resend", "13": "body", "20": "time",
            "21": "from",
            "22": "chatroomId",
        ],
        "chatroom": ["1": "id"], "chatroomMember": ["1": "chatroomId"],
    ]
    private static let types = [
        "disconnect", "connect", "heartbeat", "message", "json", "event", "ack", "error", "noop",
    ]
    /// The codes of planned answers, and their meanings.
    static let codes = [
        200: "ok", 302: "account or token is wrong", 414: "a parameter is wrong", 500: "internal error of the server",
        408: "the time is over", 999: "the packet could not be written", 12_345: "not in the table",
    ]

    /// Returns the output for a packet: a digit, colons, and optional data.
    private static func show(_ packet: String) -> Shown {
        var fields = PlannedFields()
        var shown = Shown()
        guard let digit = packet.first.flatMap({ Int(String($0)) }) else { return shown }
        fields.add("type", Array(packet.utf8.prefix(1)), "\(digit) \(types[digit])")
        // An id and an endpoint may be between the colons; the data may contain colons.
        let parts = packet.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        for (name, part) in zip(["id", "endpoint"], parts.dropFirst()) {
            fields.skip([UInt8(ascii: ":")])
            if !part.isEmpty { fields.add(name, Array(part.utf8), bytes(part)) }
        }
        let data = parts.count == 4 ? parts[3] : ""
        if parts.count == 4 { fields.skip([UInt8(ascii: ":")]) }
        if data.hasPrefix("{") {
            // Only a message is a packet of NIM.
            (digit == 3 ? name(data, &shown) : PlannedJSON(reading: data)).append("data", to: &fields)
        } else if !data.isEmpty {
            fields.add("data", Array(data.utf8), bytes(data))
        }
        shown.tree = fields.lines
        return shown
    }

    private static func bytes(_ text: String) -> String { "\(text.utf8.count) byte\(text.utf8.count == 1 ? "" : "s")" }

    /// Returns a packet's data with titles for its tree, and sets the named values of its body.
    private static func name(_ data: String, _ shown: inout Shown) -> PlannedJSON {
        guard case .object(var members) = PlannedJSON(reading: data) else { return .word(data) }
        func number(_ name: String, in members: [(String, PlannedJSON)]) -> String? {
            members.first { $0.0 == name }?.1.spelling
        }
        let isRequest = members.contains { $0.0 == "SID" }
        let names = isRequest ? ("SID", "CID", "Q") : ("sid", "cid", "r")
        guard var sid = number(names.0, in: members), var cid = number(names.1, in: members) else { return .word(data) }
        let list = members.firstIndex { $0.0 == names.2 }
        // A push may contain another packet.
        let isWrapped = !isRequest && sid == "4" && ["1", "2", "10", "11"].contains(cid)
        var wrapped: [(String, PlannedJSON)] = []
        if isWrapped, let list, case .list(let parts) = members[list].1, parts.count == 2,
            case .object(let inner) = parts[1], case .object(let head) = inner[0].1
        {
            wrapped = inner
            (sid, cid) = (number("sid", in: head) ?? "", number("cid", in: head) ?? "")
        }
        let shape = shapes["\(isRequest ? "request" : "response") \(sid) \(cid)"]
        for place in members.indices {
            switch members[place] {
            case ("CID", .number(let text)), ("cid", .number(let text)):
                if let shape { members[place].1 = .told(text, as: "\(text) \(shape.name)") }
            case ("code", .number(let text)):
                let meaning = Int(text).flatMap { codes[$0] } ?? "not in the table"
                members[place].1 = .told(text, as: "\(text) \(meaning)")
            default: break
            }
        }
        guard let list, case .list(let values) = members[list].1 else {
            if isRequest { shown.body = "{}" }
            return .object(members)
        }
        if isWrapped, case .list(let inner) = wrapped[1].1 {
            wrapped[1].1 = .list(titled(inner, shape, isRequest, &shown))
            members[list].1 = .list([values[0], .object(wrapped)])
        } else {
            members[list].1 = .list(titled(values, shape, isRequest, &shown))
        }
        return .object(members)
    }

    /// Returns the values of a packet with their titles.
    private static func titled(
        _ values: [PlannedJSON],
        _ shape: Shape?,
        _ isRequest: Bool,
        _ shown: inout Shown
    ) -> [PlannedJSON] {
        // In the bytes all values have the same key, so a secret hides them all.
        let hidesAll = isRequest && shape?.values.contains { $0.isSecret } == true
        var named: [String] = []
        var rest = shape?.values[...] ?? []
        // If arguments are left out, each value is the next argument of the same type.
        let isShort = isRequest && values.count < rest.count
        let titled = values.enumerated().map { place, value in
            if isShort, let type = value.member("t")?.spelling { rest = rest.drop { "\"\($0.type)\"" != type } }
            let known = rest.popFirst()
            let plain = isRequest ? value.member("v") ?? value : value
            let name = known?.name ?? "[\(place)]"
            let isSecret = known?.isSecret == true
            named.append(
                "\(PlanText.json(name)):" + (isSecret ? plain.shortened : plain.named(tags[known?.entity ?? ""]))
            )
            let inner = plain.tagged(tags[known?.entity ?? ""], isHidden: hidesAll)
            let whole = isRequest ? value.replacing("v", inner) : inner
            return known == nil ? whole : .titled("[\(place)] \(name)", whole)
        }
        shown.body = "{\(named.joined(separator: ","))}"
        return titled
    }
}

extension PlannedJSON {
    fileprivate func member(_ name: String) -> PlannedJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }

    fileprivate func replacing(_ name: String, _ value: PlannedJSON) -> PlannedJSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.0 == name ? (name, value) : $0 })
    }

    /// The first four characters of a text.
    fileprivate var shortened: String {
        guard case .word(let text) = self, text.hasPrefix("\"") else { return "\"…\"" }
        let inner = text.dropFirst().dropLast()
        return "\"\(inner.count > 4 ? String(inner.prefix(4)) : "")…\""
    }

    /// Returns the value with the names of its tags as titles; in a list, those of each element.
    fileprivate func tagged(_ tags: [String: String]?, isHidden: Bool) -> PlannedJSON {
        switch self {
        case .list(let elements): return .list(elements.map { $0.tagged(tags, isHidden: isHidden) })
        case .object(let members):
            return .object(
                members.map { key, value in
                    guard let tag = tags?[key] else { return (key, value) }
                    let name = tag.filter { $0 != "!" }
                    guard !tag.hasSuffix("!") else { return (key, .titled("\(key) \(name)", .hidden(value.spelling))) }
                    // A time may be a text of digits.
                    let digits = value.spelling.filter { $0 != "\"" }
                    let moment = PlannedFields.moment(name, digits)
                    return (
                        key, .titled("\(key) \(name)", moment == digits ? value : .told(value.spelling, as: moment))
                    )
                }
            )
        default: return isHidden ? .hidden(spelling) : self
        }
    }

    /// Returns the value with names instead of tags, and with secrets shortened.
    fileprivate func named(_ tags: [String: String]?) -> String {
        switch self {
        case .list(let elements): return "[\(elements.map { $0.named(tags) }.joined(separator: ","))]"
        case .object(let members):
            let named = members.map { key, value in
                let tag = tags?[key] ?? key
                let name = PlanText.json(tag.filter { $0 != "!" })
                return "\(name):" + (tag.hasSuffix("!") ? value.shortened : value.spelling)
            }
            return "{\(named.joined(separator: ","))}"
        default: return spelling
        }
    }
}
