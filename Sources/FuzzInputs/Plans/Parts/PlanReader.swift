/// Reads a plan: each byte is a decision, and after the end every decision is 0.
///
/// Any bytes are a plan. The fuzzer mutates plans like any other bytes, and the result is always an input with a known
/// meaning.
package struct PlanReader: Sendable {
    private let bytes: [UInt8]
    private(set) var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all bytes were read.
    package var isAtEnd: Bool { position >= bytes.count }

    /// Returns the next decision.
    package mutating func byte() -> Int {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return Int(bytes[position])
    }

    /// Returns the next decision among `count` choices, at most 256.
    package mutating func below(_ count: Int) -> Int { byte() % count }

    /// Returns the remaining steps of `width` bytes each; the last one may be shorter.
    package mutating func steps(of width: Int, atMost count: Int) -> [PlanReader] {
        var steps: [PlanReader] = []
        while position < bytes.count, steps.count < count {
            let end = min(bytes.count, position + width)
            steps.append(PlanReader(Array(bytes[position..<end])))
            position = end
        }
        return steps
    }
}
