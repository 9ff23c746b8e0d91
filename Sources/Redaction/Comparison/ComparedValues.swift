/// What stands at a path of an event.
struct ComparedValues: Equatable {
    var texts: [String]
    /// Whether it has no order.
    let isSet: Bool

    /// What stands for an object and for a list that hold nothing.
    static let emptyObject = "{}"
    static let emptyList = "[]"

    /// Whether this is an object or a list that holds nothing.
    var isEmpty: Bool { texts == [Self.emptyObject] || texts == [Self.emptyList] }

    /// Its texts; of a set those that the other one lacks, `nil` when it has them all.
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
