import FuzzInputs
import Fuzzer
import Fuzzing

#if canImport(Glibc)
    import Glibc
#endif

/// A target that dies, hangs and grows on demand: what the tests of the fuzzer's processes are held against.
struct Victim: FuzzTarget {
    let name = "victim"
    let summary = "words that kill"
    let maximumLength = 256
    let words: [[UInt8]] = ["boom", "loop", "more", "huge", "fail", "exit", "wait", "same"].map { Array($0.utf8) }

    func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { [Array("harmless".utf8)] }

    func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        features.reach("victim.length", Features.bucket(input.count))
        for word in words where input.firstRange(of: word) != nil {
            features.reach("victim.word", String(decoding: word, as: UTF8.self))
            switch word.first {
            case UInt8(ascii: "b"):
                let index = input.count
                _ = input[index]
            case UInt8(ascii: "l"):
                var number: UInt64 = 1
                while number != 0 { number = number &* 3 | 1 }
            case UInt8(ascii: "m"):
                var bytes = [UInt8](repeating: 1, count: 300 << 20)
                for index in stride(from: 0, to: bytes.count, by: 4096) { bytes[index] &+= 1 }
                features.reach("victim.sum", Int(bytes[4096]))
            case UInt8(ascii: "h"):
                let bytes = [UInt8](repeating: 1, count: 1 << 40)
                features.reach("victim.huge", Int(bytes[bytes.count - 1]))
            case UInt8(ascii: "e"): exit(3)
            case UInt8(ascii: "w"): sleep(100)
            case UInt8(ascii: "s"):
                throw Violation(.meaning, "\(input.count) bytes say the same", kind: "victim: one kind")
            default: throw Violation(.roundtrip, "the input says fail")
            }
        }
    }
}

@main
enum FuzzVictim {
    static func main() {
        var bounds = FuzzServer.Bounds()
        bounds.seconds = 1
        bounds.growth = 128 << 20
        FuzzServer.run(Victim(), bounds)
    }
}
