import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireJSON

/// Reads captures that plans generated: their events, findings and rows in `flows`.
enum PlanEvents {
    /// Returns the events in order.
    ///
    /// - Parameters:
    ///   - secrets: the TLS secrets that decrypt the capture, here and below.
    ///   - system: the system to decode connections as, here and below.
    ///   - showsSecrets: whether tokens are shown in full or shortened.
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

    /// Returns how often `check` reports each of some rules.
    static func findings(
        _ capture: [UInt8],
        _ rules: [String],
        _ secrets: TLSSecrets = TLSSecrets(),
        as system: DecodeAs? = nil
    ) throws(Violation) -> [Int] {
        let lines = try check(capture, secrets, as: system)
        return rules.map { rule in lines.count { $0.hasSuffix("[\(rule)]") } }
    }

    /// Returns the output of `check`, a line for each finding.
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

    /// Returns facts from the `flows` row of a capture's only connection: transport, system, user, session, app, SDK
    /// and ending.
    static func whoIsThere(_ capture: [UInt8], _ secrets: TLSSecrets = TLSSecrets()) throws(Violation) -> String {
        let row = try row(capture, secrets)
        let keys = ["transport", "system", "user", "sessionId", "appKey", "sdkVersion", "ending"]
        return keys.map { row[$0]?.string ?? "-" }.joined(separator: ", ")
    }

    /// Returns client and server of a capture's only connection.
    static func ends(_ capture: [UInt8]) throws(Violation) -> [String] {
        let row = try row(capture, TLSSecrets())
        return ["client", "server"].map { row[$0]?.string ?? "-" }
    }

    /// Returns the SDK generations that fit a capture's only connection; `nil` if nothing tells them apart.
    static func generations(_ capture: [UInt8]) throws(Violation) -> [Int]? {
        try row(capture, TLSSecrets())["generations"]?.elements?.compactMap(\.int64).map(Int.init)
    }

    private static func row(_ capture: [UInt8], _ secrets: TLSSecrets) throws(Violation) -> JSONValue {
        let text = try CaptureBytes.flows(probe(secrets), capture)
        let rows = (try? JSONValue(parsing: Array(text.utf8)))?["flows"]?.elements ?? []
        guard rows.count == 1 else { throw Violation(.meaning, "of one connection there are \(rows.count) rows") }
        return rows[0]
    }

    /// Returns a probe that decrypts with the secrets.
    static func probe(_ secrets: TLSSecrets, as system: DecodeAs? = nil) -> CaptureProbe {
        var probe = CaptureProbe()
        if let system { probe.options.decodeAs = [system] }
        probe.options.secrets = secrets
        return probe
    }

    /// Compares two lists element by element.
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

    /// Returns the event that this one answers and the latency in microseconds; empty if the event answers nothing.
    static func reply(_ event: JSONValue) -> String {
        guard let reply = event["inReplyTo"], let number = reply["n"]?.int64 else { return "" }
        let latency = reply["latency"].flatMap { Double($0.description) }.map { Int(($0 * 1_000_000).rounded()) } ?? -1
        return "answers \(number) \(reply["topic"]?.string ?? "-") after \(latency)"
    }
}
