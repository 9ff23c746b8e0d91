import Foundation
import Reporting
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Reports of findings")
struct CheckReportTests {
    private static let error = FindingRule(id: "made-error", severity: .error, title: "An error.", basis: "A fact.")
    private static let note = FindingRule(id: "made-note", severity: .note, title: "A note.")

    /// A finding of every kind of place.
    private static let report = FindingReport(
        command: "check",
        rules: [error, note],
        findings: [
            Finding(
                error,
                at: .events(file: "a b.pcap", flow: 2, numbers: [7, 3], time: 1_795_000_000_123_456_000),
                "seven \u{1B}[31mred",
                details: [JSONMember("status", 5)]
            ),
            Finding(note, severity: .warning, at: .source(file: "/src/x:y.swift", line: 4, column: 9), "there"),
            Finding(note, at: .named("adapter"), "where"),
            Finding(error, at: .events(file: "a b.pcap", flow: 2, numbers: [9], time: 0), "again"),
        ],
        omitted: 1,
        subject: ("events", 12)
    )

    @Test("text has a line for each finding, and what a rule rests on after its first")
    func text() {
        #expect(
            Self.report.text(.text, version: "1") == """
                a b.pcap: flow 2, events 7, 3: error: seven \\u{1b}[31mred [made-error]
                    A fact.
                /src/x:y.swift:4:9: warning: there [made-note]
                adapter: note: where [made-note]
                a b.pcap: flow 2, event 9: error: again [made-error]

                """
        )
        #expect(Self.report.summary == "2 errors, 1 warning, 1 note, 1 more left out in 12 events")
    }

    @Test("a report without findings is empty text, but whole JSON and SARIF")
    func empty() throws {
        let report = FindingReport(command: "check", rules: [Self.note], findings: [], subject: ("events", 1))
        #expect(report.text(.text, version: "1") == "")
        #expect(report.summary == "0 errors, 0 warnings, 0 notes in 1 event")
        let json = try JSONValue(parsing: report.text(.json, version: "1"))
        #expect(json["findings"]?.elements == [])
        let sarif = try JSONValue(parsing: report.text(.sarif, version: "1"))
        #expect(sarif["runs"]?.elements?.first?["results"]?.elements == [])
    }

    @Test(
        "--fail-on compares with the worst finding",
        arguments: [
            ([], [false, false, false]), ([.note], [true, false, false]), ([.note, .warning], [true, true, false]),
            ([.error], [true, true, true]),
        ] as [([Severity], [Bool])]
    )
    func threshold(_ severities: [Severity], _ expected: [Bool]) {
        let findings = severities.map { Finding(Self.note, severity: $0, at: .named("x"), "x") }
        let report = FindingReport(command: "check", rules: [Self.note], findings: findings, subject: ("events", 1))
        #expect([.note, .warning, .error].map { report.fails(on: $0) } == expected)
    }

    @Test("JSON has the members of its schema")
    func json() throws {
        let json = try JSONValue(parsing: Self.report.text(.json, version: "1"))
        #expect(json["schema"]?.string == "imwire-findings/1")
        #expect(json["counts"]?.description == #"{"note":1,"warning":1,"error":2}"#)
        #expect(json["omitted"]?.int64 == 1)
        #expect(json["events"]?.int64 == 12)
        let findings = try #require(json["findings"]?.elements)
        #expect(
            findings[0].description == #"{"severity":"error","code":"made-error","file":"a b.pcap","flow":2,"#
                + #""events":[7,3],"time":"2026-11-18T11:06:40.123456Z","text":"seven \u001b[31mred","status":5,"basis":"A fact."}"#
        )
        #expect(
            findings[1].description == #"{"severity":"warning","code":"made-note","file":"/src/x:y.swift","line":4,"#
                + #""column":9,"text":"there"}"#
        )
        let named = #"{"severity":"note","code":"made-note","subject":"adapter","text":"where"}"#
        #expect(findings[2].description == named)
    }

    // MARK: SARIF 2.1.0

    @Test("SARIF has what the standard requires", arguments: [0, 1])
    func sarif(_ which: Int) async throws {
        let report = which == 0 ? Self.report : try await check(CheckSimulation(.messageRate).talk.segments).report
        let log = try JSONValue(parsing: report.text(.sarif, version: "1.2.3"))
        #expect(log["version"]?.string == "2.1.0")
        let run = try #require(log["runs"]?.elements?.first)
        let driver = try #require(run["tool"]?["driver"])
        #expect(driver["name"]?.string == "imwire")
        #expect(driver["version"]?.string == "1.2.3")
        let rules = try #require(driver["rules"]?.elements)
        let ids = rules.compactMap { $0["id"]?.string }
        #expect(Set(ids).count == rules.count)
        let levels: Set = ["none", "note", "warning", "error"]
        for rule in rules {
            #expect(rule["shortDescription"]?["text"]?.string?.isEmpty == false)
            #expect(levels.contains(rule["defaultConfiguration"]?["level"]?.string ?? ""))
        }
        let results = try #require(run["results"]?.elements)
        #expect(results.count == report.findings.count)
        for result in results {
            let index = try #require(result["ruleIndex"]?.int64)
            #expect(result["ruleId"]?.string == ids[Int(index)])
            #expect(levels.contains(result["level"]?.string ?? ""))
            #expect(result["message"]?["text"]?.string?.isEmpty == false)
            for location in (result["locations"]?.elements ?? []) + (result["relatedLocations"]?.elements ?? []) {
                if let uri = location["physicalLocation"]?["artifactLocation"]?["uri"]?.string {
                    #expect(URL(string: uri) != nil && !uri.contains(" "))
                }
                let region = location["physicalLocation"]?["region"]
                #expect(region == nil || (region?["startLine"]?.int64 ?? 0) >= 1)
                #expect(location["physicalLocation"] != nil || location["logicalLocations"]?.elements?.isEmpty == false)
            }
        }
    }

    @Test("SARIF names files as URI references and events as logical locations")
    func sarifPlaces() throws {
        let results = try #require(Self.report.sarif(version: "1")["runs"]?.elements?.first?["results"]?.elements)
        let first = try #require(results[0]["locations"]?.elements?.first)
        #expect(first["physicalLocation"]?["artifactLocation"]?["uri"]?.string == "a%20b.pcap")
        #expect(first["logicalLocations"]?.elements?.first?["fullyQualifiedName"]?.string == "flow 2/event 7")
        #expect(results[0]["relatedLocations"]?.elements?.count == 1)
        #expect(results[0]["properties"]?["events"]?.description == "[7,3]")
        let second = try #require(results[1]["locations"]?.elements?.first?["physicalLocation"])
        #expect(second["artifactLocation"]?["uri"]?.string == "file:///src/x%3Ay.swift")
        #expect(second["region"]?.description == #"{"startLine":4,"startColumn":9}"#)
    }

    @Test("SARIF tells as notifications what was not looked at and what was left out")
    func sarifNotices() throws {
        var report = Self.report
        report.notices = [FindingReport.Notice(file: "a b.pcap", flow: 3, text: "TLS is not decrypted")]
        report.noticesLeftOut = 2
        let run = try #require(report.sarif(version: "1")["runs"]?.elements?.first)
        let invocation = try #require(run["invocations"]?.elements?.first)
        #expect(invocation["executionSuccessful"] == true)
        let notifications = try #require(invocation["toolExecutionNotifications"]?.elements)
        #expect(
            notifications.map { $0["message"]?["text"]?.string } == [
                "TLS is not decrypted", "2 more connections were not looked at",
                "1 more finding or unjudged item was left out: beyond a limit, or nothing that the program can judge",
            ]
        )
        let location = try #require(notifications[0]["locations"]?.elements?.first)
        #expect(location["physicalLocation"]?["artifactLocation"]?["uri"]?.string == "a%20b.pcap")
        #expect(location["logicalLocations"]?.elements?.first?["name"]?.string == "flow 3")
        let clean = FindingReport(command: "check", rules: [], findings: [], subject: ("events", 1))
        let silent = clean.sarif(version: "1")["runs"]?.elements?.first?["invocations"]?.description
        #expect(silent == #"[{"executionSuccessful":true}]"#)
    }

    @Test(
        "Python reads both formats that are JSON, and finds the same findings in them",
        .enabled(if: OutsideTool.path("python3") != nil, "python3 is not installed")
    )
    func python() throws {
        let script = """
            import json, sys
            plain, sarif = (json.loads(line) for line in sys.stdin)
            results = sarif["runs"][0]["results"]
            assert len(plain["findings"]) == len(results) > 0
            for one, other in zip(plain["findings"], results):
                assert (one["code"], one["severity"], one["text"]) == (
                    other["ruleId"], other["level"], other["message"]["text"])
            print(len(results))
            """
        let lines = Self.report.text(.json, version: "1") + Self.report.text(.sarif, version: "1")
        #expect(try Self.runPython(script, lines) == "4\n")
    }

    @Test(
        "the JSON follows the published schema, by Python's jsonschema",
        .enabled(if: OutsideTool.has("jsonschema", "referencing"), "needs Python's jsonschema and referencing")
    )
    func schema() async throws {
        let directory = ProjectFolder.file("Docs/schemas").path
        let script = """
            import glob, json, jsonschema, os, referencing, sys
            documents = [json.load(open(name)) for name in glob.glob(os.path.join("\(directory)", "*.json"))]
            resources = [(d["$id"], referencing.Resource.from_contents(d)) for d in documents]
            registry = referencing.Registry().with_resources(resources)
            schema = next(d for d in documents if d["$id"] == "imwire-findings-1.schema.json")
            known = set(schema["$defs"]["finding"]["properties"])
            validator = jsonschema.Draft202012Validator(schema, registry=registry)
            for line in sys.stdin:
                report = json.loads(line)
                validator.validate(report)
                assert set(report) <= set(schema["properties"]), report
                for finding in report["findings"]:
                    assert set(finding) <= known, finding
                broken = dict(report, findings=[{"severity": "bad", "code": "x", "text": "y"}])
                assert not validator.is_valid(broken)
            print("valid")
            """
        var lines = Self.report.text(.json, version: "1")
        for fault in CheckSimulation.Fault.allCases {
            lines += try await check(CheckSimulation(fault).talk.segments).report.text(.json, version: "1")
        }
        #expect(try Self.runPython(script, lines) == "valid\n")
    }

    /// What a Python program prints.
    private static func runPython(_ script: String, _ text: String) throws -> String {
        let output = try OutsideTool.output(of: "python3", ["-c", script], input: Array(text.utf8))
        return String(decoding: output, as: UTF8.self)
    }
}
