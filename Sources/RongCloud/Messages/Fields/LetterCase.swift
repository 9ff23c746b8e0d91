import WireJSON

/// Compares names, ignoring ASCII letter case.
enum LetterCase {
    static func equal(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    /// Returns the name with its ASCII letters in lower case.
    static func folded(_ name: String) -> String { String(decoding: name.utf8.map(lowered), as: UTF8.self) }

    private static func lowered(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
}

extension JSONKind {
    /// The kind with its article.
    var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "a truth value"
        case .null: "null"
        }
    }
}
