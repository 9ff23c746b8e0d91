/// The values at a path of an event.
struct ComparedValues: Equatable {
    var texts: [String]
    /// Whether the order of the values does not matter.
    let isSet: Bool

    /// The texts of an empty object and of an empty list.
    static let emptyObject = "{}"
    static let emptyList = "[]"

    /// Whether the value is an empty object or an empty list.
    var isEmpty: Bool { texts == [Self.emptyObject] || texts == [Self.emptyList] }

    /// Returns the joined texts; for a set only those that `other` lacks, `nil` if it lacks none.
    func text(besides other: ComparedValues?) -> String? {
        guard isSet else { return texts.joined(separator: ", ") }
        var others = Dictionary(other?.texts.map { ($0, 1) } ?? [], uniquingKeysWith: +)
        let surplus = texts.filter { text in
            let count = others[text] ?? 0
            others[text] = count - 1
            return count <= 0
        }
        return surplus.isEmpty ? nil : surplus.joined(separator: ", ")
    }
}
