import Conformance
import Foundation
import FuzzInputs
import Fuzzer
import Fuzzing
import Testing
import WireJSON

/// Adapters of other SDKs under attack: one that is right, and the same with mistakes in it.
@Suite("Adapters")
struct AdapterTests {
    static let subjects = TargetCatalogue.all.filter { $0 is any AdapterSubject }.map(\.name)

    private func subject(_ name: String) throws -> any AdapterSubject {
        try #require(TargetCatalogue.target(named: name) as? any AdapterSubject)
    }

    @Test("are asked about frames, payloads, contents and UIDs")
    func known() {
        #expect(Self.subjects == ["frames", "payloads", "messages", "uids"])
    }

    @Test("are told what was asked for, where the bytes of a CONNACK say it")
    func negotiated() throws {
        let subject = try subject("frames")
        var random = FuzzRandom(seed: 1)
        let questions = subject.seeds(&random).compactMap { subject.question(of: $0)?.input }
        let told = questions.filter { $0["protocolVersion"]?.int64 == 4 }
        #expect(Set(told.compactMap { $0["form"]?.string }) == ["websocket", "tcp"])
        #expect(told.allSatisfy { $0["hex"]?.string?.hasPrefix("2") == true })
        let others = questions.filter { $0["protocolVersion"] == nil && $0["form"]?.string == "websocket" }
        #expect(others.contains { $0["hex"]?.string?.hasPrefix("2") == true }, "those of version 3")
    }

    @Test("that are this library say what the library says", arguments: subjects)
    func library(_ name: String) throws {
        let subject = try subject(name)
        let link = try AdapterLink(.library(version: "1"), RunOptions())
        var options = FuzzRun<AdapterExecutor>.Options()
        options.budget = .runs(300)
        var run = FuzzRun(subject, AdapterExecutor(subject, link), options)
        let outcome = run.run([])
        for finding in outcome.findings { Issue.record("\(finding.violation.text)") }
        #expect(outcome.kept > 10)
    }

    @Test(
        "that are right, in Python, give no finding",
        .enabled(if: PlantedAdapter.python != nil),
        arguments: subjects
    )
    func python(_ name: String) throws {
        let adapter = try PlantedAdapter(nil)
        defer { try? FileManager.default.removeItem(at: adapter.folder) }
        let (executor, outcome) = try adapter.fuzz(name, runs: 400)
        for finding in outcome.findings { Issue.record("\(finding.violation.text)") }
        #expect(outcome.runs == 400)
        #expect(executor.starts == 1)
    }

    /// A mistake, the target that must find it, how it shows, and how small the input becomes.
    struct Mistake: CustomTestStringConvertible {
        var name: String
        var bug: PlantedAdapter.Bug?
        var target: String
        var oracle: Oracle
        var bytes: Int

        var testDescription: String { name }

        static let all: [Mistake] = [
            Mistake(name: "little-endian", target: "frames", oracle: .adapterDiffers, bytes: 12),
            Mistake(name: "checksum-not-checked", target: "frames", oracle: .adapterAccepts, bytes: 32),
            Mistake(name: "negative-int32", target: "payloads", oracle: .adapterDiffers, bytes: 24),
            Mistake(name: "unknown-field-refused", target: "payloads", oracle: .adapterRefuses, bytes: 16),
            Mistake(name: "numbers-as-floats", target: "messages", oracle: .adapterDiffers, bytes: 60),
            Mistake(name: "uid-type-of-five-bits", target: "uids", oracle: .adapterDiffers, bytes: 19),
            Mistake(
                name: "ends",
                bug: .init(file: "payloads.py", old: "raise Refused(\"varint\", \"more", new: "exit(\"more"),
                target: "payloads",
                oracle: .adapterCrash,
                bytes: 64
            ),
            Mistake(
                name: "does not answer",
                bug: .init(
                    file: "frames.py",
                    old: "raise Refused(\"length\", \"a fourth length byte\")",
                    new: "at = at  # for ever\n            while True: pass"
                ),
                target: "frames",
                oracle: .adapterHang,
                bytes: 40
            ),
            Mistake(
                name: "speaks of what it does",
                bug: .init(
                    file: "contents.py",
                    old: "        raise Refused(\"value\", \"a UID is four groups of four characters 0-9, A-V\")",
                    new: "        print(\"no UID:\", text)"
                ),
                target: "uids",
                oracle: .adapterMalformed,
                bytes: 1
            ),
        ]
    }

    @Test(
        "with a mistake are caught, and the input is made small",
        .enabled(if: PlantedAdapter.python != nil),
        arguments: Mistake.all
    )
    func caught(_ mistake: Mistake) throws {
        let bug = try #require(mistake.bug ?? PlantedAdapter.known[mistake.name])
        let adapter = try PlantedAdapter(bug)
        defer { try? FileManager.default.removeItem(at: adapter.folder) }
        let (executor, outcome) = try adapter.fuzz(
            mistake.target,
            runs: 3000,
            // Each attempt that ends the adapter starts another one.
            minimizing: [.adapterCrash, .adapterHang].contains(mistake.oracle) ? 40 : 4000
        )
        let finding = try #require(outcome.findings.first)
        #expect(finding.violation.oracle == mistake.oracle, "\(finding.violation.text)")
        #expect(finding.input.count <= mistake.bytes, "\(finding.violation.text)")
        #expect(executor.run(finding.input).violation?.kind == finding.violation.kind)
    }

    @Test("with one mistake give one finding, however often it shows", .enabled(if: PlantedAdapter.python != nil))
    func once() throws {
        let bug = try #require(PlantedAdapter.known["uid-hash-of-24-bits"])
        let adapter = try PlantedAdapter(bug)
        defer { try? FileManager.default.removeItem(at: adapter.folder) }
        let first = try adapter.fuzz("uids", runs: 600, findings: 20).outcome
        let second = try adapter.fuzz("uids", runs: 600, findings: 20).outcome
        let decoding = first.findings.filter { $0.violation.text.hasPrefix("uid.decode") }
        #expect(decoding.count == 1)
        #expect(first.line == second.line)
        #expect(first.findings == second.findings)
    }

    @Test("that refuse all, without an error class, are caught refusing what is right", arguments: subjects)
    func refusesWithoutClass(_ name: String) throws {
        let subject = try subject(name)
        let hello = #"{"id":1,"ok":true,"value":{"sdk":"none","version":"1"}}"#
        let refusal = #"{\"id\":$id,\"ok\":false,\"error\":{\"text\":\"no\"}}"#
        let script = "read line; echo '\(hello)'; id=2; while read line; do echo \"\(refusal)\"; id=$((id+1)); done"
        var options = FuzzRun<AdapterExecutor>.Options()
        options.budget = .runs(0)
        options.findings = 1
        options.minimizing = 20
        let executor = AdapterExecutor(subject, try AdapterLink(.command(script), RunOptions()))
        var run = FuzzRun(subject, executor, options)
        let finding = try #require(run.run([]).findings.first)
        #expect(finding.violation.oracle == .adapterRefuses, "\(finding.violation.text)")
    }

    @Test("that lack an operation are not asked for it")
    func unsupported() throws {
        let hello = #"{"id":1,"ok":true,"value":{"sdk":"none","operations":["names.list"]}}"#
        let link = try AdapterLink(.command("read line; echo '\(hello)'; cat >/dev/null"), RunOptions())
        for name in Self.subjects {
            let executor = AdapterExecutor(try subject(name), link)
            #expect(!executor.isSupported)
            var random = FuzzRandom(seed: 1)
            let seed = try #require(try subject(name).seeds(&random).first)
            #expect(executor.run(seed).violation == nil)
        }
        #expect(throws: RunError.self) { try AdapterLink(.command("exit 1"), RunOptions()) }
    }
}
