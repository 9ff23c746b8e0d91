import Capture
import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireFormat
import WireJSON

/// The rules for the events of any capture.
enum EventOracles {
    /// Decodes a capture to JSON lines with the frames' bytes, and checks each line.
    static func decode(_ capture: [UInt8], _ features: inout Features, secrets: TLSSecrets = TLSSecrets())
        throws(Violation) -> CaptureProbe.Outcome
    {
        var probe = CaptureProbe()
        probe.showsRaw = true
        probe.options.secrets = secrets
        probe.options.showsSecrets = true
        let outcome = try CaptureBytes.probe(probe, capture)
        try check(outcome, &features)
        return outcome
    }

    /// Checks that every line is an event with the right number, and that its bytes have the stated length.
    static func check(_ outcome: CaptureProbe.Outcome, _ features: inout Features) throws(Violation) {
        var number = 0
        var undecoded = 0
        var units = 0
        for line in outcome.output.split(separator: 10) {
            number += 1
            let event: JSONValue
            do throws(WireError) {
                event = try JSONValue(parsing: Array(line))
            } catch {
                throw Violation(.json, "event \(number) is not JSON: \(error)")
            }
            try Oracles.same(
                event["n"]?.int64,
                Int64(number),
                .numbers,
                "event \(number) has the number \(String(describing: event["n"]))"
            )
            let bytes = Int(event["bytes"]?.int64 ?? -1)
            units += max(0, bytes)
            if let hex = event["hex"]?.string, event["transport"]?.string != "http", hex.utf8.count != bytes * 2 {
                throw Violation(.coverage, "event \(number) of \(bytes) bytes shows \(hex.utf8.count / 2)")
            }
            if let answered = event["inReplyTo"]?["n"]?.int64, answered < 1 || answered >= Int64(number) {
                throw Violation(.numbers, "event \(number) answers event \(answered)")
            }
            undecoded += Int(event["undecodedBytes"]?.int64 ?? 0)
            reach(event, &features)
        }
        try proportion(outcome.output.count, ofUnits: units, events: number, factor: 60 + 2)
        try Oracles.same(
            outcome.capture.summary.events,
            number,
            .numbers,
            "\(number) lines for \(outcome.capture.summary.events) events"
        )
        guard outcome.capture.summary.undecodedBytes >= undecoded else {
            throw Violation(
                .coverage,
                "\(undecoded) undecoded bytes in events, \(outcome.capture.summary.undecodedBytes) in the summary"
            )
        }
        features.reach(
            "decode.undecoded",
            Features.bucket(outcome.capture.summary.undecodedBytes),
            Features.bucket(outcome.capture.summary.otherBytes)
        )
        for notice in outcome.capture.notices.lines {
            features.reach("decode.notice", String(notice.filter { !$0.isNumber }.prefix(60)))
        }
        let counts = outcome.capture.counts
        features.reach("decode.counts", Features.bucket(counts.fragments), Features.bucket(counts.malformed))
        features.reach("decode.flows", Features.bucket(counts.flows), Features.bucket(counts.other))
    }

    /// Checks that the output is at most 1 KiB for each event plus `factor` times the bytes of the units.
    static func proportion(_ output: Int, ofUnits units: Int, events: Int, factor: Int) throws(Violation) {
        let allowed = events * 1024 + units * factor
        guard output <= allowed else {
            throw Violation(
                .cost,
                "\(output) bytes of output for \(events) events of \(units) bytes, more than \(allowed)"
            )
        }
    }

    private static func reach(_ event: JSONValue, _ features: inout Features) {
        let type = event["frame"]?["type"]?.string ?? ""
        features.reach(
            "event",
            type + (event["sender"]?.string ?? "") + (event["transport"]?.string ?? ""),
            event["inReplyTo"] == nil ? 0 : 1
        )
        features.reach("event.topic", String((event["frame"]?["topic"]?.string ?? "").prefix(12)))
        features.reach("event.payload", event["payload"]?["message"]?.string ?? "")
        for diagnostic in event["diagnostics"]?.elements ?? [] {
            features.reach(
                "event.diagnostic",
                (diagnostic["code"]?.string ?? "") + (diagnostic["path"]?.string ?? "").filter { !$0.isNumber }
            )
        }
        for message in (event["messages"]?.elements ?? []).prefix(8) {
            features.reach(
                "event.message",
                String((message["objectName"]?.string ?? "").prefix(16)),
                message["content"] == nil ? 0 : 1
            )
        }
        features.reach(
            "event.size",
            Features.bucket(Int(event["bytes"]?.int64 ?? 0)),
            Features.bucket(event["packets"]?.elements?.count ?? 0)
        )
    }

    /// Returns the events of JSON lines.
    static func events(_ lines: [UInt8]) -> [JSONValue] {
        lines.split(separator: 10).compactMap { try? JSONValue(parsing: Array($0)) }
    }

    /// Returns the events without the values that depend on packets: time, packet numbers, latency.
    static func comparable(_ lines: [UInt8]) -> [JSONValue] {
        events(lines).map { event in
            var event = event
            event["time"] = nil
            event["packets"] = nil
            if var reply = event["inReplyTo"] {
                reply["latency"] = nil
                event["inReplyTo"] = reply
            }
            return event
        }
    }

    /// Checks that two lists of events are the same.
    static func same(_ events: [JSONValue], _ expected: [JSONValue], _ how: String) throws(Violation) {
        guard events != expected else { return }
        let place = zip(events, expected).enumerated().first { $1.0 != $1.1 }
        guard let place else {
            throw Violation(.chunking, "\(how): \(events.count) events instead of \(expected.count)")
        }
        throw Violation(
            .chunking,
            "\(how): event \(place.offset + 1) is \(place.element.0.description.prefix(300))"
                + " instead of \(place.element.1.description.prefix(300))"
        )
    }
}
