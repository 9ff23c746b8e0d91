/// Finds the names that are one letter away from another: one too many, one missing, one changed, or two swapped.
///
/// Each name is kept under what is left of it when any one letter is taken away; so a search costs the length of the name
/// and not the number of names.
struct NearNames {
    private var places: [String: [String]] = [:]

    /// Shorter names are near to too many others.
    private static let shortest = 6

    init(_ names: some Sequence<String>) {
        for name in Set(names).sorted() where Self.isFit(name) {
            for key in Self.keys(name) { places[key, default: []].append(name) }
        }
    }

    private static func isFit(_ name: String) -> Bool { (shortest...64).contains(name.utf8.count) }

    private static func keys(_ name: String) -> Set<String> {
        let letters = Array(name.utf8)
        var keys: Set<String> = [name]
        for index in letters.indices {
            var rest = letters
            rest.remove(at: index)
            keys.insert(String(decoding: rest, as: UTF8.self))
        }
        return keys
    }

    /// The names near to another one that is none of them, in their order.
    func near(to name: String) -> [String] {
        guard Self.isFit(name) else { return [] }
        var found: Set<String> = []
        for key in Self.keys(name) {
            for other in places[key] ?? [] where other != name && Self.isNear(name, other) { found.insert(other) }
        }
        return found.sorted()
    }

    /// Whether two names are one letter apart, and that is no digit: names may be numbered.
    static func isNear(_ one: String, _ other: String) -> Bool {
        let first = Array(one.utf8)
        let second = Array(other.utf8)
        guard abs(first.count - second.count) <= 1 else { return false }
        let start = zip(first, second).prefix { $0 == $1 }.count
        var left = first[start...]
        var right = second[start...]
        while let last = left.last, last == right.last {
            left.removeLast()
            right.removeLast()
        }
        let isNumber = (left + right).contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !isNumber else { return false }
        if left.count <= 1, right.count <= 1 { return !(left.isEmpty && right.isEmpty) }
        return left.count == 2 && right.count == 2 && left.first == right.last && left.last == right.first
    }
}
