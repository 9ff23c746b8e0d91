import Foundation
import Inspection
import Reporting
import RongCloud
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Names

/// The small trees beside this file, each with the mistakes that its comments name.
private enum Fixture {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

    static let platforms = ["ios", "android", "web", "flutter"]

    static func table(_ platform: String, isCompared: Bool = true) throws -> NameTable {
        let sources = try SourceTree(at: "\(folder)/\(platform)").files
        return NameTable(label: platform, isCompared: isCompared, sources: sources)
    }

    /// A finding as `severity code file:line name`.
    static func short(_ finding: NameFinding) -> String {
        let place = finding.place.map { "\($0.file.dropFirst(folder.count + 1)):\($0.line)" } ?? finding.label
        return "\(finding.severity) \(finding.code.rawValue.dropFirst(6)) \(place) \(finding.objectName)"
    }
}

@Suite("Names check over source trees")
struct NamesCheckTests {
    /// Every planted mistake of one tree, by platform.
    static let planted: [String: [String]] = [
        "ios": [
            "error letter-case ios/ChatController.m:11 RC:IMGMSG",
            "error unknown ios/ChatController.m:13 RC:LocMsg",
            "error reserved-prefix ios/Messages/OrderMessage.m:18 RC:RedPacket",
        ],
        "android": [
            "error letter-case android/message/OrderNotice.kt:9 RC:Txtmsg",
            "error duplicate android/message/OrderNotice.kt:13 app:notice",
            "error flags android/message/OrderNotice.kt:17 RC:HQVCMsg",
            "note known-flags android/message/OrderNotice.kt:21 RC:VCSummary",
        ],
        "web": [
            "error flags web/src/legacy.js:4 RC:GrpNtf",
            "error unknown web/src/messages.ts:14 RC:CombinMsg",
            "error letter-case web/src/messages.ts:15 RC:vcMsg",
        ],
        "flutter": [
            "error letter-case flutter/lib/messages.dart:16 RC:FileMSG",
            "error letter-case flutter/lib/messages.dart:24 RC:RcCMD",
            "error reserved-prefix flutter/lib/messages.dart:26 RC:StckMsg",
        ],
    ]

    /// The mistakes that show only beside the other trees.
    static let between = [
        "error flags android/message/OrderMessage.java:7 app:order",
        "error letter-case web/src/messages.ts:3 app:Order",
        "error flags flutter/lib/messages.dart:21 app:gift",
        "warning missing android/message/OrderNotice.kt:7 app:notice",
    ]

    @Test("every planted mistake of a tree is found, and nothing else", arguments: Fixture.platforms)
    func oneTree(_ platform: String) throws {
        let findings = NamesCheck().findings([try Fixture.table(platform, isCompared: false)])
        #expect(findings.map(Fixture.short).sorted() == Self.planted[platform]?.sorted())
    }

    @Test("four trees beside each other show what differs between them, and nothing else")
    func allTrees() throws {
        let findings = NamesCheck().findings(try Fixture.platforms.map { try Fixture.table($0) })
        let expected = Fixture.platforms.flatMap { Self.planted[$0] ?? [] } + Self.between
        #expect(findings.map(Fixture.short).sorted() == expected.sorted())
        #expect(findings.first { $0.code == .missing }?.text.hasSuffix("declares, is not in ios, web") == true)
        #expect(findings.map(\.label) == findings.map(\.label).sorted { order($0) < order($1) })
    }

    private func order(_ label: String) -> Int { Fixture.platforms.firstIndex(of: label) ?? -1 }

    @Test("an unknown name comes with the nearest known ones")
    func hints() throws {
        let findings = NamesCheck().findings(try Fixture.platforms.map { try Fixture.table($0, isCompared: false) })
        let nearest = Dictionary(findings.map { ($0.objectName, $0.nearest.first) }) { first, _ in first }
        #expect(nearest["RC:CombinMsg"] == "RC:CombineMsg")
        #expect(nearest["RC:StckMsg"] == "RC:StkMsg")
        #expect(nearest["RC:LocMsg"] == "RC:LBSMsg")
        #expect(nearest["RC:IMGMSG"] == "RC:ImgMsg")
        #expect(nearest["RC:RedPacket"] == .some(nil))
    }

    @Test("a name behind a constant is reported once, where it is spelt, and its flags where it is declared")
    func constants() {
        let text = """
            class Names { static final String TEXT = "RC:TXTMSG"; static final String INFO = "RC:InfoNtf"; }
            @MessageTag(value = Names.TEXT, flag = 3) class A {}
            @MessageTag(value = Names.INFO, flag = 3)
            class B {}
            """
        let source = SourceFile(path: "a.java", language: .java, bytes: Array(text.utf8))
        let findings = NamesCheck().findings([NameTable(label: "a", isCompared: false, sources: [source])])
        #expect(
            findings.map { "\($0.code.rawValue) \($0.place?.line ?? 0)" } == ["names.letter-case 1", "names.flags 3"]
        )
    }

    @Test("in a tree for several platforms a type may be declared once on each, with the same flags")
    func mixedTree() throws {
        let sources = try SourceTree(at: Fixture.folder).files
        let findings = NamesCheck().findings([NameTable(label: "all", isCompared: false, sources: sources)])
        #expect(findings.filter { $0.code == .duplicate }.map(\.objectName) == ["app:notice"])
        let flags = findings.filter { $0.code == .flags && $0.objectName.hasPrefix("app:") }.map(Fixture.short)
        #expect(
            flags == [
                "error flags flutter/lib/messages.dart:21 app:gift",
                "error flags ios/Messages/OrderMessage.m:10 app:order",
                "error flags web/src/messages.ts:6 app:Order",
            ]
        )
    }

    @Test("columns count characters from 1")
    func columns() throws {
        let text = "let 名前 = \"RC:TXTMSG\"\n\t\"RC:txtMsg\"\n"
        let source = SourceFile(path: "a.swift", language: .swift, bytes: Array(text.utf8))
        let findings = NamesCheck().findings([NameTable(label: "a", isCompared: false, sources: [source])])
        #expect(
            findings.map(\.place) == [
                .init(file: "a.swift", line: 1, column: 10), .init(file: "a.swift", line: 2, column: 2),
            ]
        )
    }
}

@Suite("Names check over adapters' tables")
struct AdapterTableTests {
    private func table(_ label: String, _ json: String) throws -> NameTable {
        try NameTable(label: label, adapterTable: Array(json.utf8))
    }

    @Test("a table is held against the catalogue and against the other table")
    func twoTables() throws {
        let first = try table(
            "a",
            """
            [{"objectName":"RC:TxtMsg","persisted":true,"counted":true,"class":"Text"},
             {"objectName":"RC:InfoNtf","persisted":true,"counted":true,"class":"Info"},
             {"objectName":"RC:Typsts","persisted":false,"counted":false,"class":"Typing"},
             {"objectName":"app:x","persisted":true,"counted":false,"class":"X"},
             {"objectName":"app:x","persisted":true,"counted":false,"class":"Y"}]
            """
        )
        let second = try table(
            "b",
            """
            [{"objectName":"RC:TxtMsg","persisted":true,"counted":true},
             {"objectName":"RC:TypSts","persisted":false,"counted":false},
             {"objectName":"app:x","persisted":false,"counted":false}]
            """
        )
        let found = NamesCheck().findings([first, second]).map { "\($0.label) \($0.code.rawValue) \($0.objectName)" }
        #expect(
            found.sorted() == [
                "a names.duplicate app:x", "a names.flags RC:InfoNtf", "a names.letter-case RC:Typsts",
                "a names.missing RC:InfoNtf", "b names.flags app:x", "b names.letter-case RC:TypSts",
            ]
        )
    }

    @Test(
        "what is no table is an error",
        arguments: [("{}", WireError.Code.value), ("[{}]", .value), ("[", .json), ("[1]", .value), ("", .json)]
    )
    func brokenTables(_ text: String, _ code: WireError.Code) throws {
        let error = #expect(throws: WireError.self) { try self.table("a", text) }
        #expect(error?.code == code)
    }
}

@Suite("Names check's reports")
struct NamesReportTests {
    private func report() throws -> FindingReport {
        let tables = try Fixture.platforms.map { try Fixture.table($0) }
        return FindingReport(names: NamesCheck().findings(tables), sourceCount: tables.reduce(0) { $0 + $1.fileCount })
    }

    @Test("a line of text has place, severity, sentence and code")
    func text() throws {
        let lines = try report().lines
        let line = try #require(lines.first { $0.contains("RC:CombinMsg") })
        #expect(
            line == Fixture.folder
                + "/web/src/messages.ts:14:10: error: RC:CombinMsg is not a known object name; did you mean "
                + "RC:CombineMsg? [names.unknown]"
        )
    }

    @Test("a name cannot send commands to the terminal")
    func controlCharacters() throws {
        let json = #"[{"objectName":"RC:\u001b[31mX\u202e"}]"#
        let table = try NameTable(label: "a", adapterTable: Array(json.utf8))
        let report = FindingReport(names: NamesCheck().findings([table]), sourceCount: 1)
        #expect(report.lines.count == 1)
        #expect(report.lines.first?.contains(#"RC:\u{1b}[31mX\u{202e} is not known"#) == true)
    }

    @Test("counts and the worst severity are those of the findings")
    func counts() throws {
        let report = try report()
        #expect(report.count(.note) == 1 && report.count(.warning) == 1 && report.count(.error) == 15)
        #expect(report.worst == .error)
        #expect(report.summary == "15 errors, 1 warning, 1 note in 10 sources")
        #expect(FindingReport(names: [], sourceCount: 1).worst == nil)
    }

    @Test("the JSON report is valid by its schema", .enabled(if: Python.canValidate, "needs Python's jsonschema"))
    func json() throws {
        let json = try report().json
        #expect(json["findings"]?.elements?.count == 17)
        try Python.validate(json.description, schema: "imwire-findings-1.schema.json")
    }

    @Test("the SARIF log has what version 2.1.0 asks for")
    func sarif() throws {
        let log = try report().sarif(version: "1.2.3")
        #expect(log["version"]?.string == "2.1.0")
        #expect(log["$schema"]?.string?.hasSuffix("sarif-2.1.0.json") == true)
        let runs = try #require(log["runs"]?.elements)
        #expect(runs.count == 1)
        let driver = try #require(runs[0]["tool"]?["driver"])
        #expect(driver["name"]?.string == "imwire")
        #expect(driver["version"]?.string == "1.2.3")
        let rules = try #require(driver["rules"]?.elements)
        #expect(Set(rules.compactMap { $0["id"]?.string }).count == rules.count)
        let results = try #require(runs[0]["results"]?.elements)
        #expect(results.count == 17)
        for result in results {
            // The rule that the index names, a level of the standard, and a message (sections 3.27.5, 3.27.6, 3.27.10).
            let index = try #require(result["ruleIndex"]?.int64)
            #expect(rules[Int(index)]["id"]?.string == result["ruleId"]?.string)
            #expect(["none", "note", "warning", "error"].contains(result["level"]?.string ?? ""))
            #expect(result["message"]?["text"]?.string?.isEmpty == false)
            let location = try #require(result["locations"]?[0]?["physicalLocation"])
            let uri = try #require(location["artifactLocation"]?["uri"]?.string)
            #expect(URL(string: uri)?.isFileURL == true)
            #expect(try #require(location["region"]?["startLine"]?.int64) > 0)
            #expect(try #require(location["region"]?["startColumn"]?.int64) > 0)
        }
    }

    @Test("the SARIF log is valid by the standard's schema", .enabled(if: Python.canValidate, "needs jsonschema"))
    func sarifSchema() throws {
        try Python.validate(report().sarif(version: "1.2.3").description, schema: Self.sarifParts)
    }

    /// The parts of the SARIF 2.1.0 schema that a log of ours uses, with the standard's own limits.
    static let sarifParts = """
        {"type": "object", "required": ["version", "runs"], "additionalProperties": false, "properties": {
          "$schema": {"type": "string", "format": "uri"}, "version": {"enum": ["2.1.0"]},
          "runs": {"type": "array", "items": {"type": "object", "required": ["tool"], "additionalProperties": false,
            "properties": {
              "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
              "invocations": {"type": "array", "items": {"type": "object", "required": ["executionSuccessful"]}},
              "tool": {"type": "object", "required": ["driver"], "additionalProperties": false, "properties": {
                "driver": {"type": "object", "required": ["name"], "additionalProperties": false, "properties": {
                  "name": {"type": "string"}, "version": {"type": "string"},
                  "rules": {"type": "array", "uniqueItems": true, "items": {"type": "object", "required": ["id"],
                    "additionalProperties": false, "properties": {
                      "id": {"type": "string"},
                      "shortDescription": {"type": "object", "required": ["text"]},
                      "defaultConfiguration": {"type": "object", "properties": {
                        "level": {"enum": ["none", "note", "warning", "error"]}}}}}}}}}},
              "results": {"type": "array", "items": {"type": "object", "required": ["message"],
                "additionalProperties": false, "properties": {
                  "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": -1},
                  "level": {"enum": ["none", "note", "warning", "error"]},
                  "message": {"type": "object", "required": ["text"]}, "properties": {"type": "object"},
                  "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
                  "locations": {"type": "array", "uniqueItems": true, "items": {"type": "object",
                    "additionalProperties": false, "properties": {
                      "physicalLocation": {"type": "object", "additionalProperties": false, "properties": {
                        "artifactLocation": {"type": "object", "properties": {
                          "uri": {"type": "string", "format": "uri-reference"}}},
                        "region": {"type": "object", "properties": {
                          "startLine": {"type": "integer", "minimum": 1},
                          "startColumn": {"type": "integer", "minimum": 1}}}}}}}}}}}}}}}}
        """
}

/// Python's JSON Schema validator.
enum Python {
    /// Whether it is installed.
    static let canValidate = OutsideTool.has("jsonschema")

    /// Expects a JSON text to be valid by a schema: a file in `Docs/schemas`, or the schema itself.
    static func validate(_ json: String, schema: String) throws {
        let text = schema.hasPrefix("{") ? schema : try ProjectFolder.text("Docs/schemas/\(schema)")
        let folder = try TemporaryFolder()
        _ = try folder.write(text, to: "schema.json")
        _ = try folder.write(json, to: "value.json")
        let program = """
            import json, jsonschema, sys
            schema, value = (json.load(open(name, encoding="utf-8")) for name in ("schema.json", "value.json"))
            errors = list(jsonschema.Draft202012Validator(schema).iter_errors(value))
            for error in errors[:5]:
                print(error.json_path, error.message[:200])
            sys.exit(1 if errors else 0)
            """
        let run = try OutsideTool.run("python3", ["-c", program], in: folder.url)
        #expect(run.status == 0, "\(run.output)")
    }
}
