import FuzzInputs
import Fuzzer

/// A target for fuzzers that come with a program of their own, such as libFuzzer: run, mutate, words, beginnings.
///
/// The only part of this module that other packages see.
public struct FuzzEntry: Sendable {
    /// What an independent decoder makes of a protobuf message.
    public enum Verdict: Hashable, Sendable {
        /// It does not know the message.
        case unknown
        /// It refuses the bytes.
        case refused
        /// It reads them, and writes these.
        case read([UInt8])
    }

    /// Asked for a message's name, with its package, and its bytes.
    public typealias PayloadDecoder = @Sendable (String, [UInt8]) -> Verdict

    /// Says whether a JSON text is read; `nil` where that is no measure.
    public typealias JSONDecoder = @Sendable ([UInt8]) -> Bool?

    private let target: any FuzzTarget
    private let mutator: Mutator
    private let beginnings: [[UInt8]]

    /// The names of all targets.
    public static var names: [String] { TargetCatalogue.all.map(\.name) }

    /// Makes the entry of a target; `nil` when there is none of this name.
    ///
    /// - Parameters:
    ///   - name: the target's name.
    ///   - payloads: a decoder that must agree about protobuf messages.
    ///   - json: a decoder that must agree about JSON texts.
    public init?(target name: String, payloads: PayloadDecoder? = nil, json: JSONDecoder? = nil) {
        guard let target = TargetCatalogue.target(named: name, payloads: payloads, json: json) else { return nil }
        self.target = target
        mutator = Mutator(target)
        var random = FuzzRandom(seed: 1)
        beginnings = target.seeds(&random).map { Array($0.prefix(target.maximumLength)) }
    }

    /// The longest input that makes sense, in bytes.
    public var maximumLength: Int { target.maximumLength }

    /// Inputs to begin with.
    public var seeds: [[UInt8]] { beginnings }

    /// The words that mean something to the decoder, as a libFuzzer dictionary.
    public var dictionary: String { FuzzWords.dictionary(of: target) }

    /// Runs one input.
    ///
    /// - Returns: what it broke, the oracle's name first; `nil` when all is well.
    public func run(_ input: [UInt8]) -> String? {
        var features = Features()
        do throws(Violation) {
            try target.run(input, &features)
            return nil
        } catch {
            return "\(error.oracle.rawValue): \(error.text)"
        }
    }

    /// A new input, by changes that know the format.
    ///
    /// - Parameters:
    ///   - input: what is changed.
    ///   - other: another input, of which parts may be taken; without it, one of the beginnings.
    ///   - seed: decides how.
    public func mutated(_ input: [UInt8], other: [UInt8]? = nil, seed: UInt64) -> [UInt8] {
        var random = FuzzRandom(seed: seed)
        let other = other ?? random.pick(beginnings) ?? []
        return mutator.mutate(input, other: other, &random)
    }

    /// Writes the beginnings, each called by its content, to a folder, and the dictionary to a file.
    ///
    /// - Returns: whether all could be written.
    public func write(seeds folder: String, dictionary file: String) -> Bool {
        do {
            for seed in beginnings { try FuzzFiles.write(seed, to: "\(folder)/\(ContentHash.name(of: seed))") }
            try FuzzFiles.write(Array(dictionary.utf8), to: file)
            return true
        } catch {
            return false
        }
    }
}
