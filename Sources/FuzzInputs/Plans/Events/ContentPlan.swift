/// Contents of messages with members that are missing, null, of another type, repeated or beyond their limits, and the
/// expected diagnostics.
///
/// A plan chooses the state of each member. The members are those of a system's reference.
package struct ContentPlan {
    /// A member in the reference's table.
    private struct Member {
        let path: String
        let types: [String]
        let isRequired: Bool
    }

    /// Returns a value for a member that has rules besides its type, and adds the expected diagnostics; `nil` if any
    /// value of the type will do.
    package typealias ValueMaker = (_ path: String, _ choice: Int, _ expected: inout [String]) -> String?

    private let members: [Member]
    /// The members without diagnostics about presence and type.
    private let free: Set<String>
    private let value: ValueMaker

    /// Parses a table: members separated by spaces, each `path:type|type`, with `!` at the end if it is required.
    package init(_ table: String, free: Set<String> = [], value: @escaping ValueMaker) {
        members = table.split(separator: " ").map { member in
            let parts = member.split(separator: ":").map(String.init)
            return Member(
                path: parts[0],
                types: parts[1].filter { $0 != "!" }.split(separator: "|").map(String.init),
                isRequired: parts[1].hasSuffix("!")
            )
        }
        self.free = free
        self.value = value
    }

    /// Returns the members of a content, and the expected diagnostics: the severity if the content decides it, a code
    /// and a path.
    package func content(_ reader: inout PlanReader) -> (members: [String], expected: [String]) {
        var expected: [String] = []
        let written = object(below: "", &reader, &expected)
        return (written, expected)
    }

    /// Returns the members of an object, and adds the expected diagnostics.
    private func object(below parent: String, _ reader: inout PlanReader, _ expected: inout [String]) -> [String] {
        var written: [String] = []
        var doubled: String?
        for member in members where member.path.hasPrefix(parent) {
            let path = member.path
            let key = String(path.dropFirst(parent.count))
            guard !key.contains(".") else { continue }
            let choice = reader.byte()
            var code: String?
            switch choice & 7 {
            case 3:
                if member.isRequired { code = "warning missing-field" }
            case 4:
                written.append("\"\(key)\":null")
                // `null` is acceptable for an optional member.
                code = member.isRequired ? "warning null-value" : "note null-value"
            case 5:
                let value: String
                (value, code) = Self.wrong(member.types, choice >> 3)
                written.append("\"\(key)\":\(value)")
            default:
                let isObject = member.types[0] == "object"
                let text: String
                if isObject {
                    let inner = object(below: path + ".", &reader, &expected)
                    text = "{\(inner.joined(separator: ","))}"
                } else {
                    text = value(path, choice >> 3, &expected) ?? Self.right(member.types, choice >> 3)
                }
                written.append("\"\(key)\":\(text)")
                guard choice & 7 == 6, !isObject, doubled == nil else { break }
                // Only the first repeated member has a diagnostic.
                doubled = path
                written.append("\"\(key)\":\(text)")
            }
            if let code, !free.contains(path) { expected.append("\(code) \(path)") }
        }
        if let doubled { expected.append("warning duplicate-key \(doubled)") }
        return written
    }

    // MARK: Values

    /// Returns a number in one of its spellings; two are below zero, and one exceeds a signed 64-bit integer.
    static func number(_ choice: Int) -> String {
        ["5", "0", "-1", "7.0", "-0", "-2", "1e3", "12", "9223372036854775808"][choice % 9]
    }

    /// Returns a number that must not be below zero.
    package static func size(_ path: String, _ choice: Int, _ expected: inout [String]) -> String {
        let number = number(choice)
        if number == "-1" || number == "-2" { expected.append("value-limit \(path)") }
        return number
    }

    /// Returns degrees at, within and beyond both ends.
    package static func degrees(upTo end: Double, _ path: String, _ choice: Int, _ expected: inout [String]) -> String {
        let degrees = [end, -end, end + 0.5, -end - 0.5, 0, end - 0.25, -end + 0.25, end * 2][choice & 7]
        if abs(degrees) > end { expected.append("coordinate-range \(path)") }
        return "\(degrees)"
    }

    /// Returns a value of a type.
    private static func right(_ types: [String], _ choice: Int) -> String {
        switch types[choice % types.count] {
        case "integer", "number": number(choice)
        case "array<string>": choice & 1 == 0 ? "[]" : "[\"a\",\"b\"]"
        case "array<object>": choice & 1 == 0 ? "[]" : "[{},{}]"
        case "boolean": choice & 1 == 0 ? "true" : "false"
        default: "\"x\""
        }
    }

    /// Returns a value of another type, and the expected diagnostic.
    private static func wrong(_ types: [String], _ choice: Int) -> (value: String, code: String) {
        let isNumber = types.contains("integer") || types.contains("number")
        if isNumber, types.count == 1, choice & 3 == 1 { return ("\"12\"", "note number-as-text") }
        if types == ["integer"], choice & 3 == 2 { return ("1.5", "warning wrong-type") }
        if types == ["array<string>"], choice & 1 == 1 { return ("[\"a\",5]", "warning wrong-type") }
        if types == ["array<object>"], choice & 1 == 1 { return ("[{},\"a\"]", "warning wrong-type") }
        if types == ["string"], choice & 1 == 1 { return ("7", "warning wrong-type") }
        if types == ["boolean"] {
            return [
                ("0", "note bool-as-number"), ("1", "note bool-as-number"), ("2", "warning wrong-type"),
                ("\"true\"", "warning wrong-type"),
            ][
                choice & 3
            ]
        }
        return ("true", "warning wrong-type")
    }
}
