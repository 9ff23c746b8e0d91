import Inspection
import WireJSON

/// What a capture that was made of a plan becomes.
enum PlanEvents {
    /// The events in their order, secrets included.
    static func read(_ capture: [UInt8]) throws(Violation) -> [JSONValue] {
        var probe = CaptureProbe()
        probe.options.showsSecrets = true
        var events: [JSONValue] = []
        for line in try CaptureBytes.probe(probe, capture).output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation("json", "an event is not JSON")
            }
            events.append(event)
        }
        return events
    }

    /// How often `check` finds what each of some rules is about.
    static func findings(_ capture: [UInt8], _ rules: [String]) throws(Violation) -> [Int] {
        var probe = CaptureProbe()
        probe.output = .check
        let outcome = try CaptureBytes.probe(probe, capture)
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        return rules.map { rule in lines.count { $0.hasSuffix("[\(rule)]") } }
    }

    /// Who is on the only connection of a capture by its row in `flows`: transport, system, user, session, app, SDK, and how it
    /// ended.
    static func whoIsThere(_ capture: [UInt8]) throws(Violation) -> String {
        let text: String
        do {
            text = try CaptureProbe().flows(try CaptureBytes.open(capture))
        } catch {
            throw Violation("reading", "the capture can not be read: \(error)")
        }
        let rows = (try? JSONValue(parsing: Array(text.utf8)))?["flows"]?.elements ?? []
        guard rows.count == 1 else { throw Violation("meaning", "of one connection there are \(rows.count) rows") }
        let keys = ["transport", "system", "user", "sessionId", "appKey", "sdkVersion", "ending"]
        return keys.map { rows[0][$0]?.string ?? "-" }.joined(separator: ", ")
    }

    /// Two lists hold the same, place by place.
    static func compare(_ found: [String], _ expected: [String], _ what: String) throws(Violation) {
        for (place, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
            throw Violation(
                "meaning",
                "\(what) is not what was sent: number \(place + 1) is \(pair.0), sent was \(pair.1)",
                kind: "meaning: \(what)"
            )
        }
        guard found.count == expected.count else {
            throw Violation("meaning", "of \(what) some are lost or made up: \(found.count) of \(expected.count)")
        }
    }

    /// How long after what it answers an event came, in microseconds; empty when it answers nothing.
    static func reply(_ event: JSONValue) -> String {
        guard let reply = event["inReplyTo"], let number = reply["n"]?.int64 else { return "" }
        let latency = reply["latency"].flatMap { Double($0.description) }.map { Int(($0 * 1_000_000).rounded()) } ?? -1
        return "answers \(number) \(reply["topic"]?.string ?? "-") after \(latency)"
    }
}

/// Moments as RFC 3339 writes them, found by counting days one year after the other.
enum PlanMoment {
    /// A moment in UTC, or in a zone that is so many minutes ahead.
    ///
    /// - Parameters:
    ///   - time: in units of which a second has 10 to the power of `digits`, since 1970.
    ///   - digits: behind the point.
    static func text(_ time: Int64, digits: Int, zone: Int? = nil) -> String {
        let unit = (0..<digits).reduce(Int64(1)) { product, _ in product * 10 }
        var seconds = time / unit
        var fraction = time % unit
        if fraction < 0 {
            seconds -= 1
            fraction += unit
        }
        seconds += Int64(zone ?? 0) * 60
        var days = seconds / 86400
        if seconds % 86400 < 0 { days -= 1 }
        let rest = Int(seconds - days * 86400)
        var year = 1970
        func length(_ year: Int) -> Int64 { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
        while days < 0 {
            year -= 1
            days += length(year)
        }
        while days >= length(year) {
            days -= length(year)
            year += 1
        }
        var month = 1
        for count in [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30] as [Int64] {
            guard days >= count else { break }
            days -= count
            month += 1
        }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let point = digits > 0 ? "." + String(repeating: "0", count: digits - "\(fraction)".count) + "\(fraction)" : ""
        var offset = "Z"
        if let zone { offset = (zone < 0 ? "-" : "+") + two(abs(zone) / 60) + ":" + two(abs(zone) % 60) }
        let clock = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
        return "\(year)-\(two(month))-\(two(Int(days) + 1))T\(clock)\(point)\(offset)"
    }
}
