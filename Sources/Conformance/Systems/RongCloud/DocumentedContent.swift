import RongCloud
import WireFormat
import WireJSON

/// The content of a message as the library has it: in the documented form where that says all that was written.
struct DocumentedContent {
    /// The content.
    let value: JSONValue

    /// Reads a content.
    ///
    /// What the documented form has no place for, such as a key that nobody knows inside of a user, or a text that is no
    /// number where one belongs, the library keeps as it was written; then the whole content is given so.
    ///
    /// Throws `json`, `limit`.
    init(objectName: String, _ bytes: [UInt8]) throws(WireError) {
        guard let type = MessageRegistry.builtIn[objectName] else {
            value = try JSONValue(parsing: bytes)
            return
        }
        let documented = try Self.documented(type, bytes)
        guard !bytes.isEmpty else {
            value = documented
            return
        }
        let written = try JSONValue(parsing: bytes)
        let inner = Self.unwrapped(written)
        // What is documented already keeps its order.
        var comparison = ValueComparison(isTwoWay: true)
        comparison.compare(documented, inner, at: "")
        guard !comparison.differences.isEmpty else {
            value = inner
            return
        }
        value = Self.says(documented, allOf: inner) && Self.says(inner, allOf: documented) ? documented : written
    }

    private static func documented(_ type: any MessageContent.Type, _ bytes: [UInt8]) throws(WireError) -> JSONValue {
        try type.init(parsing: bytes).json()
    }

    /// The object inside of a string, where a content was encoded twice.
    private static func unwrapped(_ value: JSONValue) -> JSONValue {
        guard let text = value.string, let inner = try? JSONValue(parsing: text), inner.members != nil else {
            return value
        }
        return inner
    }

    /// Whether every text, number and truth value of `other` is somewhere in `value`, but for those that say nothing.
    private static func says(_ value: JSONValue, allOf other: JSONValue) -> Bool {
        guard value.kind == other.kind else { return false }
        var left: [String: Int] = ["": .max, "0": .max]
        visit(value) { if $0 != "", $0 != "0" { left[$0, default: 0] += 1 } }
        var isComplete = true
        visit(other) { leaf in
            left[leaf, default: 0] -= 1
            if left[leaf, default: 0] < 0 { isComplete = false }
        }
        return isComplete
    }

    /// The leaves of a value; a number, a truth value and their texts count as the same.
    private static func visit(_ value: JSONValue, _ body: (String) -> Void) {
        switch value {
        case .object(let members): for member in members { visit(member.value, body) }
        case .array(let elements):
            // The place of an element counts, even of one that says nothing.
            for element in elements { if element.isNull { body("\u{0}") } else { visit(element, body) } }
        case .string(let string): body(string.text)
        case .number(let number): body(number.int64.map { String($0) } ?? number.spelling)
        case .bool(let bool): body(bool ? "1" : "0")
        case .null: break
        }
    }
}
