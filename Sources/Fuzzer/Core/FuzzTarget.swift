package import FuzzInputs

/// A decoder under attack: accepts any bytes, and reports the features that they reach or the oracle that they break.
///
/// A target keeps no state between runs, so that an input has the same effect alone as among others.
package protocol FuzzTarget: Sendable {
    /// The name for `--target`.
    var name: String { get }
    /// The attacked decoder in a few words.
    var summary: String { get }
    /// The longest input that makes sense, in bytes.
    var maximumLength: Int { get }

    /// Runs one input through the decoder and the oracles.
    ///
    /// - Throws: the first oracle that the input breaks.
    func run(_ input: [UInt8], _ features: inout Features) throws(Violation)

    /// Returns the initial inputs: well-formed ones of every kind.
    func seeds(_ random: inout FuzzRandom) -> [[UInt8]]

    /// Returns the parts of an input, to be changed and encoded again; `nil` if the input does not have the right form.
    func shape(of input: [UInt8]) -> Shape?

    /// The words that have a meaning for the decoder.
    var words: [[UInt8]] { get }

    /// Returns the input after a change that only this target knows; `nil` if there is none for this input.
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
