package import WireFormat
import WireJSON

/// The known findings, from a report of `names check` as JSON.
///
/// A finding is identified by its code, its file or table, and its name or its system and number, but not by its line,
/// which moves.
package struct NamesBaseline: Sendable {
    private struct Key: Hashable {
        var code: String
        var place: String
        var name: String
        var system: String
    }

    /// The number of known findings for each key.
    private var counts: [Key: Int] = [:]

    /// Reads a report.
    ///
    /// - Throws: `json` if the bytes are not JSON, and `value` for another form.
    package init(parsing bytes: [UInt8]) throws(WireError) {
        let report = try JSONValue(parsing: bytes)
        guard report["schema"]?.string == "imwire-findings/1", let findings = report["findings"]?.elements else {
            throw WireError(.value, at: 0, path: ["schema"], expected: "a report of names check in JSON")
        }
        for finding in findings {
            let key = Key(
                code: finding["code"]?.string ?? "",
                place: finding["file"]?.string ?? finding["tree"]?.string ?? "",
                name: finding["objectName"]?.string ?? "",
                system: finding["system"]?.string ?? "\(NamingSystem.unnamed.name)"
            )
            counts[key, default: 0] += 1
        }
    }

    /// Returns the findings that are not known.
    package func new(of findings: [NameFinding]) -> [NameFinding] {
        var left = counts
        return findings.filter { finding in
            let key = Key(
                code: finding.code.rawValue,
                place: finding.place?.file ?? finding.label,
                name: finding.objectName,
                system: "\(finding.system.name)"
            )
            guard let count = left[key], count > 0 else { return true }
            left[key] = count - 1
            return false
        }
    }
}
