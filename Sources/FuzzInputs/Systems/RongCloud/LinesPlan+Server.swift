// Frames of the server.
extension LinesPlan {
    mutating func connack() {
        var event = self.event("CONNACK", fromClient: false, header: 0)
        event.fields.number("flag", 128, 1)
        event.fields.number("status", 0, 1, "0 ok")
        event.fields.text("userId", Self.user)
        event.fields.text("sessionId", "s1")
        let time = 1_795_000_000_321
        event.fields.number("timestamp", time, 8, "\(time) \(PlanMoment.text(Int64(time), digits: 3))")
        event.frame += [
            ("flag", .number("128")), ("status", .number("0")), ("userId", .text(Self.user)),
            ("sessionId", .text("s1")),
            ("timestamp", .number("\(time)")),
        ]
        event.status = "ok"
        event.digest = "as \(Self.user), app app1, SDK 4.2.0, session s1"
        add(event)
    }

    mutating func answerPublish(_ id: Int, _ content: Int, _ more: Int) {
        var event = self.event("PUBACK", fromClient: false, header: 0)
        let (status, meaning) = Self.statuses[content % Self.statuses.count]
        event.fields.number("messageId", id, 2)
        date(&event, more, id)
        event.fields.number("status", status, 2, "\(status) \(meaning)")
        event.frame.append(("status", .number("\(status)")))
        // The frame may end after the status, or after the milliseconds.
        if content < 0xC0 {
            event.fields.number("millisecond", content * 3, 2)
            event.frame.append(("millisecond", .number("\(content * 3)")))
        }
        if content < 0x80 {
            // Lines escape a direction mark by its number; here it precedes the answered event.
            let isOdd = isJSON && content & 3 == 3
            event.fields.text("messageUId", isOdd ? "QDHC-5SNE-\u{2066}IB-HGJL" : "QDHC-5SNE-18IB-HGJL")
            event.frame.append(
                ("messageUId", isOdd ? .word(#""QDHC-5SNE-\u2066IB-HGJL""#) : .text("QDHC-5SNE-18IB-HGJL"))
            )
            event.digest = "QDHC-5SNE-18IB-HGJL"
        }
        event.lacksUID = status == 0 && content >= 0x80
        event.status = status == 0 ? "ok" : "\(status) \(meaning)"
        add(event, answering: publishes.removeValue(forKey: id) ?? copies.removeValue(forKey: id))
    }

    mutating func answerQuery(_ id: Int, _ content: Int, _ more: Int) {
        let header = content & 0x80 == 0 ? 0 : 2
        var event = self.event("QUERYACK", fromClient: false, header: header)
        let request = queries.removeValue(forKey: id)
        var (status, meaning) = Self.statuses[content % Self.statuses.count]
        if status == Self.ownStatus.status, request?.topic == Self.ownStatus.topic { meaning = Self.ownStatus.2 }
        event.fields.number("messageId", id, 2)
        date(&event, more, id)
        event.fields.number("status", status, 2, "\(status) \(meaning)")
        event.frame.append(("status", .number("\(status)")))
        event.status = status == 0 ? "ok" : "\(status) \(meaning)"
        // Answers of these topics have a status only, so a payload is unknown.
        if let topic = request?.topic, topic == Self.ownStatus.topic || topic == "destroyChrm", content & 0x40 != 0 {
            unread(&event, content, topic: topic)
        }
        if request == nil, content & 0x40 != 0 {
            let reason = "the QUERY that this answers was not seen, so what the payload is remains unknown"
            unread(&event, content, "answer-unpaired", "messageId", reason)
        }
        if request?.topic == "qnTkn" {
            // The token for uploads is a secret.
            event.fields.group("data: GetQNupTokenOutput") { fields in
                fields.varint("deadline", 1, more)
                fields.hidden("token", 2, "abcdef-\(content)")
            }
            let values: [(String, PlannedJSON)] = [("deadline", .text("\(more)")), ("token", .text("abcd…"))]
            event.payload = ("GetQNupTokenOutput", .object(values))
            event.digest = "GetQNupTokenOutput \(PlannedJSON.object(values).spelling)"
        }
        add(event, answering: request)
        if header > 0 { results[id] = self.request(request?.topic) }
    }

    mutating func answerPing(_ more: Int) {
        var event = self.event("PINGRESP", fromClient: false, header: 0)
        event.isPing = more & 0xE0 != 0xE0
        if !event.isPing { trailing(&event, more & 15) }
        add(event, answering: pings.answer(at: session.now, \.time))
    }

    mutating func push(_ id: Int, _ content: Int, _ more: Int) {
        let header = [2, 2, 10, 3, 0, 0, 8, 11][more >> 5]
        var event = self.event("PUBLISH", fromClient: false, header: header)
        date(&event, more, nil)
        let topic = more % 11 == 5 ? "s_other" : "s_msg"
        event.fields.text("topic", topic)
        event.fields.text("targetId", Self.user)
        event.fields.number("messageId", id, 2)
        let message = delivered(content, more)
        if topic == "s_other" { guess(&event, "DownStreamMessage") }
        event.fields.group("data: DownStreamMessage") { $0.append(message.fields) }
        event.frame += [
            ("topic", .text(topic)), ("targetId", .text(Self.user)), ("messageId", .number("\(id)")),
        ]
        let date = event.frame.remove(at: 4)
        event.frame.append(date)
        event.payload = ("DownStreamMessage", message.payload)
        event.messages = [message.shown]
        event.cells = [topic, Self.user, message.content.name]
        event.digest = message.content.digest
        event.tell(of: [message.content])
        add(event)
        // The server acknowledges a copy.
        let request = request(topic == "s_msg" ? topic : nil)
        if header & 8 != 0 { copies[id] = request } else if header & 2 != 0 { pushes[id] = request }
    }

    /// Sends an answer with several messages.
    mutating func pull(_ id: Int, _ content: Int, _ more: Int) {
        guard queries[id]?.topic == "pullMsg" else { return answerQuery(id, content, more) }
        var event = self.event("QUERYACK", fromClient: false, header: 0)
        event.fields.number("messageId", id, 2)
        date(&event, more, id)
        event.fields.number("status", 0, 2, "0 ok")
        event.frame.append(("status", .number("0")))
        event.status = "ok"
        let messages = (0..<1 + more % 3).map { delivered(content &+ $0 * 37 & 255, more &+ $0 * 11 & 255) }
        let time = 1_795_000_000_000 + content
        event.fields.group("data: DownStreamMessages") { fields in
            for (place, message) in messages.enumerated() {
                fields.message("list[\(place)]", 1) { $0.append(message.fields) }
            }
            fields.varint("syncTime", 2, time, "\(time) \(PlanMoment.text(Int64(time), digits: 3))")
            fields.add("finished", [24, 1], "true")
        }
        event.payload = (
            "DownStreamMessages",
            .object([
                ("list", .list(messages.map(\.payload))), ("syncTime", .text("\(time)")), ("finished", .word("true")),
            ])
        )
        event.messages = messages.map(\.shown)
        event.cells = ["", "", messages[0].content.name]
        event.digest =
            ([messages[0].content.digest] + messages.dropFirst().map { "\($0.content.name) \($0.content.digest)" })
            .filter { !$0.isEmpty }.joined(separator: "  ")
        event.tell(of: messages.map(\.content))
        add(event, answering: queries.removeValue(forKey: id))
    }

    /// Sends a notice of changed settings, with a version that may be a time.
    private mutating func settings(_ id: Int, _ content: Int, _ more: Int) {
        var event = self.event("PUBLISH", fromClient: false, header: 0)
        date(&event, more, nil)
        event.fields.text("topic", "s_us")
        event.fields.text("targetId", Self.user)
        event.fields.number("messageId", id, 2)
        let date = event.frame.removeLast()
        event.frame += [
            ("topic", .text("s_us")), ("targetId", .text(Self.user)), ("messageId", .number("\(id)")), date,
        ]
        // Numbers of milliseconds from 2001 on are shown as a time; smaller ones are not.
        let version = [1_795_000_000_000 + more, 1_000_000_000_000, 999_999_999_999, more][content & 3]
        let words = version < 1_000_000_000_000 ? "" : " \(PlanMoment.text(Int64(version), digits: 3))"
        event.fields.group("data: UserSettingNotification") { fields in
            fields.varint("version", 1, version, "\(version)\(words)")
            fields.add("reserve", [16, 1], "true")
        }
        let payload = PlannedJSON.object([("version", .text("\(version)")), ("reserve", .word("true"))])
        event.payload = ("UserSettingNotification", payload)
        event.cells = ["s_us", Self.user, ""]
        event.digest = "UserSettingNotification \(payload.spelling)"
        add(event)
    }

    /// Sends a notice of messages to pull; its payload may be odd.
    mutating func notice(_ id: Int, _ content: Int, _ more: Int) {
        guard more & 15 != 15 else { return settings(id, content, more) }
        var event = self.event("PUBLISH", fromClient: false, header: 0)
        date(&event, more, nil)
        event.fields.text("topic", "s_ntf")
        event.fields.text("targetId", Self.user)
        event.fields.number("messageId", id, 2)
        let time = 1_795_000_000_000 + more
        let date = event.frame.removeLast()
        event.frame += [
            ("topic", .text("s_ntf")), ("targetId", .text(Self.user)), ("messageId", .number("\(id)")), date,
        ]
        var values: [(String, PlannedJSON)] = [("type", .number("\(content & 7)")), ("time", .text("\(time)"))]
        var odd: [(code: String, path: String, place: Int, text: String)] = []
        let start = event.fields.bytes.count
        var fields = PlannedFields()
        // The last one of a repeated field counts.
        if content & 0x30 == 0x10 { fields.varint("type", 1, 77) }
        fields.varint("type", 1, content & 7)
        fields.varint("time", 2, time, "\(time) \(PlanMoment.text(Int64(time), digits: 3))")
        switch content & 0xC8 {
        case 8, 0x48:
            fields.string("chrmId", 3, "hall")
            values.append(("chrmId", .text("hall")))
        case 0x88:
            odd.append(
                ("payload-string", "chrmId", fields.bytes.count + 2, "text that is not UTF-8, shown with U+FFFD")
            )
            fields.add("chrmId", [26, 3, 0x68, 0xFF, 0x6C], "h\u{FFFD}l")
            values.append(("chrmId", .text("h\u{FFFD}l")))
        case 0x80:
            odd.append(
                ("payload-wire-type", "#3", fields.bytes.count, "field 3 has another wire type than the schema's")
            )
            fields.add("#3", [24, 9], "9; zigzag -5")
        case 0xC8:
            odd.append(("payload-unknown-field", "#90", fields.bytes.count, "field 90 is not in the schema"))
            // Two letters, or two packed numbers; not a nested message, since 0x6E is not a valid tag.
            fields.add("#90", [0xD2, 5, 2, 0x6E, 0x6F], #"text "no"; packed [110, 111]"#)
        case 0xC0:
            odd.append(("payload-unknown-field", "#91", fields.bytes.count, "field 91 is not in the schema"))
            // A token is hidden in every reading of the bytes.
            fields.hidden("#91", 91, "token=abcdef-é", as: #"text "token=abcd…""#)
        default: break
        }
        event.fields.group("data: NotifyMsg") { $0.append(fields) }
        event.odd = odd.map { one in
            let severity = one.code == "payload-string" ? "warning" : "note"
            return (severity, one.code, one.path, start + one.place, one.text)
        }
        event.payload = ("NotifyMsg", .object(values))
        event.cells = ["s_ntf", Self.user, ""]
        event.digest = "NotifyMsg \(PlannedJSON.object(values).spelling)"
        add(event)
    }

    mutating func disconnect() {
        var event = self.event("DISCONNECT", fromClient: false, header: 0)
        event.fields.number("flag", 0, 1)
        event.fields.number("status", ending, 1, endingWords)
        event.frame += [("flag", .number("0")), ("status", .number("\(ending)"))]
        event.status = endingWords
        event.digest = "\(Self.user), app app1, SDK 4.2.0"
        add(event)
    }
}
