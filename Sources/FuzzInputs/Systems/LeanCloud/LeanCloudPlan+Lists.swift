// Commands with several messages, and commands that mark conversations as read.
extension LeanCloudPlan {
    /// Returns times around now, and times soon after 1970.
    private static func time(_ number: Int) -> Int64 {
        number & 1 == 0 ? 1_795_000_000_000 + Int64(number) * 1009 : Int64(number)
    }

    /// Answers with messages of the past; all of them share the conversation of the command.
    mutating func logs(_ conversation: String, _ content: Int, _ length: Int, _ which: Int) {
        var items: [[Field]] = []
        var messages: [Said] = []
        var found: [(id: String, time: Int64)] = []
        var noBase64: [(path: String, text: String)] = []
        for place in 0..<1 + length % 3 {
            // Bytes are in base64 here, and the member `bin` says so.
            let isBytes = (content &+ place * 3) & 15 == 15
            var said = isBytes ? base64(content, length) : message((content >> 2) &+ place, length)
            let (id, time) = ("l\(events.count)-\(place)", Self.time(which &+ place * 3))
            if isBytes, which & 3 == 3 {
                said = Said(value: .text("\(id)!"), says: "? -", digest: "")
                noBase64.append((length % 3 == 0 ? "content" : "messages[\(place)].content", "\(id)!"))
            }
            let kind = (content &+ place) & 3
            var item: [Field] = [
                ("from", 1, .text("bob")), ("data", 2, said.value), ("timestamp", 3, number(time, which)),
                ("msgId", 4, .text(id)), ("ackAt", 5, .number(time + 1)), ("readAt", 6, .number(time + 2)),
                ("patchTimestamp", 7, .number(time + 3)), ("convType", 11, .number(Int64(kind + 1))),
            ]
            if isBytes { item.append(("bin", 10, truth(true, which))) }
            items.append(item)
            messages.append(
                said.with(" to \(conversation) of bob, \(Self.kinds[kind]), \(id), \(PlanMoment.text(time, digits: 3))")
            )
            found.append((id, time))
        }
        let peer = answer(
            "logs",
            nil,
            which,
            [("cid", 1, .text(conversation)), ("logs", 105, .items(items))],
            messages: messages,
            noBase64: noBase64
        )
        // All receipts are from the client that was opened first.
        if peer == nil || peer == presence.name(nil) { delivered[conversation, default: []] += found }
    }

    /// Sends the unread messages of some conversations; some have only a count.
    mutating func unread(_ content: Int, _ length: Int, _ which: Int) {
        var items: [[Field]] = []
        var messages: [Said] = []
        for place in 0..<1 + length % 3 {
            let conversation = "c\((content &+ place) & 3)"
            var item: [Field] = [("cid", 1, .text(conversation)), ("unread", 2, .number(Int64(which &+ place)))]
            if (content &+ place) & 4 == 0 {
                // Bytes have a separate field.
                let isBytes = which & 12 == 12
                let said =
                    isBytes ? Self.said(planBytes(content, 1 + which & 15)) : message((content >> 3) &+ place, length)
                let (id, time) = ("u\(events.count)-\(place)", Self.time(which &+ place * 5))
                let kind = (which &+ place) & 3
                item += [
                    ("mid", 3, .text(id)), ("timestamp", 4, .number(time)), ("from", 5, .text("ann")),
                    isBytes ? ("binaryMsg", 9, said.value) : ("data", 6, said.value),
                    ("convType", 10, .number(Int64(kind + 1))),
                ]
                messages.append(
                    said.with(
                        " to \(conversation) of ann, \(Self.kinds[kind]), \(id), \(PlanMoment.text(time, digits: 3))"
                    )
                )
                delivered[conversation, default: []].append((id, time))
            }
            items.append(item)
        }
        let body: [Field] = [("notifTime", 2, .number(Self.time(which))), ("convs", 1, .items(items))]
        send(false, "unread", nil, nil, body, [], messages)
    }

    /// Sends messages that are modified or recalled afterwards, in either direction.
    mutating func patch(_ content: Int, _ length: Int, _ which: Int) {
        let fromClient = content & 0x80 != 0
        var items: [[Field]] = []
        var messages: [Said] = []
        for place in 0..<1 + length % 2 {
            let said = message((content >> 1) &+ place, length)
            let (conversation, id, time) = ("c\(which & 3)", "p\(events.count)-\(place)", Self.time(which &+ place))
            var item: [Field] = [
                ("cid", 1, .text(conversation)), ("mid", 2, .text(id)), ("timestamp", 3, .number(time)),
                ("recall", 4, truth(content & 1 != 0, which)), ("data", 5, said.value),
            ]
            if !fromClient { item += [("patchTimestamp", 6, .number(time + 9)), ("from", 7, .text("bob"))] }
            items.append(item)
            let sender = fromClient ? "-" : "bob"
            messages.append(
                said.with(" to \(conversation) of \(sender), -, \(id), \(PlanMoment.text(time, digits: 3))")
            )
        }
        let body: [Field] = [("lastPatchTime", 2, .number(Self.time(which))), ("patches", 1, .items(items))]
        if fromClient {
            request("patch", "modify", body, messages: messages)
        } else {
            send(false, "patch", "modify", nil, body, [], messages)
        }
    }

    /// Sends the time up to which conversations are read.
    mutating func read(_ content: Int, _ length: Int) {
        var items: [[Field]] = []
        for place in 0..<1 + length % 2 {
            let conversation = "c\((content &+ place) & 3)"
            let time = 5000 + Int64(length / 8 &* (place + 1))
            let namesMessage = content & 4 == 0
            // Without a message, the time may be that of the JavaScript SDK's own clock.
            if namesMessage || !agent.hasPrefix("js/") {
                if let last = marks[conversation], time < last {
                    findings[2] += 1
                } else {
                    marks[conversation] = time
                }
            }
            let message: [Field] = namesMessage ? [("mid", 3, .text("m\(place)"))] : []
            items.append([("cid", 1, .text(conversation)), ("timestamp", 2, .number(time))] + message)
        }
        send(true, "read", nil, nil, [("convs", 3, .items(items))])
    }

    /// Returns a number; in JSON it may be a text.
    private func number(_ value: Int64, _ choice: Int) -> Value {
        form == 0 && choice & 4 != 0 ? .text("\(value)") : .number(value)
    }

    /// Returns a truth value; in JSON it may be a number.
    private func truth(_ value: Bool, _ choice: Int) -> Value {
        form == 0 && choice & 2 != 0 ? .number(value ? 1 : 0) : .truth(value)
    }
}
