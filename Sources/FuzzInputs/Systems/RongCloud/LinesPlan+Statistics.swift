// What `stats` should count in the session: by a plain walk over its events.
extension LinesPlan {
    /// The rows of the report's tables, each table sorted.
    package var statistics: [[String]] {
        var types: [String: (Int, Int)] = [:]
        var topics: [String: (Int, Int)] = [:]
        var names: [String: (Int, Int)] = [:]
        var conversations: [String: (Int, Int)] = [:]
        var statuses: [String: Int] = [:]
        func add(_ table: inout [String: (Int, Int)], _ key: String, _ bytes: Int) {
            table[key, default: (0, 0)].0 += 1
            table[key, default: (0, 0)].1 += bytes
        }
        for event in events {
            let bytes = event.fields.bytes.count
            add(&types, "\(event.type) \(event.fromClient ? "client" : "server")", bytes)
            // An answer has no topic of its own.
            if event.type == "PUBLISH" || event.type == "QUERY" { add(&topics, event.cells[0], bytes) }
            for case .object(let members) in event.messages {
                var texts: [String: String] = [:]
                for case (let name, .text(let text)) in members { texts[name] = text }
                let json = members.first { $0.0 == "content" }.map { $0.1.spelling.utf8.count }
                // Four letters of base64 stand for three bytes, or for one or two fewer.
                let bytes = texts["contentBytes"].map { $0.utf8.count / 4 * 3 - $0.count { $0 == "=" } }
                let content = json ?? bytes ?? 0
                add(&names, texts["objectName"] ?? "", content)
                // Of a topic that nobody knows, nobody knows what conversation it is for.
                guard let conversation = texts["conversation"] else { continue }
                add(&conversations, "\(conversation) \(texts["target"] ?? "")", content)
            }
            guard !event.status.isEmpty else { continue }
            let scope = ["CONNACK": "connack", "DISCONNECT": "disconnect"][event.type] ?? "answer"
            let words = event.status == "ok" ? "0 ok" : event.status
            statuses["\(scope) \(words)", default: 0] += 1
        }
        func rows(_ table: [String: (Int, Int)]) -> [String] {
            table.map { "\($0.key) \($0.value.0) \($0.value.1)" }.sorted()
        }
        return [
            rows(types), rows(topics), rows(names), rows(conversations),
            statuses.map { "\($0.key) \($0.value)" }.sorted(),
            latencies, heartbeats, rate,
        ]
    }

    private var latencies: [String] {
        var values: [String: [UInt64]] = [:]
        var notice: UInt64?
        for event in events {
            if let reply = event.reply {
                let name =
                    [
                        "PUBACK server": "publish to ack", "PUBACK client": "push to ack",
                        "QUERYACK server": "query to answer",
                        "QUERYCON client": "answer to confirmation", "PINGRESP server": "ping to pong",
                    ]["\(event.type) \(event.fromClient ? "client" : "server")"] ?? event.type
                values[name, default: []].append(reply.latency)
            }
            // From the first of several notices to the pull.
            if event.cells[0] == "s_ntf" { notice = notice ?? event.time }
            if event.type == "QUERY", event.cells[0] == "pullMsg", let first = notice {
                values["notice to pull", default: []].append(event.time - first)
                notice = nil
            }
        }
        return values.map { name, values in
            let sorted = values.sorted()
            let ranks = [0, 50, 90, 99, 100].map { percentage in
                sorted.first { value in sorted.count { $0 <= value } * 100 >= percentage * sorted.count } ?? 0
            }
            return "\(name) \(sorted.count) " + ranks.map { "\($0)" }.joined(separator: " ")
        }
        .sorted()
    }

    private var heartbeats: [String] {
        let times = events.filter { $0.type == "PINGREQ" }.map(\.time)
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        guard !gaps.isEmpty else { return [] }
        let changes = zip(gaps.dropFirst(), gaps).map { $0 > $1 ? $0 - $1 : $1 - $0 }
        var row = "1 \(gaps.count) \(gaps.reduce(0, +) / UInt64(gaps.count))"
        if !changes.isEmpty { row += " \(changes.reduce(0, +) / UInt64(changes.count))" }
        return [row]
    }

    /// Events in equal stretches of whole seconds, sixty at the most.
    private var rate: [String] {
        let seconds = ([session.packets[4].time] + events.map(\.time)).map { $0 / 1_000_000 }
        let (first, last) = (seconds.min() ?? 0, seconds.max() ?? 0)
        let stretch = max(1, (last - first + 60) / 60)
        var counts = [Int](repeating: 0, count: Int((last - first) / stretch) + 1)
        for second in seconds { counts[Int((second - first) / stretch)] += 1 }
        return ["\(PlanMoment.text(Int64(first), digits: 0)) \(stretch) \(counts)"]
    }
}
