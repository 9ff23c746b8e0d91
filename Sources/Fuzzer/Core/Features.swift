import FuzzInputs
package import WireFormat

/// The features that a run of a target reached, with approximate counts: decoder states, field paths, error codes.
///
/// Features replace a compiler's coverage: an input that reaches a new feature is worth keeping. A feature is a number
/// below ``Features/space``, made from names and small numbers.
package struct Features: Sendable {
    /// The number of possible features; those with the same number count as one.
    package static let space = 1 << 20

    /// The reached features with their counts, at most 255.
    package fileprivate(set) var counts: [UInt32: UInt8] = [:]

    /// Creates an empty set.
    package init() {}

    /// Removes all features.
    package mutating func removeAll() { counts.removeAll(keepingCapacity: true) }

    /// Records a feature.
    package mutating func reach(_ name: StaticString, _ first: Int = 0, _ second: Int = 0) {
        reach(Self.hash(name), first, second)
    }

    /// Records a feature with a name that is known only at run time.
    ///
    /// An input may choose the text, so texts are mapped to 4096 numbers: not every new word is a new feature.
    package mutating func reach(_ name: StaticString, _ text: String, _ first: Int = 0) {
        let hash = ContentNumber.of(text.utf8)
        reach(Self.hash(name) ^ (hash ^ hash >> 32) & 0xFFF, first, 0)
    }

    /// Records a feature with a hash instead of a name.
    package mutating func reach(_ hash: UInt64, _ first: Int, _ second: Int) {
        var mixed = hash ^ UInt64(bitPattern: Int64(first)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 31) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ UInt64(bitPattern: Int64(second))) &* 0x94D0_49BB_1331_11EB
        let place = UInt32(truncatingIfNeeded: mixed >> 44) & UInt32(Self.space - 1)
        let count = counts[place] ?? 0
        if count < 255 { counts[place] = count + 1 }
    }

    /// Records an error: its code, path and expectation.
    package mutating func reach(_ stage: StaticString, _ error: WireError) {
        var hash = ContentNumber.of(error.code.rawValue.utf8, from: Self.hash(stage))
        for name in error.path { hash = ContentNumber.of(name.utf8.lazy.filter { $0 < 48 || $0 > 57 }, from: hash) }
        if let expected = error.expected {
            hash = ContentNumber.of(expected.utf8.prefix(12), from: hash)
        }
        reach(hash, 0, 0)
    }

    /// Records the nodes of a tree: each by its path without positions, its kind and the size of its value.
    ///
    /// - Parameters:
    ///   - limit: the number of nodes that count.
    ///   - namesMatter: whether the decoder chooses the names; if the input does, each input would seem new.
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

    /// Returns the size class of a number: 0, 1, 2, 3, then one class for each doubling.
    package static func bucket(_ value: Int) -> Int {
        guard value > 3 else { return max(-1, value) }
        return Int.bitWidth - value.leadingZeroBitCount + 1
    }

    private static func hash(_ name: StaticString) -> UInt64 {
        name.withUTF8Buffer { ContentNumber.of($0) }
    }
}

extension FieldTree.Value {
    /// A number for the kind of leaf, and for the sign and size class of a number.
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
    /// Sets the count of a feature.
    package mutating func set(_ feature: UInt32, _ count: UInt8) { counts[feature % UInt32(Self.space)] = count }
}
