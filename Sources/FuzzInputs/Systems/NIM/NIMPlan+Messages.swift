// Messages of either end, and what they say.
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
        // Who sends it may stand there, and need not be who has logged in.
        let hasSender = length & 0xC0 == 0xC0
        let sender = hasSender ? #""2":"eve","# : ""
        let place = #""0":\#(scene.0),"1":"to\#(length & 3)",\#(sender)"#
        let values = #"{\#(place)\#(again)\#(more)\#(tags),"11":"\#(id)"}"#
        let from = hasSender ? "eve" : isKnown ? "ann" : "-"
        let message = "\(says) \(scene.1) to\(length & 3) \(from) \(id) -"
        request(7, 1, "sendMsg", #"[{"t":"Property","v":\#(values)}]"#, message)
    }

    /// The id of a message that the client sends, and the tag that says whether it is sent again; one that does not say so must be
    /// another one.
    private mutating func own(_ tag: String, _ content: Int, _ length: Int) -> (id: String, tag: String) {
        let id = content & 12 == 12 ? "k" : "k\(events.count)"
        let flag = ["", "", "0", "1", #""1""#, #""0""#][(length >> 2) % 6]
        if !flag.contains("1"), !ids[0].insert(id).inserted { findings[5] += 1 }
        return (id, flag.isEmpty ? "" : #""\#(tag)":\#(flag),"#)
    }

    /// A message from others, or two whose frames share a packet.
    mutating func push(_ content: Int, _ length: Int, isTwice: Bool) {
        let first = pushPacket(content, length, events.count)
        guard isTwice else { return send(false, first.packet, first.head, "", first.says) }
        let second = pushPacket(content ^ 1, length ^ 1, events.count + 1)
        for push in [first, second] { add(false, push.packet, push.head, "", push.says) }
        // Over HTTP both stand in one body.
        if isPolling { return exchange(false, Self.framed(first.packet) + Self.framed(second.packet)) }
        packets += session.messages(fromClient: false, [first, second].map { Array($0.packet.utf8) }, first: 0x81)
    }

    private mutating func pushPacket(
        _ content: Int,
        _ length: Int,
        _ number: Int
    ) -> (packet: String, head: String, says: String) {
        guard !isRoom else {
            let (values, says) = pushed(content, length, number, 0)
            return (#"3:::{"sid":13,"cid":7,"ser":0,"code":200,"r":[\#(values)]}"#, "message 13 7 0", says)
        }
        let (tags, says) = self.content(content, length)
        let time = Int64(length - 128) * 86_400_000 * 200 + Int64(content)
        let text = PlanMoment.text(time, digits: 3)
        // One that came before, or another one.
        let id = length & 12 == 12 ? "s" : "s\(number)"
        if !ids[1].insert(id).inserted { findings[5] += 1 }
        // Of a message without its sender nobody knows who wrote it; whoever receives it has not.
        let hasSender = content & 0x60 != 0x60
        // The id that its sender gave it may stand there too, before the server's or behind it.
        let own = #""11":"k\#(number)","#
        let ids =
            [own, "", ""][content % 3] + #""12":"\#(id)""# + (content % 3 == 1 ? "," + own.dropLast() : "")
        let more = Self.extension("15", content, length)
        let sender = hasSender ? #""2":"bob","# : ""
        let values = #"{"0":"0","1":"ann",\#(more)\#(sender)"7":"\#(time)",\#(tags),\#(ids)}"#
        let message = "\(says) p2p ann \(hasSender ? "bob" : "-") \(id) \(text)"
        // Pushes with and without an envelope of their own (reference section 9.4).
        if content & 0x80 == 0 {
            return (#"3:::{"sid":7,"cid":2,"ser":0,"code":200,"r":[\#(values)]}"#, "message 7 2 0", message)
        } else {
            let inner = #"{"headerPacket":{"sid":7,"cid":2},"body":[\#(values)]}"#
            let packet = #"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["77",\#(inner)]}"#
            return (packet, "message 4 1 0", message)
        }
    }

    /// A message that comes in a chat room.
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

    /// Messages of the past: an answer that nothing asked for, with several of them.
    mutating func history(_ content: Int, _ length: Int) {
        let messages = (0..<1 + content % 3).map { place in
            pushed((content &+ place) & 255, (length &+ place * 7) & 255, events.count, place)
        }
        let list = messages.map(\.values).joined(separator: ",")
        let packet = #"3:::{"sid":13,"cid":9,"ser":0,"code":200,"r":[[\#(list)]]}"#
        send(false, packet, "message 13 9 0", "", messages.map(\.says).joined(separator: "; "))
    }

    /// A system message of the application, or a message to all its users, which has names of its own for all parts.
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

    /// What an application adds to a message, seldom: so long that packets get as long as those that are read otherwise.
    private static func `extension`(_ tag: String, _ content: Int, _ length: Int) -> String {
        guard content & 31 == 17 else { return "" }
        return #""\#(tag)":"\#(String(repeating: "x", count: 64 << 10 - 384 + length * 2))","#
    }

    /// A text of any characters, or of letters and digits only.
    private func text(_ content: Int, _ length: Int) -> String {
        isPlain ? PlanText.plain(content, length & 15) : PlanText.text(content, length & 15)
    }

    /// The tags of a message's content, and what it says.
    private func content(_ content: Int, _ length: Int) -> (tags: String, says: String) {
        let text = text(content, length)
        let json = PlanText.json(text, escapes: isPlain ? 0 : length)
        switch content & 3 {
        case 0:
            let custom = PlanText.json(#"{"type":1,"data":{"value":2,"s":\#(json)}}"#)
            return (#""8":100,"10":\#(custom)"#, "100/1 \(text)")
        case 1: return (#""8":4,"10":\#(PlanText.json(#"{"lat":1,"lng":2,"title":\#(json)}"#))"#, "4 \(text)")
        default: return (#""8":0,"9":\#(json)"#, "text \(text)")
        }
    }

    /// The same in a chat room, where a text stands in the attachment or in the body.
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
        default: return (#""2":0,"3":\#(json)"#, "text \(text)")
        }
    }
}
