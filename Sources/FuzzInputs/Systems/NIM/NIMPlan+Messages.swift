// Messages of client and server, and their expected texts.
extension NIMPlan {
    mutating func message(_ content: Int, _ length: Int) {
        guard !isRoom else {
            let (tags, says) = roomContent(content, length)
            let (id, again) = own("5", content, length)
            let values = #"{"1":"\#(id)",\#(again)\#(Self.extension("4", content, length))\#(tags)}"#
            return request(
                13,
                6,
                "sendMsg",
                #"[{"t":"Property","v":\#(values)}]"#,
                "\(says) chatroom - ann \(id) -"
            )
        }
        let (tags, says) = self.content(content, length)
        let scene = [(0, "p2p"), (1, "team"), (5, "superTeam")][content % 3]
        let more = Self.extension("15", content, length)
        let (id, again) = own("13", content, length)
        // A message may name its sender, who need not be the account that logged in.
        let hasSender = length & 0xC0 == 0xC0
        let sender = hasSender ? #""2":"eve","# : ""
        let place = #""0":\#(scene.0),"1":"to\#(length & 3)",\#(sender)"#
        let values = #"{\#(place)\#(again)\#(more)\#(tags),"11":"\#(id)"}"#
        let from = hasSender ? "eve" : isKnown ? "ann" : "-"
        let message = "\(says) \(scene.1) to\(length & 3) \(from) \(id) -"
        request(7, 1, "sendMsg", #"[{"t":"Property","v":\#(values)}]"#, message)
    }

    /// Returns the id of a message from the client, and the tag that marks it as a repetition; without that mark the id
    /// must be new.
    private mutating func own(_ tag: String, _ content: Int, _ length: Int) -> (id: String, tag: String) {
        let id = content & 12 == 12 ? "k" : "k\(events.count)"
        let flag = ["", "", "0", "1", #""1""#, #""0""#][(length >> 2) % 6]
        if !flag.contains("1"), !ids[0].insert(id).inserted { findings[5] += 1 }
        return (id, flag.isEmpty ? "" : #""\#(tag)":\#(flag),"#)
    }

    /// Sends a pushed message, or two whose frames share a packet.
    mutating func push(_ content: Int, _ length: Int, isTwice: Bool) {
        let first = pushPacket(content, length, events.count)
        guard isTwice else { return send(false, first.packet, first.head, "", first.says) }
        let second = pushPacket(content ^ 1, length ^ 1, events.count + 1)
        for push in [first, second] { add(false, push.packet, push.head, "", push.says) }
        // Over HTTP both frames are in one body.
        if isPolling { return exchange(false, Self.framed(first.packet) + Self.framed(second.packet)) }
        packets += session.messages(fromClient: false, [first, second].map { Array($0.packet.utf8) }, first: 0x81)
    }

    /// The pushes of a message: between two accounts, in a team, in a super team.
    private static let pushes = [(7, 2), (8, 3), (21, 3)]
    /// Pushes that contain another push (reference section 9.4).
    private static let envelopes = [1, 2, 10, 11]

    private mutating func pushPacket(
        _ content: Int,
        _ length: Int,
        _ number: Int
    ) -> (packet: String, head: String, says: String) {
        guard !isRoom else {
            let (values, says) = pushed(content, length, number, 0)
            return (#"3:::{"sid":13,"cid":7,"ser":0,"code":200,"r":[\#(values)]}"#, "message 13 7 0", says)
        }
        let (sid, cid) = Self.pushes[number % 3]
        // An id that was used before, or a new one.
        let id = length & 12 == 12 ? "s" : "s\(number)"
        if !ids[1].insert(id).inserted { findings[5] += 1 }
        // Pushes without an envelope, then pushes with one.
        guard content & 0x80 != 0 else {
            let (values, says) = received(content, length, number, id)
            return (
                #"3:::{"sid":\#(sid),"cid":\#(cid),"ser":0,"code":200,"r":[\#(values)]}"#, "message \(sid) \(cid) 0",
                says
            )
        }
        let outer = Self.envelopes[length & 3]
        // An envelope begins with the server's id, which a message without an id inherits.
        let isOutside = content & 0x10 != 0
        let (values, says) = received(content, length, number, id, hasId: !isOutside)
        let inner = #"{"headerPacket":{"sid":\#(sid),"cid":\#(cid)},"body":[\#(values)]}"#
        let first = isOutside ? "\"\(id)\"" : number & 1 == 0 ? "\"77\"" : "77"
        let packet = #"3:::{"sid":4,"cid":\#(outer),"ser":0,"code":200,"r":[\#(first),\#(inner)]}"#
        return (packet, "message 4 \(outer) 0", says)
    }

    /// Returns a message for an account.
    ///
    /// - Parameter hasId: whether the message contains the server's id.
    private func received(
        _ content: Int,
        _ length: Int,
        _ number: Int,
        _ id: String,
        hasId: Bool = true
    ) -> (values: String, says: String) {
        let (tags, says) = self.content(content, length)
        let time = Int64(length - 128) * 86_400_000 * 200 + Int64(content)
        // Without a sender in the message, the sender is unknown; it is not the receiver.
        let hasSender = content & 0x60 != 0x60
        // The sender's own id may be present, too, before or after the server's.
        let own = #""11":"k\#(number)""#
        let given = hasId ? [#""12":"\#(id)""#] : []
        let ids = [[own] + given, given + [own], given][content % 3].map { ",\($0)" }.joined()
        let more = Self.extension("15", content, length)
        let sender = hasSender ? #""2":"bob","# : ""
        // Numbers may be texts.
        let (moment, scene) = (length & 1 == 0 ? "\"\(time)\"" : "\(time)", length & 2 == 0 ? "\"0\"" : "0")
        let values = #"{"0":\#(scene),"1":"ann",\#(more)\#(sender)"7":\#(moment),\#(tags)\#(ids)}"#
        return (values, "\(says) p2p ann \(hasSender ? "bob" : "-") \(id) \(PlanMoment.text(time, digits: 3))")
    }

    /// Returns a message in a chat room.
    private func pushed(
        _ content: Int,
        _ length: Int,
        _ number: Int,
        _ place: Int
    ) -> (values: String, says: String) {
        let (tags, says) = roomContent(content, length)
        let time = Int64(length - 128) * 86_400_000 * 200 + Int64(content)
        let id = "s\(number)-\(place)"
        let more = Self.extension("4", content, length)
        let hasSender = content & 0x60 != 0x60
        let sender = hasSender ? #""21":"bob","# : ""
        let values = #"{"1":"\#(id)",\#(tags),\#(more)"20":"\#(time)",\#(sender)"22":"r1"}"#
        return (values, "\(says) chatroom r1 \(hasSender ? "bob" : "-") \(id) \(PlanMoment.text(time, digits: 3))")
    }

    /// Sends several messages of the past without a request; some repeat pushed ones.
    mutating func history(_ content: Int, _ length: Int) {
        let messages = (0..<1 + content % 3).map { place in
            let (content, length) = ((content &+ place) & 255, (length &+ place * 7) & 255)
            guard !isRoom else { return pushed(content, length, events.count, place) }
            return received(content, length, events.count, content & 4 == 0 ? "s" : "s\(events.count)-\(place)")
        }
        let list = messages.map(\.values).joined(separator: ",")
        let (sid, cid) = isRoom ? (13, 9) : [(4, 4), (4, 9), (8, 4)][length % 3]
        let packet = #"3:::{"sid":\#(sid),"cid":\#(cid),"ser":0,"code":200,"r":[[\#(list)]]}"#
        send(false, packet, "message \(sid) \(cid) 0", "", messages.map(\.says).joined(separator: "; "))
    }

    /// Sends a system message of the application, or a broadcast, whose tags differ from those of all other messages.
    mutating func system(_ content: Int, _ length: Int) {
        let text = text(content, length)
        if content & 0x40 != 0 {
            let time = 1_795_000_000_000 + length
            let body = PlanText.json(text, escapes: isPlain ? 0 : content)
            let values = #"{"1":"b\#(length)","2":"bob","4":"\#(time)","5":\#(body)}"#
            let packet = #"3:::{"sid":7,"cid":17,"ser":0,"code":200,"r":[\#(values)]}"#
            let moment = PlanMoment.text(Int64(time), digits: 3)
            return send(false, packet, "message 7 17 0", "", "text \(text) - - bob b\(length) \(moment)")
        }
        let attach = PlanText.json(#"{"id":2,"content":\#(PlanText.json(text, escapes: isPlain ? 0 : content))}"#)
        let values = #"{"1":"100","2":"ann","3":"bob","5":\#(attach)}"#
        let packet = #"3:::{"sid":7,"cid":3,"ser":0,"code":200,"r":[\#(values)]}"#
        send(false, packet, "message 7 3 0", "", "sys/2 \(text) p2p ann bob - -")
    }

    /// Returns an application's extension of a message, mostly none.
    ///
    /// It makes the packet so long that it is read in another way.
    private static func `extension`(_ tag: String, _ content: Int, _ length: Int) -> String {
        guard content & 31 == 17 else { return "" }
        return #""\#(tag)":"\#(String(repeating: "x", count: 64 << 10 - 384 + length * 2))","#
    }

    /// Returns a text of any characters, or of letters and digits only.
    private func text(_ content: Int, _ length: Int) -> String {
        isPlain ? PlanText.plain(content, length & 15) : PlanText.text(content, length & 15)
    }

    /// Returns the tags of a message's content, and its expected text.
    private func content(_ content: Int, _ length: Int) -> (tags: String, says: String) {
        let text = text(content, length)
        let json = PlanText.json(text, escapes: isPlain ? 0 : length)
        switch content & 3 {
        case 0:
            let custom = PlanText.json(#"{"type":1,"data":{"value":2,"s":\#(json)}}"#)
            return (#""8":100,"10":\#(custom)"#, "100/1 \(text)")
        case 1: return (#""8":4,"10":\#(PlanText.json(#"{"lat":1,"lng":2,"title":\#(json)}"#))"#, "4 \(text)")
        case 3: return rareContent(length >> 5, text, json, ("8", "10", "9"))
        default: return (#""8":0,"9":\#(json)"#, "text \(text)")
        }
    }

    /// Returns the same for a chat room, where a text is in the attachment or in the body.
    private func roomContent(_ content: Int, _ length: Int) -> (tags: String, says: String) {
        let text = text(content, length)
        let json = PlanText.json(text, escapes: isPlain ? 0 : length)
        switch content & 7 {
        case 0:
            let custom = PlanText.json(#"{"type":1,"data":{"value":2,"s":\#(json)}}"#)
            return (#""2":100,"3":\#(custom)"#, "100/1 \(text)")
        case 1: return (#""2":4,"3":\#(PlanText.json(#"{"lat":1,"lng":2,"title":\#(json)}"#))"#, "4 \(text)")
        case 2: return (#""2":0,"13":\#(json)"#, "text \(text)")
        case 3: return (#""2":"10","3":\#(json),"13":"other""#, "text \(text)")
        case 4: return rareContent(length >> 5, text, json, ("2", "3", "13"))
        default: return (#""2":0,"3":\#(json)"#, "text \(text)")
        }
    }

    /// Returns rare contents: tips, missing or unknown types, missing or invalid attachments.
    ///
    /// - Parameter tags: the tags of type, attachment and body.
    private func rareContent(
        _ choice: Int,
        _ text: String,
        _ json: String,
        _ tags: (type: String, attachment: String, body: String)
    ) -> (tags: String, says: String) {
        let body = #""\#(tags.body)":\#(json)"#
        func attachment(_ type: Int, _ text: String) -> String {
            #""\#(tags.type)":\#(type),"\#(tags.attachment)":\#(PlanText.json(text))"#
        }
        switch choice & 7 {
        // A tip in a room has its text in the attachment, even if that is JSON.
        case 0 where isRoom:
            let tip = #"{"title":\#(json)}"#
            return (attachment(10, tip), "text \(tip)")
        // For an account the body is the text, whatever the attachment is.
        case 0, 1:
            guard !isRoom else { return (attachment(4, "<\(text)"), "text <\(text)") }
            return (attachment(choice & 7 == 0 ? 10 : 0, #"{"title":"other"}"#) + ",\(body)", "text \(text)")
        case 2: return (attachment(4, "<\(text)"), "text <\(text)")
        case 3: return (attachment(77, #"{"title":\#(json)}"#), "? \(text)")
        // An application's attachment need not have the demo's members.
        case 4: return (attachment(100, #"{"type":1,"data":7,"title":\#(json)}"#), "100 \(text)")
        case 5:
            let number = isRoom ? 301 : 101
            return (attachment(5, #"{"id":\#(number),"title":\#(json)}"#), "\(isRoom ? "chatroom/" : "")5 \(text)")
        case 6: return (body, "text \(text)")
        default: return (#""\#(tags.type)":1,\#(body)"#, "text \(text)")
        }
    }
}
