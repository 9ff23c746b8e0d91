/// Contents of messages with members that are missing, null, of another type, there twice or beyond their limits, and what is to
/// be said of them.
///
/// A plan says of each member what it is. The members are those of a system's reference.
package struct ContentPlan {
    /// A member by the reference's table.
    private struct Member {
        let path: String
        let types: [String]
        let isRequired: Bool
    }

    /// Makes a value of a member that means more to a system than its type says, and adds what is to be said of it; `nil` when
    /// any value of the type will do.
    package typealias ValueMaker = (_ path: String, _ choice: Int, _ expected: inout [String]) -> String?

    private let members: [Member]
    /// Members that nobody asks for, whatever they are.
    private let free: Set<String>
    private let value: ValueMaker

    /// Reads a table: members apart by spaces, each `path:type|type`, with `!` when it is required.
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

    /// Makes the members of the content, and what is to be said of them: how bad it is, where that is told here, a code and a path each.
    package func content(_ reader: inout PlanReader) -> (members: [String], expected: [String]) {
        var expected: [String] = []
        let written = object(below: "", &reader, &expected)
        return (written, expected)
    }

    /// The members of an object, and what is to be said of them.
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
                // What may be left out may as well be nothing.
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
                // Of several that come twice the first one is told.
                doubled = path
                written.append("\"\(key)\":\(text)")
            }
            if let code, !free.contains(path) { expected.append("\(code) \(path)") }
        }
        if let doubled { expected.append("warning duplicate-key \(doubled)") }
        return written
    }

    // MARK: Values

    /// A number in one of its spellings; two of them are below zero, and one is more than 64 bits with a sign hold.
    static func number(_ choice: Int) -> String {
        ["5", "0", "-1", "7.0", "-0", "-2", "1e3", "12", "9223372036854775808"][choice % 9]
    }

    /// A number that may not be below zero.
    package static func size(_ path: String, _ choice: Int, _ expected: inout [String]) -> String {
        let number = number(choice)
        if number == "-1" || number == "-2" { expected.append("value-limit \(path)") }
        return number
    }

    /// Degrees at, within and beyond both ends.
    package static func degrees(upTo end: Double, _ path: String, _ choice: Int, _ expected: inout [String]) -> String {
        let degrees = [end, -end, end + 0.5, -end - 0.5, 0, end - 0.25, -end + 0.25, end * 2][choice & 7]
        if abs(degrees) > end { expected.append("coordinate-range \(path)") }
        return "\(degrees)"
    }

    /// A value of a type.
    private static func right(_ types: [String], _ choice: Int) -> String {
        switch types[choice % types.count] {
        case "integer", "number": number(choice)
        case "array<string>": choice & 1 == 0 ? "[]" : "[\"a\",\"b\"]"
        case "array<object>": choice & 1 == 0 ? "[]" : "[{},{}]"
        case "boolean": choice & 1 == 0 ? "true" : "false"
        default: "\"x\""
        }
    }

    /// A value of another type, and what is said of it.
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
