import FuzzInputs
import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireJSON

/// Compares text lines of any system with events that were already compared with a plan.
enum PlanLines {
    /// Checks that each event has a line with its number, time, sender and words, in this order.
    ///
    /// Heartbeats are counted in one line.
    ///
    /// - Parameters:
    ///   - says: the texts after the columns of each event, as far as they are known.
    ///   - isPing: returns whether an event is one of the counted heartbeats.
    ///   - words: returns the column texts of an event.
    static func compare(
        _ capture: [UInt8],
        _ events: [JSONValue],
        _ secrets: TLSSecrets = TLSSecrets(),
        says: [[String]] = [],
        isPing: (JSONValue) -> Bool,
        words: (JSONValue) -> [String]
    ) throws(Violation) {
        var probe = PlanEvents.probe(secrets)
        probe.output = .lines(.text)
        let output = try CaptureBytes.probe(probe, capture).output
        var lines: [Int64: String] = [:]
        let texts = String(decoding: output, as: UTF8.self).split(separator: "\n")
        // The connection is introduced once, before its first event.
        let introductions = texts.indices.filter { texts[$0].split(separator: " ").first == "f1" }
        guard introductions == (events.isEmpty ? [] : [0]) else {
            throw Violation(.meaning, "a connection is introduced in lines \(introductions) of \(texts.count)")
        }
        for line in texts {
            if let number = line.split(separator: " ").first.flatMap({ Int64($0) }) { lines[number] = String(line) }
        }
        let shown = events.enumerated().filter { !isPing($0.element) }
        for (place, event) in shown {
            let number = event["n"]?.int64 ?? 0
            let time = (event["time"]?.string ?? "").dropFirst(11).prefix(12)
            let arrow = event["sender"]?.string == "client" ? "→" : "←"
            var expected = ["\(number)", "\(time)", "f1", arrow] + words(event).filter { !$0.isEmpty }
            if let reply = event["inReplyTo"], let answered = reply["n"]?.int64,
                let latency = reply["latency"].flatMap({ Double($0.description) })
            {
                let micros = UInt64((latency * 1_000_000).rounded())
                expected.append("to \(answered) in \(PlannedText.duration(micros))")
            }
            if place < says.count { expected += says[place].filter { !$0.isEmpty } }
            guard let line = lines[number] else {
                throw Violation(.meaning, "an event has no line of text: \(number)")
            }
            var rest = line[...]
            for word in expected {
                guard let range = rest.firstRange(of: word) else {
                    throw Violation(.meaning, "a line of text lacks \(word), or has it elsewhere: \(line)")
                }
                rest = rest[range.upperBound...]
            }
        }
        // One further line counts the heartbeats.
        let pings = events.count > shown.count ? 1 : 0
        guard lines.count == shown.count + pings else {
            throw Violation(.meaning, "lines of text are lost or made up: \(lines.count) of \(shown.count + pings)")
        }
    }

    /// Returns the cells of each non-empty line of a table.
    ///
    /// At least two spaces separate cells.
    static func cells(_ table: String) -> [[String]] {
        table.split(separator: "\n").map { line in
            line.split(separator: "  ").map { cell in String(cell.drop { $0 == " " }) }.filter { !$0.isEmpty }
        }
    }
}
