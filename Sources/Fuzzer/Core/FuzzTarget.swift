package import FuzzInputs

/// A decoder under attack: takes any bytes, and tells what they reached or what they broke.
///
/// A target holds no state that one run leaves to the next, so that an input does the same alone as among others.
package protocol FuzzTarget: Sendable {
    /// What `--target` calls it.
    var name: String { get }
    /// What is attacked, in a few words.
    var summary: String { get }
    /// The longest input that makes sense, in bytes.
    var maximumLength: Int { get }

    /// Runs one input through decoder and oracles.
    ///
    /// - Throws: the first oracle that it breaks.
    func run(_ input: [UInt8], _ features: inout Features) throws(Violation)

    /// Inputs to begin with: well-formed ones of every kind.
    func seeds(_ random: inout FuzzRandom) -> [[UInt8]]

    /// The input taken apart, to be changed and put together again; `nil` when it is not of a form that can be.
    func shape(of input: [UInt8]) -> Shape?

    /// Words that mean something to the decoder.
    var words: [[UInt8]] { get }

    /// A change that only this target knows; `nil` when there is none for this input.
    func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]?
}

extension FuzzTarget {
    /// 16 KiB.
    package var maximumLength: Int { 16 << 10 }
    /// No form.
    package func shape(of input: [UInt8]) -> Shape? { nil }
    /// None.
    package var words: [[UInt8]] { [] }
    /// None.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? { nil }
}
