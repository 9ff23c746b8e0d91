import FuzzInputs
import Fuzzer

/// A target for fuzzers with an own program, such as libFuzzer: runs inputs, mutates them, and has words and seeds.
///
/// Other packages see only this part of the module.
public struct FuzzEntry: Sendable {
    /// The result of an independent decoder for a protobuf message.
    public enum Verdict: Hashable, Sendable {
        /// The decoder does not know the message.
        case unknown
        /// The decoder refuses the bytes.
        case refused
        /// The decoder reads the bytes, and encodes the message as these bytes.
        case read([UInt8])
    }

    /// Decodes a protobuf message; the arguments are its name with its package, and its bytes.
    public typealias PayloadDecoder = @Sendable (String, [UInt8]) -> Verdict

    /// Returns whether a JSON text is valid; `nil` if the decoder's result must not be compared.
    public typealias JSONDecoder = @Sendable ([UInt8]) -> Bool?

    private let target: any FuzzTarget
    private let mutator: Mutator
    private let beginnings: [[UInt8]]

    /// The names of all targets.
    public static var names: [String] { TargetCatalogue.all.map(\.name) }

    /// Creates the entry of a target; `nil` if no target has the name.
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

    /// The length in bytes beyond which longer inputs are of no use.
    public var maximumLength: Int { target.maximumLength }

    /// The inputs that a run starts with.
    public var seeds: [[UInt8]] { beginnings }

    /// The words that the decoder knows, as a libFuzzer dictionary.
    public var dictionary: String { FuzzWords.dictionary(of: target) }

    /// Runs one input.
    ///
    /// - Returns: the violation, with the oracle's name first; `nil` if the input violates nothing.
    public func run(_ input: [UInt8]) -> String? {
        var features = Features()
        do throws(Violation) {
            try target.run(input, &features)
            return nil
        } catch {
            return "\(error.oracle.rawValue): \(error.text)"
        }
    }

    /// Returns a mutated input; the changes follow the format.
    ///
    /// - Parameters:
    ///   - input: the input to change.
    ///   - other: another input to take parts from; a random seed without it.
    ///   - seed: the seed of the random numbers.
    public func mutated(_ input: [UInt8], other: [UInt8]? = nil, seed: UInt64) -> [UInt8] {
        var random = FuzzRandom(seed: seed)
        let other = other ?? random.pick(beginnings) ?? []
        return mutator.mutate(input, other: other, &random)
    }

    /// Writes each seed to a file in a folder, named by its content's hash, and the dictionary to a file.
    ///
    /// - Returns: whether every file was written.
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
