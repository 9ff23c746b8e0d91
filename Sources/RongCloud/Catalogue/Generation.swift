/// A generation of RongCloud's web SDK, named after its major version.
///
/// Generations differ in their topics and in the messages of some topics.
public enum SDKGeneration: UInt8, CaseIterable, Comparable, Sendable {
    /// SDK 1.x.
    case v1 = 1
    /// SDK 2.x.
    case v2
    /// SDK 3.x.
    case v3
    /// SDK 4.x.
    case v4
    /// Engine 5.x.
    case v5

    /// Finds the generation of an SDK version such as `4.2.0`.
    ///
    /// Wire: `sdkVer` in the query of the connect request. `nil` if the major version is not 1 to 5.
    @inlinable
    public init?(sdkVersion: some StringProtocol) {
        var bytes = sdkVersion.utf8.makeIterator()
        let dot = UInt8(ascii: ".")
        guard let digit = bytes.next(), digit > UInt8(ascii: "0"), bytes.next() ?? dot == dot else { return nil }
        self.init(rawValue: digit - UInt8(ascii: "0"))
    }

    /// Returns whether the left generation is older.
    public static func < (left: SDKGeneration, right: SDKGeneration) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A set of SDK generations.
public struct GenerationSet: OptionSet, Hashable, Sendable {
    /// Bit `n - 1` stands for generation `n`.
    public let rawValue: UInt8

    /// Makes the set of the generations whose bits are set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Makes the set of one generation.
    public init(_ generation: SDKGeneration) {
        self.init(rawValue: 1 << (generation.rawValue - 1))
    }

    /// SDK 1.x.
    public static let v1 = GenerationSet(.v1)
    /// SDK 2.x.
    public static let v2 = GenerationSet(.v2)
    /// SDK 3.x.
    public static let v3 = GenerationSet(.v3)
    /// SDK 4.x.
    public static let v4 = GenerationSet(.v4)
    /// Engine 5.x.
    public static let v5 = GenerationSet(.v5)
    /// Every generation.
    public static let all: GenerationSet = [.v1, .v2, .v3, .v4, .v5]

    /// Returns whether the generation is in the set.
    public func contains(_ generation: SDKGeneration) -> Bool {
        contains(GenerationSet(generation))
    }

    /// The generations in the set, oldest first.
    public var generations: [SDKGeneration] {
        SDKGeneration.allCases.filter(contains)
    }

    /// Parses a table's text, such as `v3`, `v2-v4` or `v1|v3-v5`; `nil` for any other text.
    init?(tableText: some StringProtocol) {
        self = []
        var bytes = tableText.utf8.makeIterator()
        var first: SDKGeneration?
        while true {
            guard bytes.next() == UInt8(ascii: "v"), let digit = bytes.next(),
                let generation = SDKGeneration(rawValue: digit &- UInt8(ascii: "0"))
            else { return nil }
            let separator = bytes.next()
            if first == nil, separator == UInt8(ascii: "-") {
                first = generation
                continue
            }
            let oldest = first ?? generation
            guard oldest <= generation else { return nil }
            for member in oldest.rawValue...generation.rawValue {
                formUnion(GenerationSet(rawValue: 1 << (member - 1)))
            }
            first = nil
            guard let separator else { return }
            guard separator == UInt8(ascii: "|") else { return nil }
        }
    }
}
