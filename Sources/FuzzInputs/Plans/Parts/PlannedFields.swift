/// Bytes built field by field, with the expected tree line of each field.
struct PlannedFields: Sendable {
    /// A line of a tree: its range of bytes, its depth, its text.
    private struct Row: Sendable {
        var range: Range<Int>
        var depth: Int
        var text: String
        /// Whether the line shows bytes; inner nodes show none.
        var hasBytes: Bool
        /// Whether stars replace the bytes, as for a secret.
        var isHidden = false
        /// Whether the line has no bytes of its own, because it belongs to JSON inside a text.
        var isInside = false
    }

    private(set) var bytes: [UInt8] = []
    private var rows: [Row] = []
    private var depth = 0

    /// Adds a field with its bytes and its shown value.
    mutating func add(_ name: String, _ field: [UInt8], _ value: String) {
        rows.append(
            Row(range: bytes.count..<bytes.count + field.count, depth: depth, text: line(name, value), hasBytes: true)
        )
        bytes += field
    }

    /// Adds a secret field with its shown value.
    mutating func hide(_ name: String, _ field: [UInt8], _ value: String) {
        add(name, field, value)
        rows[rows.count - 1].isHidden = true
    }

    /// Adds bytes without a line: punctuation between fields, and bytes that only an enclosing field shows.
    mutating func skip(_ field: [UInt8]) { bytes += field }

    /// Adds a line without a range, for JSON inside a text.
    mutating func inside(_ name: String, _ value: String) {
        rows.append(Row(range: 0..<0, depth: depth, text: line(name, value), hasBytes: false, isInside: true))
    }

    /// Adds lines one level deeper, for the contents of the field before them.
    mutating func further(_ body: (inout Self) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds a big-endian number of `width` bytes.
    mutating func number(_ name: String, _ value: Int, _ width: Int, _ shown: String? = nil) {
        add(name, Self.bigEndian(value, width), shown ?? "\(value)")
    }

    /// Adds a text after its length in two bytes.
    ///
    /// - Parameter wire: the bytes of the text, if they are not its UTF-8.
    mutating func text(_ name: String, _ text: String, wire: [UInt8]? = nil) {
        let body = wire ?? Array(text.utf8)
        add(name, Self.bigEndian(body.count, 2) + body, text)
    }

    /// Adds a field that contains others, which `body` adds.
    mutating func group(_ name: String, _ body: (inout Self) -> Void) {
        let place = rows.count
        rows.append(Row(range: 0..<0, depth: depth, text: name, hasBytes: false))
        let start = bytes.count
        further(body)
        rows[place].range = start..<bytes.count
    }

    // MARK: protobuf

    /// Adds a protobuf number.
    mutating func varint(_ name: String, _ field: Int, _ value: Int, _ shown: String? = nil) {
        add(name, Self.varint(field << 3) + Self.varint(value), shown ?? "\(value)")
    }

    /// Adds a protobuf string.
    mutating func string(_ name: String, _ field: Int, _ value: String) {
        let body = Array(value.utf8)
        add(name, Self.varint(field << 3 | 2) + Self.varint(body.count) + body, value)
    }

    /// Adds a protobuf string that is a secret.
    ///
    /// - Parameter shown: the shown value; `nil` for its first four characters.
    mutating func hidden(_ name: String, _ field: Int, _ value: String, as shown: String? = nil) {
        string(name, field, value)
        rows[rows.count - 1].text = "\(name): \(shown ?? "\(value.prefix(4))…")"
        rows[rows.count - 1].isHidden = true
    }

    /// Adds a nested protobuf message.
    mutating func message(_ name: String, _ field: Int, _ body: (inout Self) -> Void) {
        var inner = Self()
        body(&inner)
        group(name) { fields in
            fields.skip(Self.varint(field << 3 | 2) + Self.varint(inner.bytes.count))
            fields.append(inner)
        }
    }

    /// Adds a protobuf field with a JSON content.
    mutating func content(_ name: String, _ field: Int, _ json: PlannedJSON) {
        var inner = Self()
        json.append("json", to: &inner)
        group(name) { fields in
            fields.skip(Self.varint(field << 3 | 2) + Self.varint(inner.bytes.count))
            fields.append(inner)
        }
    }

    /// Appends the fields of `other`.
    mutating func append(_ other: Self) {
        for row in other.rows {
            let range = row.range.lowerBound + bytes.count..<row.range.upperBound + bytes.count
            var moved = row
            moved.range = range
            moved.depth += depth
            rows.append(moved)
        }
        bytes += other.bytes
    }

    // MARK: Lines

    /// Returns a number; its time follows, if the name and the thirteen digits mean a time in milliseconds.
    static func moment(_ name: String, _ number: String) -> String {
        let isTime = name == "t" || ["Time", "time", "Timestamp", "timestamp", "Ts"].contains { name.hasSuffix($0) }
        guard isTime, number.utf8.count == 13, let time = Int64(number), time > 0 else { return number }
        return "\(number) \(PlanMoment.text(time, digits: 3))"
    }

    private func line(_ name: String, _ value: String) -> String { value.isEmpty ? name : "\(name): \(value)" }

    /// The lines: after two columns, the range in eleven columns, the first twelve bytes in thirty-six, then name and
    /// value, two columns further to the right for each level.
    var lines: [String] {
        rows.map { row in
            guard !row.isInside else { return Self.pad("", 53 + 2 * row.depth) + row.text }
            var place = "\(row.range.lowerBound)"
            if !row.range.isEmpty { place += "–\(row.range.upperBound - 1)" }
            var hex = ""
            if row.hasBytes {
                hex = bytes[row.range].prefix(12).map { row.isHidden ? "**" : Self.hex($0) }.joined(separator: " ")
                if row.range.count > 12 { hex += "…" }
            }
            return "  \(Self.pad(place, 11))  \(Self.pad(hex, 36))  \(Self.pad("", 2 * row.depth))\(row.text)"
        }
    }

    /// Returns a text padded with spaces to a number of columns; each character counts as one column.
    static func pad(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.unicodeScalars.count))
    }

    /// Returns a byte as two hex digits.
    static func hex(_ byte: UInt8) -> String {
        let digits = Array("0123456789abcdef")
        return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }

    /// Returns a big-endian number of `width` bytes.
    static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
        Framing.bigEndian(UInt64(bitPattern: Int64(value)), width)
    }

    /// Returns a varint: groups of seven bits, the lowest first.
    static func varint(_ value: Int) -> [UInt8] { Framing.varint(UInt64(bitPattern: Int64(value))) }
}
