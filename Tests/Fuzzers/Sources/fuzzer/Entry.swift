import Foundation
import Fuzzing

/// The target that FUZZ_TARGET names; one program serves all, because building it takes minutes.
private let entry: FuzzEntry = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    let decoders = (payloads: IndependentDecoders.payloads, json: IndependentDecoders.json)
    guard let entry = FuzzEntry(target: name, payloads: decoders.payloads, json: decoders.json) else {
        let known = FuzzEntry.names.joined(separator: " ")
        FileHandle.standardError.write(Data("FUZZ_TARGET is none of: \(known)\n".utf8))
        exit(64)
    }
    return entry
}()

/// Writes the beginnings and the dictionary to the folder that FUZZ_PREPARE names, for every target, and ends.
private func prepare(_ folder: String) -> Never {
    for name in FuzzEntry.names {
        guard let entry = FuzzEntry(target: name),
            entry.write(seeds: "\(folder)/seeds/\(name)", dictionary: "\(folder)/words/\(name)")
        else { exit(74) }
        print(name, entry.maximumLength)
    }
    exit(0)
}

/// libFuzzer's hook before anything runs.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    if let folder = ProcessInfo.processInfo.environment["FUZZ_PREPARE"] { prepare(folder) }
    _ = entry
    return 0
}

/// Runs one input; what breaks an oracle ends the program, as a trap does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let broken = entry.run(Array(UnsafeBufferPointer(start: bytes, count: count))) {
        FileHandle.standardError.write(Data("broken: \(broken)\n".utf8))
        abort()
    }
    return 0
}

/// libFuzzer's own changes.
@_extern(c, "LLVMFuzzerMutate")
private func LLVMFuzzerMutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// Half of the changes know the format, the others are libFuzzer's, which take words from what comparisons saw.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt) -> Int {
    guard seed & 1 == 0 else { return LLVMFuzzerMutate(bytes, count, limit) }
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    return write(entry.mutated(input, seed: UInt64(seed)), to: bytes, limit)
}

/// Takes parts of one input into another.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func cross(
    _ first: UnsafePointer<UInt8>?,
    _ firstCount: Int,
    _ second: UnsafePointer<UInt8>?,
    _ secondCount: Int,
    _ output: UnsafeMutablePointer<UInt8>,
    _ limit: Int,
    _ seed: CUnsignedInt
) -> Int {
    let input = Array(UnsafeBufferPointer(start: first, count: firstCount))
    let other = Array(UnsafeBufferPointer(start: second, count: secondCount))
    return write(entry.mutated(input, other: other, seed: UInt64(seed)), to: output, limit)
}

private func write(_ input: [UInt8], to output: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int {
    let count = min(limit, input.count)
    for place in 0..<count { output[place] = input[place] }
    return count
}
