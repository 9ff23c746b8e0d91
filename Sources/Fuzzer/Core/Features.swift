import FuzzInputs
package import WireFormat

/// What a run of a target reached: decoder states, field paths, error codes; counted roughly.
///
/// It takes the place of a compiler's coverage: an input that reaches something new is worth keeping. A feature is a
/// number of ``Features/space`` made from names and small numbers.
package struct Features: Sendable {
    /// How many different features there can be; those that fall on the same number are one.
    package static let space = 1 << 20

    /// What was reached, each with how often, at most 255.
    package fileprivate(set) var counts: [UInt32: UInt8] = [:]

    /// Nothing was reached yet.
    package init() {}

    /// Forgets everything.
    package mutating func removeAll() { counts.removeAll(keepingCapacity: true) }

    /// Notes that something was reached.
    package mutating func reach(_ name: StaticString, _ first: Int = 0, _ second: Int = 0) {
        reach(Self.hash(name), first, second)
    }

    /// Notes that something with a name known at run time was reached.
    ///
    /// The text may be anything that the input says; so that not every new word is something new, there are 4096 of them.
    package mutating func reach(_ name: StaticString, _ text: String, _ first: Int = 0) {
        let hash = ContentNumber.of(text.utf8)
        reach(Self.hash(name) ^ (hash ^ hash >> 32) & 0xFFF, first, 0)
    }

    /// Notes a number that stands for something.
    package mutating func reach(_ hash: UInt64, _ first: Int, _ second: Int) {
        var mixed = hash ^ UInt64(bitPattern: Int64(first)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 31) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ UInt64(bitPattern: Int64(second))) &* 0x94D0_49BB_1331_11EB
        let place = UInt32(truncatingIfNeeded: mixed >> 44) & UInt32(Self.space - 1)
        let count = counts[place] ?? 0
        if count < 255 { counts[place] = count + 1 }
    }

    /// Notes an error: its code, its path, what it expected.
    package mutating func reach(_ stage: StaticString, _ error: WireError) {
        var hash = ContentNumber.of(error.code.rawValue.utf8, from: Self.hash(stage))
        for name in error.path { hash = ContentNumber.of(name.utf8.lazy.filter { $0 < 48 || $0 > 57 }, from: hash) }
        if let expected = error.expected {
            hash = ContentNumber.of(expected.utf8.prefix(12), from: hash)
        }
        reach(hash, 0, 0)
    }

    /// Notes the nodes of a tree: each by its path without positions, its kind and the size of its value.
    ///
    /// - Parameters:
    ///   - limit: how many nodes count.
    ///   - namesMatter: whether names are the decoder's; those that the input chooses make each input a new one.
    package mutating func reach(
        _ stage: StaticString,
        _ tree: FieldTree,
        limit: Int = 512,
        namesMatter: Bool = true
    ) {
        var path = [Self.hash(stage)]
        for node in tree.nodes.prefix(limit) {
            while path.count > node.depth + 1 { path.removeLast() }
            let name = node.name.utf8.lazy.filter { $0 < 48 || $0 > 57 }.prefix(namesMatter ? 40 : 0)
            let hash = ContentNumber.of(name, from: path[path.count - 1])
            reach(hash, node.value.kindNumber, Self.bucket(node.range.count))
            if node.value == .structure { path.append(hash) }
        }
    }

    /// The size of a number: 0, 1, 2, 3, then one bucket a doubling.
    package static func bucket(_ value: Int) -> Int {
        guard value > 3 else { return max(-1, value) }
        return Int.bitWidth - value.leadingZeroBitCount + 1
    }

    private static func hash(_ name: StaticString) -> UInt64 {
        name.withUTF8Buffer { ContentNumber.of($0) }
    }
}

extension FieldTree.Value {
    /// Tells the kinds of leaf apart, and the signs and sizes of numbers.
    fileprivate var kindNumber: Int {
        switch self {
        case .structure: 0
        case .integer(let value): 1 + (value < 0 ? 100 : 0) + Features.bucket(Int(clamping: value.magnitude)) * 256
        case .unsigned(let value): 2 + Features.bucket(Int(clamping: value)) * 256
        case .double: 3
        case .opaque: 4
        case .text: 5
        case .bytes: 6
        case .token: 7
        case .word: 8
        }
    }
}

extension Features {
    /// Notes how often a feature was reached.
    package mutating func set(_ feature: UInt32, _ count: UInt8) { counts[feature % UInt32(Self.space)] = count }
}
