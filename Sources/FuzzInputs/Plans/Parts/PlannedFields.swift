/// Bytes that are put together field by field, with the line that a tree should have of each field.
struct PlannedFields: Sendable {
    /// A line of a tree: which bytes it is about, how deep it lies, what it says.
    private struct Row: Sendable {
        var range: Range<Int>
        var depth: Int
        var text: String
        /// Inner nodes have no bytes beside them.
        var hasBytes: Bool
        /// Secrets have stars.
        var isHidden = false
        /// Whether it has no bytes of its own, since it is what a text says that is JSON itself.
        var isInside = false
    }

    private(set) var bytes: [UInt8] = []
    private var rows: [Row] = []
    private var depth = 0

    /// A field of these bytes that says this.
    mutating func add(_ name: String, _ field: [UInt8], _ value: String) {
        rows.append(
            Row(range: bytes.count..<bytes.count + field.count, depth: depth, text: line(name, value), hasBytes: true)
        )
        bytes += field
    }

    /// A field of a secret, which says only this.
    mutating func hide(_ name: String, _ field: [UInt8], _ value: String) {
        add(name, field, value)
        rows[rows.count - 1].isHidden = true
    }

    /// Bytes that have no line of their own: signs between fields, and what is shown with a field around them.
    mutating func skip(_ field: [UInt8]) { bytes += field }

    /// What a text says that is JSON itself: a line without a place.
    mutating func inside(_ name: String, _ value: String) {
        rows.append(Row(range: 0..<0, depth: depth, text: line(name, value), hasBytes: false, isInside: true))
    }

    /// Lines one level further in, for what lies in the field before them.
    mutating func further(_ body: (inout Self) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// A field of a number in so many bytes, the highest first.
    mutating func number(_ name: String, _ value: Int, _ width: Int, _ shown: String? = nil) {
        add(name, Self.bigEndian(value, width), shown ?? "\(value)")
    }

    /// A text behind its length in two bytes.
    ///
    /// - Parameter wire: how the text is written, where that is not its UTF-8.
    mutating func text(_ name: String, _ text: String, wire: [UInt8]? = nil) {
        let body = wire ?? Array(text.utf8)
        add(name, Self.bigEndian(body.count, 2) + body, text)
    }

    /// A field that holds others, which `body` adds.
    mutating func group(_ name: String, _ body: (inout Self) -> Void) {
        let place = rows.count
        rows.append(Row(range: 0..<0, depth: depth, text: name, hasBytes: false))
        let start = bytes.count
        further(body)
        rows[place].range = start..<bytes.count
    }

    // MARK: protobuf

    /// A number of a protobuf message.
    mutating func varint(_ name: String, _ field: Int, _ value: Int, _ shown: String? = nil) {
        add(name, Self.varint(field << 3) + Self.varint(value), shown ?? "\(value)")
    }

    /// A text of a protobuf message.
    mutating func string(_ name: String, _ field: Int, _ value: String) {
        let body = Array(value.utf8)
        add(name, Self.varint(field << 3 | 2) + Self.varint(body.count) + body, value)
    }

    /// A secret of a protobuf message, of which four characters are shown.
    ///
    /// - Parameter shown: the value as it is shown; `nil` for its first four characters.
    mutating func hidden(_ name: String, _ field: Int, _ value: String, as shown: String? = nil) {
        string(name, field, value)
        rows[rows.count - 1].text = "\(name): \(shown ?? "\(value.prefix(4))…")"
        rows[rows.count - 1].isHidden = true
    }

    /// A message in a protobuf message.
    mutating func message(_ name: String, _ field: Int, _ body: (inout Self) -> Void) {
        var inner = Self()
        body(&inner)
        group(name) { fields in
            fields.skip(Self.varint(field << 3 | 2) + Self.varint(inner.bytes.count))
            fields.append(inner)
        }
    }

    /// A content that is JSON.
    mutating func content(_ name: String, _ field: Int, _ json: PlannedJSON) {
        var inner = Self()
        json.append("json", to: &inner)
        group(name) { fields in
            fields.skip(Self.varint(field << 3 | 2) + Self.varint(inner.bytes.count))
            fields.append(inner)
        }
    }

    /// The fields of another one, here.
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

    /// A number with the moment behind it where it is a time in milliseconds by its name and its thirteen digits.
    static func moment(_ name: String, _ number: String) -> String {
        let isTime = name == "t" || ["Time", "time", "Timestamp", "timestamp", "Ts"].contains { name.hasSuffix($0) }
        guard isTime, number.utf8.count == 13, let time = Int64(number), time > 0 else { return number }
        return "\(number) \(PlanMoment.text(time, digits: 3))"
    }

    private func line(_ name: String, _ value: String) -> String { value.isEmpty ? name : "\(name): \(value)" }

    /// The lines: places in eleven columns, the first twelve bytes in thirty-six, then names and values, two columns
    /// further to the right for each level; all these with two columns before them.
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

    /// A text with spaces behind it up to so many columns, where each character takes one.
    static func pad(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.unicodeScalars.count))
    }

    /// A byte in two digits.
    static func hex(_ byte: UInt8) -> String {
        let digits = Array("0123456789abcdef")
        return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }

    /// A number in so many bytes, the highest first.
    static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
        Framing.bigEndian(UInt64(bitPattern: Int64(value)), width)
    }

    /// A number in groups of seven bits, the lowest first.
    static func varint(_ value: Int) -> [UInt8] { Framing.varint(UInt64(bitPattern: Int64(value))) }
}
