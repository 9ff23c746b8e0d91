import WireFormat
import WireJSON

/// Findings that are known and accepted: a run with a baseline reports only new findings.
///
/// Another capture of the same fault has other times and numbers, so a finding is recognised by its rule and its
/// sentence without numbers. The baseline also counts: one finding more than known is new.
public struct FindingBaseline: Hashable, Sendable {
    /// The schema of a baseline file.
    public static let schema = "imwire-baseline/1"

    /// A kind of finding, with the number of known findings.
    private struct Entry: Hashable, Sendable {
        var code: String
        var text: String
        var count: Int
    }

    /// The entries by fingerprint.
    private var entries: [String: Entry] = [:]

    /// An error while reading a baseline.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason, in one sentence.
        public let description: String
    }

    /// Makes a baseline that knows the given findings.
    public init(_ findings: [Finding]) {
        for finding in findings {
            entries[finding.fingerprint, default: Entry(code: finding.rule.id, text: finding.text, count: 0)].count += 1
        }
    }

    /// Reads a baseline file.
    ///
    /// - Throws: ``Failure`` for bytes that are not JSON of the schema ``schema``, or lack a member.
    public init(parsing bytes: [UInt8]) throws(Failure) {
        let json: JSONValue
        do throws(SchemaFile.Failure) {
            json = try SchemaFile.read(bytes, schema: Self.schema)
        } catch {
            throw Failure(description: error.description)
        }
        guard let list = json["findings"]?.elements else { throw Failure(description: "findings is not a list") }
        for entry in list {
            guard let fingerprint = entry["fingerprint"]?.string, let code = entry["code"]?.string,
                let count = entry["count"]?.int64, count > 0
            else { throw Failure(description: "a finding without fingerprint, code or count") }
            let known = Int(clamping: count).addingSaturated(entries[fingerprint]?.count ?? 0)
            entries[fingerprint] = Entry(code: code, text: entry["text"]?.string ?? "", count: known)
        }
    }

    /// The text of the baseline file: a JSON object of the schema ``schema``, with a line for each kind of finding.
    public var text: String {
        let lines = entries.sorted { ($0.value.code, $0.key) < ($1.value.code, $1.key) }.map { fingerprint, entry in
            let json: JSONValue = [
                "fingerprint": JSONValue(fingerprint), "code": JSONValue(entry.code), "count": JSONValue(entry.count),
                "text": JSONValue(entry.text),
            ]
            return "    \(json.safeLine)"
        }
        let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
        return "{\n  \"schema\": \"\(Self.schema)\",\n  \"findings\": \(list)\n}\n"
    }

    /// Uses up one known finding of this kind; returns `false` if the finding is new.
    mutating func take(_ finding: Finding) -> Bool {
        guard let left = entries[finding.fingerprint]?.count, left > 0 else { return false }
        entries[finding.fingerprint]?.count = left - 1
        return true
    }
}

extension Finding {
    /// A hash that is the same in another capture of the same fault: 16 hex digits.
    ///
    /// The hash is the 64-bit FNV-1a of the rule's id and the sentence, with every run of digits replaced by one `#`.
    public var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in rule.id.utf8 { take(byte) }
        take(0)
        var isInNumber = false
        for byte in text.utf8 {
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            if !isDigit { take(byte) } else if !isInNumber { take(UInt8(ascii: "#")) }
            isInNumber = isDigit
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension FindingReport {
    /// Removes the findings that a baseline knows, and counts them.
    public mutating func omit(_ baseline: FindingBaseline) {
        var rest = baseline
        let all = findings.count
        findings.removeAll { rest.take($0) }
        known += all - findings.count
        hasBaseline = true
    }
}
