// The expected counts of `stats` for the session, from a direct walk over its events.
extension LinesPlan {
    /// The rows of the report's tables, in order.
    package var statistics: [[String]] {
        var types: [String: PlannedFigures.Count] = [:]
        var topics: [String: PlannedFigures.Count] = [:]
        var names: [String: PlannedFigures.Count] = [:]
        var conversations: [String: PlannedFigures.Count] = [:]
        var statuses: [String: Int] = [:]
        func add(_ table: inout [String: PlannedFigures.Count], _ key: String, _ bytes: Int) {
            table[key, default: (0, 0)].count += 1
            table[key, default: (0, 0)].bytes += bytes
        }
        for event in events {
            let bytes = event.fields.bytes.count
            add(&types, "\(event.type) \(event.fromClient ? "client" : "server")", bytes)
            // An answer has no topic itself.
            if event.type == "PUBLISH" || event.type == "QUERY" { add(&topics, event.cells[0], bytes) }
            for case .object(let members) in event.messages {
                var texts: [String: String] = [:]
                for case (let name, .text(let text)) in members { texts[name] = text }
                let json = members.first { $0.0 == "content" }.map { $0.1.spelling.utf8.count }
                // Four letters of base64 stand for three bytes, or for one or two with padding.
                let bytes = texts["contentBytes"].map { $0.utf8.count / 4 * 3 - $0.count { $0 == "=" } }
                let content = json ?? bytes ?? 0
                add(&names, texts["objectName"] ?? "", content)
                // An unknown topic does not identify the conversation.
                guard let conversation = texts["conversation"] else { continue }
                add(&conversations, "\(conversation) \(texts["target"] ?? "")", content)
            }
            guard !event.status.isEmpty else { continue }
            let scope = ["CONNACK": "connack", "DISCONNECT": "disconnect"][event.type] ?? "answer"
            let words = event.status == "ok" ? "0 ok" : event.status
            statuses["\(scope) \(words)", default: 0] += 1
        }
        func rows(_ ranked: [(name: String, count: Int, bytes: Int)]) -> [String] {
            ranked.map { "\($0.name) \($0.count) \($0.bytes)" }
        }
        return [
            rows(PlannedFigures.byType(types)), rows(PlannedFigures.ranked(topics)),
            rows(PlannedFigures.ranked(names)), rows(PlannedFigures.ranked(conversations)),
            statuses.sorted { Self.order(ofStatus: $0.key) < Self.order(ofStatus: $1.key) }
                .map { "\($0.key) \($0.value)" },
            latencies, heartbeats, rate,
        ]
    }

    /// The order of statuses: by scope, by number, and by meaning, if there is one.
    private static func order(ofStatus words: String) -> (String, Int, String) {
        let parts = words.split(separator: " ", maxSplits: 2).map(String.init)
        return (parts[0], Int(parts[1]) ?? -1, parts[2] == "not in the table" ? "" : parts[2])
    }

    private var latencies: [String] {
        var values: [String: [UInt64]] = [:]
        var notice: UInt64?
        for event in events {
            if let reply = event.reply {
                let name = PlannedFigures.latency(of: event.type, fromClient: event.fromClient)
                values[name, default: []].append(reply.latency)
            }
            // From the first of several notices to the pull; notices of type 2 are about a chat room.
            let isOfRoom = event.digest.hasPrefix(#"NotifyMsg {"type":2,"#)
            if event.cells[0] == "s_ntf", !isOfRoom { notice = notice ?? event.time }
            if event.type == "QUERY", event.cells[0] == "pullMsg", let first = notice {
                values["notice to pull", default: []].append(event.time - first)
                notice = nil
            }
        }
        return PlannedFigures.latencies.compactMap { name in
            guard let values = values[name] else { return nil }
            let ranks = PlannedFigures.ranks(values).map { "\($0)" }
            return "\(name) \(values.count) " + ranks.joined(separator: " ")
        }
    }

    private var heartbeats: [String] {
        let figures = PlannedFigures.beats([events.filter { $0.type == "PINGREQ" }.map(\.time)])
        return figures.isEmpty ? [] : [figures.map { "\($0)" }.joined(separator: " ")]
    }

    private var rate: [String] {
        let rate = PlannedFigures.rate([session.packets[4].time] + events.map(\.time))
        return ["\(PlanMoment.text(Int64(rate.first), digits: 0)) \(rate.seconds) \(rate.counts)"]
    }
}
