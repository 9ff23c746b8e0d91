import Reporting
import WireFormat
import WireJSON

// The report as JSON.
extension StatisticsReport {
    /// The report as one object, schema `imwire-stats/1`.
    var json: JSONValue {
        let types = typeRows.map { row in
            JSONValue.object([
                JSONMember("type", JSONValue(row.type)), JSONMember("sender", JSONValue(row.sender.rawValue)),
                JSONMember("count", JSONValue(row.count)), JSONMember("bytes", JSONValue(row.bytes)),
            ])
        }
        var members: [JSONMember] = [
            JSONMember("schema", "imwire-stats/1"),
            JSONMember("packets", JSONValue(summary.packets)),
            JSONMember("flows", JSONValue(summary.flows)),
            JSONMember("events", JSONValue(summary.passed)),
        ]
        if statistics.firstTime <= statistics.lastTime {
            members.append(JSONMember("from", JSONValue(TimestampWriter.text(statistics.firstTime))))
            members.append(JSONMember("to", JSONValue(TimestampWriter.text(statistics.lastTime))))
        }
        members += [
            JSONMember("types", .array(types)),
            JSONMember("topics", list(statistics.counts.topics, key: "topic")),
            JSONMember("objectNames", list(statistics.counts.objectNames, key: "objectName")),
            JSONMember("httpExchanges", JSONValue(statistics.exchanges)),
            JSONMember("gaps", JSONValue(statistics.gaps)),
            JSONMember("gapBytes", JSONValue(statistics.gapBytes)),
            JSONMember("undecodedBytes", JSONValue(summary.undecodedBytes)),
            JSONMember("otherBytes", JSONValue(summary.otherBytes)),
        ]
        members += [JSONMember("statuses", .array(statuses.map(Self.json))), JSONMember("latencies", latencyList)]
        if let heartbeats { members.append(JSONMember("heartbeats", heartbeats)) }
        members.append(JSONMember("conversations", .array(conversations().map(Self.json))))
        let lists = [
            ("topics", statistics.counts.topics), ("objectNames", statistics.counts.objectNames),
            ("conversations", statistics.counts.conversations),
        ]
        let cut = lists.filter(\.1.hasOthers).map { JSONValue($0.0) }
        if !cut.isEmpty { members.append(JSONMember("others", .array(cut))) }
        if let rateObject { members.append(JSONMember("rate", rateObject)) }
        if !statistics.tallies.isEmpty {
            members.append(JSONMember("by", .array(statistics.tallies.map(Self.json))))
        }
        return .object(members)
    }

    private func list(_ counter: NameCounter, key: JSONString) -> JSONValue {
        .array(
            rows(counter).map { row in
                .object([
                    JSONMember(key, JSONValue(row.name)), JSONMember("count", JSONValue(row.count)),
                    JSONMember("bytes", JSONValue(row.bytes)),
                ])
            }
        )
    }

    private static func json(_ row: StatusRow) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("system", JSONValue(row.status.system.name.description)),
            JSONMember("scope", JSONValue(row.status.status.scope.rawValue)),
            JSONMember("code", JSONValue(row.status.status.code)),
        ]
        if let meaning = row.meaning { members.append(JSONMember("meaning", JSONValue(meaning))) }
        return .object(members + [JSONMember("count", JSONValue(row.count))])
    }

    private var latencyList: JSONValue {
        .array(
            latencies.map { latency in
                let values = latency.values.percentiles(Self.percentages).map {
                    JSONValue.number(FlowsReport.seconds($0))
                }
                return .object([
                    JSONMember("of", JSONValue(latency.name)), JSONMember("count", JSONValue(latency.values.count)),
                    JSONMember("min", values[0]), JSONMember("median", values[1]), JSONMember("p90", values[2]),
                    JSONMember("p99", values[3]), JSONMember("max", values[4]),
                ])
            }
        )
    }

    /// The interval of heartbeats; `nil` if there are none.
    private var heartbeats: JSONValue? {
        let beats = statistics.timing.regularity
        guard let mean = beats.mean else { return nil }
        var members: [JSONMember] = [
            JSONMember("flows", JSONValue(beats.flows)), JSONMember("intervals", JSONValue(beats.intervals)),
            JSONMember("interval", .number(FlowsReport.seconds(mean))),
        ]
        if let jitter = beats.jitter { members.append(JSONMember("jitter", .number(FlowsReport.seconds(jitter)))) }
        return .object(members)
    }

    /// The events in equal intervals of time; `nil` if there are no events.
    private var rateObject: JSONValue? {
        guard let rate else { return nil }
        let start = rate.from.multipliedSaturated(by: Nanoseconds.perSecond)
        return .object([
            JSONMember("from", JSONValue(TimestampWriter.text(start))),
            JSONMember("seconds", JSONValue(rate.seconds)),
            JSONMember("events", .array(rate.events.map { JSONValue($0) })),
        ])
    }

    private static func json(_ conversation: Conversation) -> JSONValue {
        var members: [JSONMember] = []
        if !conversation.kind.isEmpty { members.append(JSONMember("conversation", JSONValue(conversation.kind))) }
        return .object(
            members + [
                JSONMember("target", JSONValue(conversation.target)),
                JSONMember("count", JSONValue(conversation.count)),
                JSONMember("bytes", JSONValue(conversation.bytes)),
            ]
        )
    }

    private static func json(_ tally: FieldTally) -> JSONValue {
        let values = tally.values.ranked.map { entry in
            JSONValue.object([
                JSONMember("value", JSONValue(String(decodingUTF8: entry.name.span))),
                JSONMember("count", JSONValue(entry.count)),
            ])
        }
        var members = [JSONMember("field", JSONValue(tally.path.spelling)), JSONMember("values", .array(values))]
        if tally.values.hasOthers { members.append(JSONMember("others", true)) }
        return .object(members + [JSONMember("absent", JSONValue(tally.absent))])
    }
}
