import FuzzInputs
import Fuzzer
import Fuzzing
import Reporting
import Testing

/// Takes words one letter at a time: what a fuzzer finds only if it keeps what comes nearer.
private struct Staircase: FuzzTarget {
    let name = "staircase"
    let summary = "letters in order"
    let maximumLength = 64
    let secret = Array("fuzz!".utf8)

    func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { [Array("hello, here is nothing".utf8)] }

    func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let same = zip(input, secret).prefix { $0 == $1 }.count
        features.reach("step", same)
        if same == secret.count { throw Violation(.crash, "the word was said") }
    }
}

/// Fails when two brackets hold a lone `x`, however much lies around them.
private struct Brackets: FuzzTarget {
    let name = "brackets"
    let summary = "an x in brackets"

    func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { [[]] }

    func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        if input.firstRange(of: Array("[x]".utf8)) != nil { throw Violation(.crash, "an x in brackets") }
    }
}

@Suite("The fuzz engine")
struct EngineTests {
    private func outcome(_ target: any FuzzTarget, seed: UInt64, runs: Int) -> FuzzRun<InProcessExecutor>.Outcome {
        var options = FuzzRun<InProcessExecutor>.Options()
        options.seed = seed
        options.budget = .runs(runs)
        options.findings = 1
        var run = FuzzRun(target, InProcessExecutor(target), options)
        return run.run([])
    }

    @Test("comes to a word letter by letter, by what each input reaches", arguments: [1, 2, 3] as [UInt64])
    func staircase(_ seed: UInt64) throws {
        let outcome = outcome(Staircase(), seed: seed, runs: 1_000_000)
        let finding = try #require(outcome.findings.first)
        #expect(finding.input == Array("fuzz!".utf8))
        #expect(finding.run == outcome.runs)
    }

    @Test("does the same again with the same seed", arguments: ["frames", "json", "payloads", "tls"])
    func repeats(_ name: String) throws {
        let target = try #require(TargetCatalogue.target(named: name))
        let runs = name == "tls" ? 20 : 100
        let first = outcome(target, seed: 5, runs: runs)
        let second = outcome(target, seed: 5, runs: runs)
        let other = outcome(target, seed: 6, runs: runs)
        #expect(first.line == second.line)
        #expect(first.corpus == second.corpus)
        #expect(first.corpus != other.corpus)
    }

    @Test("makes an input as small as it can be")
    func minimizes() {
        let target = Brackets()
        var random = FuzzRandom(seed: 3)
        let input = random.bytes(500) + Array("some [x] text".utf8) + random.bytes(700)
        var minimizer = Minimizer(InProcessExecutor(target), Violation(.crash, "an x in brackets"))
        #expect(minimizer.minimize(input) == Array("[x]".utf8))
    }

    @Test("takes away what stands on both sides of the cause at once")
    func cutsEnds() {
        /// Fails for an `x` with as many brackets before it as behind it.
        struct Balanced: FuzzTarget {
            let name = "balanced"
            let summary = "an x in pairs of brackets"
            func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { [] }
            func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
                let sides = input.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
                if sides.count == 2, sides[0].count == sides[1].count { throw Violation(.crash, "balanced") }
            }
        }
        var minimizer = Minimizer(InProcessExecutor(Balanced()), Violation(.crash, "balanced"))
        #expect(minimizer.minimize(Array("[[[x]]]".utf8)) == Array("x".utf8))
    }

    @Test("keeps a short stretch where nothing less than all around it can go")
    func keepsStretch() {
        /// Fails for a word alone, and for it among so many bytes that nothing can be left out of them.
        struct Sealed: FuzzTarget {
            let name = "sealed"
            let summary = "a word, alone or among 295 bytes"
            static let word = Array("[inner".utf8)
            func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { [] }
            func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
                let isWhole = input.count == 295 && input.first == 7 && input.last == 9
                guard input == Self.word || isWhole && input.firstRange(of: Self.word) != nil else { return }
                throw Violation(.crash, "sealed")
            }
        }
        var random = FuzzRandom(seed: 4)
        let input = [7] + random.bytes(120) + Sealed.word + random.bytes(167) + [9]
        var minimizer = Minimizer(InProcessExecutor(Sealed()), Violation(.crash, "sealed"))
        #expect(minimizer.minimize(input) == Sealed.word)
    }

    @Test("merges inputs to the shortest that reach all")
    func merges() {
        var executor = InProcessExecutor(Staircase())
        let inputs = ["fuzz?", "fuzz? and more", "f", "fu", "nothing", "g", "fuzz!"].map { Array($0.utf8) }
        let merged = CorpusMerge.merge(inputs, &executor)
        #expect(merged.kept == ["f", "g", "fu", "fuzz?"].map { Array($0.utf8) })
        #expect(merged.failing == [Array("fuzz!".utf8)])
    }

    @Test("reports each oracle by a rule of its own", arguments: Oracle.allCases)
    func rules(_ oracle: Oracle) {
        let finding = FuzzFinding(
            target: "frames",
            violation: Violation(oracle, "it is broken"),
            input: [1],
            originalCount: 1,
            seed: 1,
            run: 1
        )
        let id = finding.finding("found").rule.id
        #expect(id == "fuzz-" + oracle.rawValue)
        #expect(FuzzFinding.rules.filter { $0.id == id }.count == 1)
        #expect(FuzzFinding.rules.allSatisfy { !$0.title.isEmpty && !$0.basis.isEmpty })
    }

    @Test("has random numbers that are known for a seed")
    func knownNumbers() {
        // SplitMix64 from 0, as its published reference gives it.
        var random = FuzzRandom(seed: 0)
        #expect(random.next() == 0xE220_A839_7B1D_CDAF)
        #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
        var other = FuzzRandom(seed: 1)
        for _ in 0..<1000 {
            let bound = 1 + other.below(100)
            #expect((0..<bound).contains(other.below(bound)))
        }
    }
}
