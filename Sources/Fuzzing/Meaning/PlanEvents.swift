import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireJSON

/// What a capture that was made of a plan becomes.
enum PlanEvents {
    /// The events in their order.
    ///
    /// - Parameters:
    ///   - secrets: those that open what is encrypted, here and below.
    ///   - system: what connections are taken for, here and below.
    ///   - showsSecrets: whether they are there, or shortened.
    static func read(
        _ capture: [UInt8],
        _ secrets: TLSSecrets = TLSSecrets(),
        as system: DecodeAs? = nil,
        showsSecrets: Bool = true
    ) throws(Violation) -> [JSONValue] {
        var probe = probe(secrets, as: system)
        probe.options.showsSecrets = showsSecrets
        var events: [JSONValue] = []
        for line in try CaptureBytes.probe(probe, capture).output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation(.json, "an event is not JSON")
            }
            events.append(event)
        }
        return events
    }

    /// How often `check` finds what each of some rules is about.
    static func findings(
        _ capture: [UInt8],
        _ rules: [String],
        _ secrets: TLSSecrets = TLSSecrets(),
        as system: DecodeAs? = nil
    ) throws(Violation) -> [Int] {
        let lines = try check(capture, secrets, as: system)
        return rules.map { rule in lines.count { $0.hasSuffix("[\(rule)]") } }
    }

    /// What `check` says, a finding a line.
    static func check(
        _ capture: [UInt8],
        _ secrets: TLSSecrets = TLSSecrets(),
        as system: DecodeAs? = nil
    ) throws(Violation) -> [String] {
        var probe = probe(secrets, as: system)
        probe.output = .check
        let outcome = try CaptureBytes.probe(probe, capture)
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Who is on the only connection of a capture by its row in `flows`: transport, system, user, session, app, SDK, and how it
    /// ended.
    static func whoIsThere(_ capture: [UInt8], _ secrets: TLSSecrets = TLSSecrets()) throws(Violation) -> String {
        let row = try row(capture, secrets)
        let keys = ["transport", "system", "user", "sessionId", "appKey", "sdkVersion", "ending"]
        return keys.map { row[$0]?.string ?? "-" }.joined(separator: ", ")
    }

    /// Client and server of the only connection of a capture.
    static func ends(_ capture: [UInt8]) throws(Violation) -> [String] {
        let row = try row(capture, TLSSecrets())
        return ["client", "server"].map { row[$0]?.string ?? "-" }
    }

    /// The generations of SDKs that may be at the only connection of a capture, where something tells.
    static func generations(_ capture: [UInt8]) throws(Violation) -> [Int]? {
        try row(capture, TLSSecrets())["generations"]?.elements?.compactMap(\.int64).map(Int.init)
    }

    private static func row(_ capture: [UInt8], _ secrets: TLSSecrets) throws(Violation) -> JSONValue {
        let text = try CaptureBytes.flows(probe(secrets), capture)
        let rows = (try? JSONValue(parsing: Array(text.utf8)))?["flows"]?.elements ?? []
        guard rows.count == 1 else { throw Violation(.meaning, "of one connection there are \(rows.count) rows") }
        return rows[0]
    }

    /// A probe that can open what is encrypted.
    static func probe(_ secrets: TLSSecrets, as system: DecodeAs? = nil) -> CaptureProbe {
        var probe = CaptureProbe()
        if let system { probe.options.decodeAs = [system] }
        probe.options.secrets = secrets
        return probe
    }

    /// Two lists hold the same, place by place.
    static func compare(_ found: [String], _ expected: [String], _ what: String) throws(Violation) {
        for (place, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
            throw Violation(
                .meaning,
                "\(what) is not what was sent: number \(place + 1) is \(pair.0), sent was \(pair.1)",
                kind: "meaning: \(what)"
            )
        }
        guard found.count == expected.count else {
            throw Violation(.meaning, "of \(what) some are lost or made up: \(found.count) of \(expected.count)")
        }
    }

    /// How long after what it answers an event came, in microseconds; empty when it answers nothing.
    static func reply(_ event: JSONValue) -> String {
        guard let reply = event["inReplyTo"], let number = reply["n"]?.int64 else { return "" }
        let latency = reply["latency"].flatMap { Double($0.description) }.map { Int(($0 * 1_000_000).rounded()) } ?? -1
        return "answers \(number) \(reply["topic"]?.string ?? "-") after \(latency)"
    }
}
