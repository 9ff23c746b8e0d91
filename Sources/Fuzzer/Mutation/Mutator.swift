package import FuzzInputs

/// Creates new inputs of a target from old ones.
package struct Mutator: Sendable {
    private let target: any FuzzTarget
    private let words: [[UInt8]]

    /// Creates the mutator of a target.
    package init(_ target: any FuzzTarget) {
        self.target = target
        words = target.words + FuzzWords.common
    }

    /// Returns a new input.
    ///
    /// - Parameters:
    ///   - input: the input to change.
    ///   - other: another input, whose parts may be used.
    ///   - random: the source of random choices.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8] {
        let limit = target.maximumLength
        var output: [UInt8]?
        switch random.below(10) {
        case 0..<5:
            if let shape = target.shape(of: input) {
                let donor = random.oneIn(3) ? target.shape(of: other) : nil
                output = ShapeMutator.mutate(shape, other: donor, words: words, &random).encoded
            }
        case 5..<8: output = target.mutate(input, other: other, &random)
        default: break
        }
        var result = output ?? ByteHavoc.mutate(input, other: other, words: words, limit: limit, &random)
        if output != nil, random.oneIn(16) {
            result = ByteHavoc.mutate(result, other: other, words: words, limit: limit, &random)
        }
        if result.count > limit { result.removeLast(result.count - limit) }
        return result
    }
}
