public import WireFormat
public import WireJSON

extension MessageUID {
    /// The parts as a JSON object: `layout`, `time` in milliseconds, `sequence` if there is one, `type`, `hash`.
    public var json: JSONValue {
        var object: JSONValue = ["layout": JSONValue(layout.rawValue), "time": JSONValue(time)]
        if let sequence { object["sequence"] = JSONValue(sequence) }
        object["type"] = JSONValue(type.rawValue)
        object["hash"] = JSONValue(hash)
        return object
    }

    /// Reads the parts from a JSON object; without `layout`, the layout is B.
    ///
    /// Throws `required` for a missing part and `value` for a wrong one, with the part's name as path.
    public init(json: JSONValue) throws(WireError) {
        func integer(_ key: String) throws(WireError) -> Int64 {
            guard let value = json[key] else { throw WireError(.required, path: [key]) }
            guard let integer = value.int64 else { throw WireError(.value, path: [key], expected: "an integer") }
            return integer
        }
        var layout = Layout.b
        if let value = json["layout"] {
            guard let named = value.string.flatMap(Layout.init) else {
                throw WireError(.value, path: ["layout"], expected: "A or B")
            }
            layout = named
        }
        guard let type = Int32(exactly: try integer("type")) else {
            throw WireError(.value, path: ["type"], expected: "a small integer")
        }
        guard let hash = UInt32(exactly: try integer("hash")) else {
            throw WireError(.value, path: ["hash"], expected: "32 bits")
        }
        var sequence: Int?
        if json["sequence"] != nil {
            guard let number = Int(exactly: try integer("sequence")) else {
                throw WireError(.value, path: ["sequence"], expected: "a small integer")
            }
            sequence = number
        }
        try self.init(
            layout: layout,
            time: try integer("time"),
            sequence: sequence,
            type: ConversationType(rawValue: type),
            hash: hash
        )
    }

    /// The time in UTC, such as `2020-09-29T09:49:42.418Z` (RFC 3339).
    public var timestamp: String {
        let days = time / 86_400_000
        // Days are counted from 0000-03-01, in eras of 400 years, which all have the same length.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        let rest = time % 86_400_000
        func digits(_ value: Int64, _ width: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        let date = [digits(year, 4), digits(month < 10 ? month + 3 : month - 9, 2), digits(day, 2)]
        let clock = [digits(rest / 3_600_000, 2), digits(rest / 60_000 % 60, 2), digits(rest / 1000 % 60, 2)]
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "." + digits(rest % 1000, 3) + "Z"
    }
}
