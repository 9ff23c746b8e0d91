public import WireJSON

/// The findings of a check, ready to be written.
public struct NamesReport: Sendable {
    /// How a report is written.
    public enum Format: String, CaseIterable, Sendable {
        /// A line for each finding.
        case text
        /// One JSON object of the schema `imwire-names/1`.
        case json
        /// SARIF 2.1.0.
        case sarif
    }

    /// The findings.
    public let findings: [NameFinding]
    /// How many files and tables were read.
    public let sourceCount: Int

    /// Makes a report.
    public init(findings: [NameFinding], sourceCount: Int) {
        self.findings = findings
        self.sourceCount = sourceCount
    }

    /// The weight of the worst finding; `nil` when there is none.
    public var worst: NameFinding.Severity? { findings.map(\.severity).max() }

    /// How many findings have a severity.
    public func count(_ severity: NameFinding.Severity) -> Int { findings.count { $0.severity == severity } }

    /// A line for each finding: place, severity, sentence, code; safe for a terminal, whatever the names are.
    public var lines: [String] {
        findings.map { finding in
            let place = finding.place.map { "\($0.file):\($0.line):\($0.column)" } ?? finding.label
            return Self.safe("\(place): \(finding.severity.rawValue): \(finding.text) [\(finding.code.rawValue)]")
        }
    }

    /// The text with control, escape and bidirectional characters escaped.
    private static func safe(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The numbers of findings in one sentence.
    public var summary: String {
        let counts = NameFinding.Severity.allCases.reversed().map { severity in
            let count = count(severity)
            return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        return counts.joined(separator: ", ") + " in \(sourceCount) source\(sourceCount == 1 ? "" : "s")"
    }

    /// The report as a JSON object of the schema `imwire-names/1`.
    public var json: JSONValue {
        let counts = NameFinding.Severity.allCases.map { JSONMember(JSONString($0.rawValue), JSONValue(count($0))) }
        return [
            "schema": "imwire-names/1", "sources": JSONValue(sourceCount), "counts": .object(counts),
            "findings": .array(findings.map(\.json)),
        ]
    }

    /// The report as a SARIF 2.1.0 log.
    ///
    /// - Parameter version: the version of the program.
    public func sarif(version: String) -> JSONValue {
        let rules = NameFinding.Code.allCases.map { code -> JSONValue in
            [
                "id": JSONValue(code.rawValue), "shortDescription": ["text": JSONValue(code.title)],
                "defaultConfiguration": ["level": JSONValue(code.severity.rawValue)],
            ]
        }
        let driver: JSONValue = ["name": "imwire", "version": JSONValue(version), "rules": .array(rules)]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
                    "results": .array(findings.map(Self.result)),
                ]
            ],
        ]
    }

    private static func result(_ finding: NameFinding) -> JSONValue {
        var result: JSONValue = [
            "ruleId": JSONValue(finding.code.rawValue),
            "ruleIndex": JSONValue(NameFinding.Code.allCases.firstIndex(of: finding.code) ?? 0),
            "level": JSONValue(finding.severity.rawValue), "message": ["text": JSONValue(finding.text)],
        ]
        if let place = finding.place {
            let region: JSONValue = ["startLine": JSONValue(place.line), "startColumn": JSONValue(place.column)]
            result["locations"] = [
                ["physicalLocation": ["artifactLocation": ["uri": JSONValue(uri(place.file))], "region": region]]
            ]
        }
        return result
    }

    /// A path as a URI reference (RFC 3986).
    private static func uri(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "@"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        // A colon in the first part would be taken for a scheme; it is escaped above.
        return result.hasPrefix("/") ? "file://" + result : result
    }
}
