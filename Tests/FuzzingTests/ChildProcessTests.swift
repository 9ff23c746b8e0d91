import Foundation
import FuzzInputs
import Fuzzer
import Fuzzing
import Testing

/// The fuzzer's other process, which may die: `fuzz-victim` does so on demand.
@Suite("Inputs that kill")
struct ChildProcessTests {
    private func executor(seconds: Int = 30) throws -> ChildExecutor {
        var directories = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
        if let executable = Bundle.main.executableURL { directories.append(executable.deletingLastPathComponent()) }
        directories += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let path = directories.map { $0.appending(path: "fuzz-victim").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return try ChildExecutor(ChildExecutor.Program(path: #require(path), arguments: []), seconds: seconds)
    }

    @Test(
        "are told apart, and what comes after them runs",
        arguments: [
            ("boom", .crash), ("loop", .hang), ("more", .memory), ("huge", .crash), ("exit", .exit),
            ("fail", .roundtrip),
        ] as [(String, Oracle)]
    )
    func kinds(_ word: String, _ oracle: Oracle) throws {
        let executor = try executor()
        #expect(executor.run(Array("before".utf8)).violation == nil)
        #expect(executor.run(Array("say \(word) now".utf8)).violation?.oracle == oracle)
        let after = executor.run(Array("after".utf8))
        #expect(after.violation == nil)
        #expect(!after.features.counts.isEmpty)
    }

    @Test("are of the kind that the target says, whatever is said of each")
    func keepsKind() throws {
        let executor = try executor()
        for input in ["same", "much the same"] {
            let bytes = Array(input.utf8)
            let wanted = Violation(.meaning, "\(bytes.count) bytes say the same", kind: "victim: one kind")
            #expect(executor.run(bytes).violation == wanted)
        }
    }

    @Test("by running on are ended when their time is up, not when waiting for them is")
    func running() throws {
        let violation = try executor().run(Array("loop".utf8)).violation
        #expect(violation == Violation(.hang, "the time for one input is up"))
    }

    @Test("by not answering are ended")
    func waiting() throws {
        let executor = try executor(seconds: 1)
        #expect(executor.run(Array("wait".utf8)).violation?.oracle == .hang)
        #expect(executor.run(Array("after".utf8)).violation == nil)
    }

    @Test("are made small in frames of other processes")
    func minimized() throws {
        let executor = try executor()
        let input = Array("a long text that says boom in the end, and goes on".utf8)
        let violation = try #require(executor.run(input).violation)
        var minimizer = Minimizer(executor, violation)
        #expect(minimizer.minimize(input) == Array("boom".utf8))
        #expect(executor.starts > 1)
    }

    @Test("in ways that a process remembers, or that take their time, are made small too", arguments: ["more", "loop"])
    func minimizedSlowly(_ word: String) throws {
        let executor = try executor()
        let input = Array("some text that says \(word) in the end, and goes on".utf8)
        let violation = try #require(executor.run(input).violation)
        #expect(executor.run(input).violation?.kind == violation.kind)
        var minimizer = Minimizer(executor, violation)
        #expect(minimizer.minimize(input) == Array(word.utf8))
    }

    @Test("are found with what repeats them")
    func found() throws {
        struct Words: FuzzTarget {
            let name = "victim"
            let summary = "words that kill"
            func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { [Array("harmless".utf8), Array("boom".utf8)] }
            func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {}
        }
        var options = FuzzRun<ChildExecutor>.Options()
        options.budget = .runs(100)
        options.findings = 2
        // Each attempt that hangs takes a second.
        options.minimizing = 20
        var run = FuzzRun(Words(), try executor(), options)
        let outcome = run.run([("case", Array("loop".utf8))])
        #expect(outcome.findings.map(\.violation.oracle).prefix(2) == [.hang, .crash])
        #expect(outcome.findings.first?.file == "case")
        let finding = try #require(outcome.findings.dropFirst().first)
        #expect(finding.input == Array("boom".utf8))
        #expect(finding.command("found") == "imwire fuzz replay --target victim found/victim/\(finding.name)")
    }
}
