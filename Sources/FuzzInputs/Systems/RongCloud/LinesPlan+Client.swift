// Frames of the client.
extension LinesPlan {
    mutating func publish(_ id: Int, _ content: Int, _ more: Int) {
        let (topic, conversation) = Self.topics[content % Self.topics.count]
        let (bits, words) = Self.flags[(content >> 5) % Self.flags.count]
        let message = PlannedContent.sent(more, bits: bits)
        // Two bits for QoS, one for DUP, and one that is not read.
        let header = more & 0xC0 == 0xC0 ? more & 15 : 2
        var event = self.event("PUBLISH", fromClient: true, header: header)
        event.fields.text("topic", topic)
        let target = target(&event, content >> 3)
        event.fields.number("messageId", id, 2)
        if conversation == nil { guess(&event, "UpStreamMessage") }
        event.fields.group("data: UpStreamMessage") { fields in
            fields.varint("sessionId", 1, bits)
            fields.string("classname", 2, message.name)
            fields.content(message, 3)
        }
        event.frame += [
            ("topic", .text(topic)), ("targetId", .text(target)), ("messageId", .number("\(id)")),
        ]
        event.payload = (
            "UpStreamMessage", .object([("sessionId", .number("\(bits)")), ("classname", .text(message.name))])
        )
        event.messages = [
            PlannedEvent.message(message, conversation: conversation, target: target, sender: Self.user, flags: words)
        ]
        event.cells = [topic, target, message.name]
        event.digest = message.digest
        event.tell(of: [message])
        add(event)
        publishes[id] = request(conversation == nil ? nil : topic)
    }

    mutating func query(_ id: Int, _ content: Int, _ more: Int) {
        var event = self.event("QUERY", fromClient: true, header: content & 4 == 0 ? 0 : 2)
        let kind = content & 3
        let isKnown = content & 0xE0 != 0xC0
        let asksForList = content & 0x80 != 0 && kind == 1
        // The payload of `destroyChrm` is unknown.
        var topic = ["pullMsg", "qnTkn", "joinChrm", "exitChrm"][kind]
        if asksForList { topic = Self.ownStatus.topic }
        if !isKnown { topic = kind == 3 ? "destroyChrm" : "aTopic" }
        event.fields.text("topic", topic)
        let target = target(&event, content >> 3 & 3 + more & 2)
        event.fields.number("messageId", id, 2)
        guard isKnown else {
            if kind == 3 {
                unread(&event, content, topic: topic)
            } else {
                unread(&event, content, "topic-unknown", "topic", "a topic that the table does not know")
            }
            event.frame += [
                ("topic", .text(topic)), ("targetId", .text(target)), ("messageId", .number("\(id)")),
            ]
            event.cells = [topic, target, ""]
            add(event)
            queries[id] = request(kind == 3 ? topic : nil)
            return
        }
        var values: [(String, PlannedJSON)] = []
        let name: String
        switch kind {
        case 0:
            name = "SyncRequestMsg"
            let time = 1_795_000_000_000 + content
            event.fields.group("data: \(name)") { fields in
                fields.varint("syncTime", 1, time, "\(time) \(PlanMoment.text(Int64(time), digits: 3))")
                fields.add("ispolling", [16, UInt8(content >> 7)], content >> 7 == 1 ? "true" : "false")
            }
            values = [("syncTime", .text("\(time)")), ("ispolling", .word(content >> 7 == 1 ? "true" : "false"))]
        case 1 where asksForList:
            name = "BlackListStatusInput"
            event.fields.group("data: \(name)") { $0.string("userId", 1, "u-7") }
            values = [("userId", .text("u-7"))]
        case 1:
            name = "GetQNupTokenInput"
            let (file, type) = [(1, "image"), (2, "audio"), (3, "video"), (4, "file")][content >> 5 & 3]
            event.fields.group("data: \(name)") { $0.varint("type", 1, file, "\(type) (\(file))") }
            values = [("type", .text(type))]
        default:
            name = "ChrmInput"
            // A 32-bit number below zero takes ten bytes.
            let number = content >> 5 == 7 ? -1 : content >> 5
            event.fields.group("data: \(name)") { $0.varint("nothing", 1, number) }
            values = [("nothing", .number("\(number)"))]
        }
        event.frame += [
            ("topic", .text(topic)), ("targetId", .text(target)), ("messageId", .number("\(id)")),
        ]
        event.payload = (name, .object(values))
        event.cells = [topic, target, ""]
        event.digest = "\(name) \(PlannedJSON.object(values).spelling)"
        add(event)
        queries[id] = request(topic)
    }

    mutating func confirm(_ id: Int) {
        var event = self.event("QUERYCON", fromClient: true, header: 0)
        event.fields.number("messageId", id, 2)
        event.frame.append(("messageId", .number("\(id)")))
        add(event, answering: results.removeValue(forKey: id))
    }

    mutating func answerPush(_ id: Int) {
        var event = self.event("PUBACK", fromClient: true, header: 0)
        event.fields.number("messageId", id, 2)
        event.frame.append(("messageId", .number("\(id)")))
        add(event, answering: pushes.removeValue(forKey: id))
    }

    mutating func pinged(_ more: Int) {
        var event = self.event("PINGREQ", fromClient: true, header: 0)
        event.isPing = more & 0xE0 != 0xE0
        if !event.isPing { trailing(&event, more & 15) }
        add(event)
        pings.add(request(nil))
    }
}
