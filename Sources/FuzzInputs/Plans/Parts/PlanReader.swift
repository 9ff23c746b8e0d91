/// Reads a plan: bytes of which every one is a decision, and behind whose end all decisions are 0.
///
/// Whatever the bytes, they are a plan. So the fuzzer changes plans as it changes any bytes, and what is made of them is
/// always an input whose meaning is known.
package struct PlanReader: Sendable {
    private let bytes: [UInt8]
    private(set) var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all bytes were read.
    package var isAtEnd: Bool { position >= bytes.count }

    /// The next decision.
    package mutating func byte() -> Int {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return Int(bytes[position])
    }

    /// The next decision among `count`, of which there are at most 256.
    package mutating func below(_ count: Int) -> Int { byte() % count }

    /// The steps that follow, each of so many bytes; the last one may be short.
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
