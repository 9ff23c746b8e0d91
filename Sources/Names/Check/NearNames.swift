/// Finds the names that differ from another one by one letter: added, missing, changed, or two letters swapped.
///
/// Each name is stored under every string that removing one letter leaves, so the cost of a search depends on the
/// length of the name and not on the number of names.
struct NearNames {
    private var places: [String: [String]] = [:]

    /// The minimum length; shorter names are near to too many others.
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

    /// Returns the other names near to a name, sorted.
    func near(to name: String) -> [String] {
        guard Self.isFit(name) else { return [] }
        var found: Set<String> = []
        for key in Self.keys(name) {
            for other in places[key] ?? [] where other != name && Self.isNear(name, other) { found.insert(other) }
        }
        return found.sorted()
    }

    /// Returns whether two names differ by one letter that is not a digit, since names may be numbered.
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
