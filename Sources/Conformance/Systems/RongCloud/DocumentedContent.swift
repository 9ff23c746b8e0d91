import RongCloud
import WireFormat
import WireJSON

/// The content of a message in the documented form, or as it was written if the documented form would lose something.
struct DocumentedContent {
    /// The content.
    let value: JSONValue

    /// Reads a content.
    ///
    /// The library keeps parts without a place in the documented form as they were written, such as an unknown key
    /// inside a user, or a text in place of a number. Then the whole content is returned as it was written.
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
        // A content that is already in the documented form keeps its order.
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

    /// Returns the object inside a string, if a content was encoded twice.
    private static func unwrapped(_ value: JSONValue) -> JSONValue {
        guard let text = value.string, let inner = try? JSONValue(parsing: text), inner.members != nil else {
            return value
        }
        return inner
    }

    /// Returns whether `value` contains every text, number and truth value of `other`, except empty texts and zeros.
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

    /// Visits the leaves of a value; a number, a truth value and their texts count as the same.
    private static func visit(_ value: JSONValue, _ body: (String) -> Void) {
        switch value {
        case .object(let members): for member in members { visit(member.value, body) }
        case .array(let elements):
            // The position of an element counts, even if the element is null.
            for element in elements { if element.isNull { body("\u{0}") } else { visit(element, body) } }
        case .string(let string): body(string.text)
        case .number(let number): body(number.int64.map { String($0) } ?? number.spelling)
        case .bool(let bool): body(bool ? "1" : "0")
        case .null: break
        }
    }
}
